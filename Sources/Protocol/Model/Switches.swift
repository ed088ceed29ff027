/// A set of switches by id, in the order in which they were first set. On the wire it is an object of booleans.
public struct Switches<Entity>: Sendable, Equatable {
    /// One switch.
    public struct Switch: Sendable, Equatable {
        /// The id of the entity to which the switch belongs.
        public var id: Identifier<Entity>
        /// True if the switch is on.
        public var isOn: Bool
    }

    private var all: [Switch] = []

    /// An empty set.
    public static var empty: Self { Self() }

    /// Creates a set from ids and states.
    public init(_ all: [(Identifier<Entity>, Bool)] = []) { self.all = all.map { Switch(id: $0.0, isOn: $0.1) } }

    /// The state of a switch; nil if it was never set.
    public subscript(id: Identifier<Entity>) -> Bool? {
        get { all.first { $0.id == id }?.isOn }
        set {
            let index = all.firstIndex { $0.id == id }
            guard let newValue else { return all.removeAll { $0.id == id } }
            if let index { all[index].isOn = newValue } else { all.append(Switch(id: id, isOn: newValue)) }
        }
    }

    /// The ids of the switches, in order.
    public var ids: [Identifier<Entity>] { all.map(\.id) }

    /// Returns the switches that satisfy the condition.
    public func filter(_ isWanted: (Switch) -> Bool) -> Self { Self(all.filter(isWanted).map { ($0.id, $0.isOn) }) }
}

extension Switches: Sequence {
    /// Returns an iterator over the switches, in order.
    public func makeIterator() -> [Switch].Iterator { all.makeIterator() }
}

extension Switches: JSONCodable {
    /// The text "an object".
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
