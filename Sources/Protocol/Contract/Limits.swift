/// Every limit of the server, each a configuration key and each told in the answer to `session.hello`.
///
/// At the limit all is well; one past it the sender gets `too_large` (or `rate_limited`) with the limit's name and
/// number, and nothing else happens. The defaults are the contract's. A new limit is a member here and a case of
/// ``Name``: the compiler then asks for the rest, its test included.
public struct Limits: Sendable, Equatable {
    /// The longest line or message in bytes: 256 KiB holds a text of 20,000 characters however it is escaped.
    public var messageBytes = 256 * 1024
    /// The longest text of a message in characters (extended grapheme clusters, as people count them).
    public var textCharacters = 20_000
    /// The most participants of a conversation, the creator included.
    public var participants = 250
    /// The most bytes that may wait unsent for one session; past that it is closed and can resume.
    public var unsentBytes = 16 * 1024 * 1024
    /// How many requests a session may make in a second, in the long run.
    public var requestsPerSecond = 200
    /// How many requests a session may make at once after a pause.
    public var requestBurst = 1_000
    /// How long a connection may stay without its first request, in milliseconds.
    public var helloMilliseconds = 10_000
    /// After how much silence a WebSocket is pinged, in milliseconds; unanswered for as long again, it is closed.
    public var idlePingMilliseconds = 30_000
    /// How deep arrays and objects may nest.
    public var nestingDepth = 64
    /// The most entries in one page of history.
    public var pageEntries = 200
    /// The most characters of a name: of a person, a conversation, an app or a share.
    public var nameCharacters = 200
    /// The most worlds in one server: far more than a test suite runs at once, few enough to fit its memory.
    public var worlds = 10_000
    /// How long after sending a message can be edited, in milliseconds: fifteen minutes (`msg-edit-window`).
    public var editMilliseconds = 900_000
    /// How many times a message can be edited (`msg-edit-limit`).
    public var edits = 5
    /// How long after sending a message can be taken back, in milliseconds: two minutes (`msg-unsend-window`).
    public var unsendMilliseconds = 120_000
    /// How many conversations a person can pin to the top of their list (`msg-pin-conv`).
    public var pinnedConversations = 9
    /// The most bytes of an attachment's content: in base 64 it must fit into a message.
    public var attachmentBytes = 128 * 1024
    /// The most faults in one world; of those that are spent, the oldest makes room for a new one.
    public var faults = 1_000
    /// After how many milliseconds somebody who says no more of it types no longer (`typing-1to1`).
    public var typingMilliseconds = 60_000
    /// The most people on a share, its owner included (`ck-share-limit`).
    public var shareParticipants = 100
    /// How long events of one kind are one notice, counted from the first, in milliseconds: ten minutes
    /// (`ntc-collapse`).
    public var coalescingMilliseconds = 600_000

    /// The contract's defaults.
    public static let standard = Limits()

    /// The defaults, to change some of them.
    public init() {}
}

extension Limits {
    /// The limits by their names on the wire, in the order in which they are told.
    public enum Name: String, CaseIterable, Sendable {
        case messageBytes, textCharacters, participants, unsentBytes, requestsPerSecond, requestBurst
        case helloMilliseconds, idlePingMilliseconds, nestingDepth, pageEntries, nameCharacters, worlds
        case editMilliseconds, edits, unsendMilliseconds, pinnedConversations, attachmentBytes, faults
        case typingMilliseconds, shareParticipants, coalescingMilliseconds

        /// Where its number stands.
        var place: WritableKeyPath<Limits, Int> {
            switch self {
            case .messageBytes: \.messageBytes
            case .textCharacters: \.textCharacters
            case .participants: \.participants
            case .unsentBytes: \.unsentBytes
            case .requestsPerSecond: \.requestsPerSecond
            case .requestBurst: \.requestBurst
            case .helloMilliseconds: \.helloMilliseconds
            case .idlePingMilliseconds: \.idlePingMilliseconds
            case .nestingDepth: \.nestingDepth
            case .pageEntries: \.pageEntries
            case .nameCharacters: \.nameCharacters
            case .worlds: \.worlds
            case .editMilliseconds: \.editMilliseconds
            case .edits: \.edits
            case .unsendMilliseconds: \.unsendMilliseconds
            case .pinnedConversations: \.pinnedConversations
            case .attachmentBytes: \.attachmentBytes
            case .faults: \.faults
            case .typingMilliseconds: \.typingMilliseconds
            case .shareParticipants: \.shareParticipants
            case .coalescingMilliseconds: \.coalescingMilliseconds
            }
        }

        /// What a configuration may set it to: below, nothing works any more; above, one client could take the memory
        /// or the stack of all.
        public var range: ClosedRange<Int> {
            switch self {
            case .messageBytes: 4_096...67_108_864
            case .textCharacters: 1...1_000_000
            case .participants: 2...10_000
            case .unsentBytes: 65_536...1_073_741_824
            case .requestsPerSecond, .requestBurst: 1...1_000_000
            case .helloMilliseconds: 100...3_600_000
            case .idlePingMilliseconds: 1_000...86_400_000
            // What is deeper than the log's own reader takes could be written and never be read again.
            case .nestingDepth: 16...64
            case .pageEntries: 1...1_000
            case .nameCharacters: 16...10_000
            case .worlds: 1...1_000_000
            case .editMilliseconds, .unsendMilliseconds: 0...31_622_400_000
            case .edits: 0...1_000
            case .pinnedConversations: 0...1_000
            case .attachmentBytes: 0...33_554_432
            case .faults: 0...100_000
            case .typingMilliseconds: 100...3_600_000
            case .shareParticipants: 2...10_000
            case .coalescingMilliseconds: 0...86_400_000
            }
        }

        /// What it holds, for people: the line of the configuration's reference.
        public var meaning: String {
            switch self {
            case .messageBytes: "the longest line or message, in bytes"
            case .textCharacters: "the longest text of a message, in characters as people count them"
            case .participants: "the most people in a conversation, its creator included"
            case .unsentBytes: "the most bytes that may wait unsent for one session"
            case .requestsPerSecond: "how many requests a session may make in a second, in the long run"
            case .requestBurst: "how many requests a session may make at once after a pause"
            case .helloMilliseconds: "how long a connection may stay without its first request"
            case .idlePingMilliseconds: "after how much silence a WebSocket is pinged"
            case .nestingDepth: "how deep arrays and objects may nest"
            case .pageEntries: "the most entries in one page of history"
            case .nameCharacters: "the most characters of a name: of a person, a conversation, an app, a share, a world"
            case .worlds: "the most worlds in one server"
            case .editMilliseconds: "how long after sending a message can be edited"
            case .edits: "how many times a message can be edited"
            case .unsendMilliseconds: "how long after sending a message can be taken back"
            case .pinnedConversations: "how many conversations a person can pin to the top of their list"
            case .attachmentBytes: "the most bytes of a document's content"
            case .faults: "the most faults in one world"
            case .typingMilliseconds: "after how long somebody who says no more of it types no longer"
            case .shareParticipants: "the most people on a share, its owner included"
            case .coalescingMilliseconds: "how long events of one kind are one notice, counted from the first"
            }
        }
    }

    /// The number of a limit by its name.
    public subscript(name: Name) -> Int {
        get { self[keyPath: name.place] }
        set { self[keyPath: name.place] = newValue }
    }

    /// What makes limits useless beside each other, though each is in its range; nil where they fit.
    public var contradiction: String? {
        let request = textCharacters * Self.escapedCharacterBytes + Self.envelopeBytes
        if messageBytes < request {
            return "messageBytes is \(messageBytes), and a text of textCharacters (\(textCharacters)) may need "
                + "\(request) bytes on the wire: raise the one or lower the other"
        }
        let document = (attachmentBytes + 2) / 3 * 4 + Self.envelopeBytes
        if messageBytes < document {
            return "messageBytes is \(messageBytes), and a document of attachmentBytes (\(attachmentBytes)) needs "
                + "\(document) bytes in base 64: raise the one or lower the other"
        }
        // A page ends at half of what may wait, and has one message at least.
        let longest = 2 * (edits + 1) * messageBytes
        if unsentBytes < longest {
            return "unsentBytes is \(unsentBytes), and a message with all its earlier texts needs \(longest) bytes "
                + "(2 × (edits + 1) × messageBytes): who asks for it would be closed as a slow reader"
        }
        return nil
    }

    /// Twelve bytes: a character outside the basic plane, written as two `\u` escapes.
    private static let escapedCharacterBytes = 12
    /// Room for the rest of a request: its method, its ids.
    private static let envelopeBytes = 2_048
}

extension Limits: JSONWritable {
    /// Appends the object that `hello` answers.
    public func write(to json: inout JSONWriter) {
        json.object {
            for name in Name.allCases {
                $0.key(dynamic: name.rawValue)
                $0.integer(Int64(self[name]))
            }
        }
    }
}

extension Limits {
    /// How many entries a page has where nobody asks for a number.
    private static let usualPageEntries = 50

    /// How many entries a page has, where somebody asked for that many.
    ///
    /// - Throws: ``RPCError`` where it is more than one page may have, or nothing.
    public func pageSize(_ asked: Int?) throws(RPCError) -> Int {
        guard let asked else { return min(Self.usualPageEntries, pageEntries) }
        guard (1...pageEntries).contains(asked) else {
            throw .invalid(InvalidField(field: "limit", problem: "must be from 1 to \(pageEntries), and is \(asked)"))
        }
        return asked
    }
}
