/// Switches by what they are of, in the order in which they were set first: an object of booleans on the wire.
public struct Switches<Entity>: Sendable, Equatable {
    /// One of them.
    public struct Switch: Sendable, Equatable {
        /// What it is of.
        public var id: Identifier<Entity>
        /// How it stands.
        public var isOn: Bool
    }

    private var all: [Switch] = []

    /// No switches.
    public static var empty: Self { Self() }

    /// Those switches.
    public init(_ all: [(Identifier<Entity>, Bool)] = []) { self.all = all.map { Switch(id: $0.0, isOn: $0.1) } }

    /// How the switch of something stands; nil if it was never set.
    public subscript(id: Identifier<Entity>) -> Bool? {
        get { all.first { $0.id == id }?.isOn }
        set {
            let index = all.firstIndex { $0.id == id }
            guard let newValue else { return all.removeAll { $0.id == id } }
            if let index { all[index].isOn = newValue } else { all.append(Switch(id: id, isOn: newValue)) }
        }
    }

    /// What they are of, in order.
    public var ids: [Identifier<Entity>] { all.map(\.id) }

    /// Those of them that are wanted.
    public func filter(_ isWanted: (Switch) -> Bool) -> Self { Self(all.filter(isWanted).map { ($0.id, $0.isOn) }) }
}

extension Switches: Sequence {
    /// Goes through them in order.
    public func makeIterator() -> [Switch].Iterator { all.makeIterator() }
}

extension Switches: JSONCodable {
    /// "an object".
    public static var expected: String { "an object" }

    /// Reads an object of booleans.
    public init(json value: JSONValue, at place: JSONPlace) throws(InvalidField) {
        guard case .object(let object) = value else { throw place.mustBe(Self.expected, value) }
        for member in object.members {
            all.append(
                Switch(id: Identifier(member.key), isOn: try Bool(json: member.value, at: place.member(member.key))))
        }
    }

    /// Appends the object.
    public func write(to json: inout JSONWriter) {
        json.object {
            for each in all {
                $0.key(dynamic: each.id.rawValue)
                $0.bool(each.isOn)
            }
        }
    }
}

/// Switches of apps.
public typealias AppSwitches = Switches<App>
/// Switches of conversations.
public typealias ConversationSwitches = Switches<Conversation>
