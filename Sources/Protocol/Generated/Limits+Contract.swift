// Written by script/contract: change the contract instead.

/// The limits of the server. Each is a configuration key, and is part of the answer to `session.hello`.
///
/// A request above a limit is refused with `too_large` (or `rate_limited`), the limit's name and its value, and has no
/// other effect. Below its range a limit stops the server from working; above its range one client could exhaust the
/// memory or the stack.
public struct Limits: Sendable, Equatable {
    /// The longest line or message, in bytes.
    /// 256 KiB holds a text of 20,000 characters with any escapes.
    public var messageBytes = 262_144
    /// The longest text of a message, in characters.
    /// Its bytes are limited to 4 for each character, because one character can have any number of bytes.
    public var textCharacters = 20_000
    /// The most people in a conversation, including its creator.
    public var participants = 250
    /// The most unsent bytes of one session.
    /// Above that the session is closed, and can resume.
    public var unsentBytes = 16_777_216
    /// The most unsent bytes of all sessions of one person.
    /// Above that the slowest of them is closed, and can resume.
    public var unsentBytesOfPerson = 67_108_864
    /// The most unsent bytes of all sessions.
    /// Above that the slowest session of the person with the most unsent bytes is closed, and can resume.
    public var unsentBytesOfServer = 134_217_728
    /// The most requests of a session in a second, on average.
    public var requestsPerSecond = 200
    /// The most requests of a session at once after a pause.
    public var requestBurst = 1_000
    /// The longest time for the first request of a connection, or for the rest of an unfinished one.
    public var helloMilliseconds = 10_000
    /// The silence after which a WebSocket is pinged.
    /// Without an answer in the same time, it is closed.
    public var idlePingMilliseconds = 30_000
    /// The deepest nesting of arrays and objects.
    /// A deeper value could be written to the log, but never read again.
    public var nestingDepth = 64
    /// The most entries in one page of history or of conversations.
    public var pageEntries = 200
    /// The most bytes of one page of history, of a thread or of a search, after its first entry.
    /// The server writes a page in one step, while all other clients wait.
    public var pageBytes = 131_072
    /// The most conversations that a person can begin.
    /// Each stays in memory.
    public var conversationsBegun = 10_000
    /// The most people that a person can bring into conversations.
    /// A member counts once for each conversation, and so does the person.
    public var participantsAdded = 100_000
    /// The most links that a person can have in their messages.
    /// A link counts in each message.
    public var linksShared = 100_000
    /// The most documents that a person can create.
    /// A deleted document counts.
    public var documents = 10_000
    /// The most shares that a person can begin.
    /// A stopped share counts.
    public var shares = 10_000
    /// The most bytes of the conversations, links, documents and shares of one person.
    /// Each counts with its approximate size in memory, in addition to its text.
    public var storedBytesOfPerson = 134_217_728
    /// The most characters of a name: of a person, a conversation, an app, a share, a world.
    public var nameCharacters = 200
    /// The most worlds in one server, or in the database of several.
    /// A test suite runs far fewer at once, and this number fits into its memory.
    public var worlds = 10_000
    /// The time after sending in which a message can be edited.
    /// Fifteen minutes (`msg-edit-window`).
    public var editMilliseconds = 900_000
    /// The most edits of a message.
    /// `msg-edit-limit`.
    public var edits = 5
    /// The time after sending in which a message can be unsent.
    /// Two minutes (`msg-unsend-window`).
    public var unsendMilliseconds = 120_000
    /// The time in which a person can recover deleted messages.
    /// Thirty days (`unread-mark`).
    public var recentlyDeletedMilliseconds = 2_592_000_000
    /// The most conversations that a person can pin to the top of their list.
    /// `msg-pin-conv`.
    public var pinnedConversations = 9
    /// The most bytes of an attachment's content.
    /// In base 64 it must fit into a message.
    public var attachmentBytes = 131_072
    /// The most faults in one world.
    /// A new fault replaces the oldest spent one.
    public var faults = 1_000
    /// The time that typing lasts without another report.
    /// `typing-1to1`.
    public var typingMilliseconds = 60_000
    /// The most people on a share, including its owner.
    /// `ck-share-limit`.
    public var shareParticipants = 100
    /// The time in which events of one kind are combined into one notice, counted from the first.
    /// Ten minutes (`ntc-collapse`).
    public var coalescingMilliseconds = 600_000

    /// The usual numbers.
    public static let standard = Limits()

    /// The usual numbers, to change some of them.
    public init() {}
}

extension Limits: NamedNumbers {
    /// The limits by name, in the order of the wire.
    public enum Name: String, NumberName {
        case messageBytes
        case textCharacters
        case participants
        case unsentBytes
        case unsentBytesOfPerson
        case unsentBytesOfServer
        case requestsPerSecond
        case requestBurst
        case helloMilliseconds
        case idlePingMilliseconds
        case nestingDepth
        case pageEntries
        case pageBytes
        case conversationsBegun
        case participantsAdded
        case linksShared
        case documents
        case shares
        case storedBytesOfPerson
        case nameCharacters
        case worlds
        case editMilliseconds
        case edits
        case unsendMilliseconds
        case recentlyDeletedMilliseconds
        case pinnedConversations
        case attachmentBytes
        case faults
        case typingMilliseconds
        case shareParticipants
        case coalescingMilliseconds

        /// The range that a configuration may set.
        public var range: ClosedRange<Int> {
            switch self {
                case .messageBytes: 4_096...67_108_864
                case .textCharacters: 1...1_000_000
                case .participants: 2...10_000
                case .unsentBytes: 65_536...1_073_741_824
                case .unsentBytesOfPerson: 65_536...1_099_511_627_776
                case .unsentBytesOfServer: 65_536...1_099_511_627_776
                case .requestsPerSecond: 1...1_000_000
                case .requestBurst: 1...1_000_000
                case .helloMilliseconds: 100...3_600_000
                case .idlePingMilliseconds: 1_000...86_400_000
                case .nestingDepth: 16...64
                case .pageEntries: 1...1_000
                case .pageBytes: 4_096...67_108_864
                case .conversationsBegun: 1...10_000_000
                case .participantsAdded: 1...100_000_000
                case .linksShared: 1...100_000_000
                case .documents: 1...10_000_000
                case .shares: 1...10_000_000
                case .storedBytesOfPerson: 65_536...1_099_511_627_776
                case .nameCharacters: 16...10_000
                case .worlds: 1...1_000_000
                case .editMilliseconds: 0...31_622_400_000
                case .edits: 0...1_000
                case .unsendMilliseconds: 0...31_622_400_000
                case .recentlyDeletedMilliseconds: 0...31_622_400_000
                case .pinnedConversations: 0...1_000
                case .attachmentBytes: 0...33_554_432
                case .faults: 0...100_000
                case .typingMilliseconds: 100...3_600_000
                case .shareParticipants: 2...10_000
                case .coalescingMilliseconds: 0...86_400_000
            }
        }

        /// A short description for people.
        public var meaning: String {
            switch self {
                case .messageBytes: "the longest line or message, in bytes"
                case .textCharacters: "the longest text of a message, in characters"
                case .participants: "the most people in a conversation, including its creator"
                case .unsentBytes: "the most unsent bytes of one session"
                case .unsentBytesOfPerson: "the most unsent bytes of all sessions of one person"
                case .unsentBytesOfServer: "the most unsent bytes of all sessions"
                case .requestsPerSecond: "the most requests of a session in a second, on average"
                case .requestBurst: "the most requests of a session at once after a pause"
                case .helloMilliseconds: "the longest time for the first request of a connection, or for the rest of an unfinished one"
                case .idlePingMilliseconds: "the silence after which a WebSocket is pinged"
                case .nestingDepth: "the deepest nesting of arrays and objects"
                case .pageEntries: "the most entries in one page of history or of conversations"
                case .pageBytes: "the most bytes of one page of history, of a thread or of a search, after its first entry"
                case .conversationsBegun: "the most conversations that a person can begin"
                case .participantsAdded: "the most people that a person can bring into conversations"
                case .linksShared: "the most links that a person can have in their messages"
                case .documents: "the most documents that a person can create"
                case .shares: "the most shares that a person can begin"
                case .storedBytesOfPerson: "the most bytes of the conversations, links, documents and shares of one person"
                case .nameCharacters: "the most characters of a name: of a person, a conversation, an app, a share, a world"
                case .worlds: "the most worlds in one server, or in the database of several"
                case .editMilliseconds: "the time after sending in which a message can be edited"
                case .edits: "the most edits of a message"
                case .unsendMilliseconds: "the time after sending in which a message can be unsent"
                case .recentlyDeletedMilliseconds: "the time in which a person can recover deleted messages"
                case .pinnedConversations: "the most conversations that a person can pin to the top of their list"
                case .attachmentBytes: "the most bytes of an attachment's content"
                case .faults: "the most faults in one world"
                case .typingMilliseconds: "the time that typing lasts without another report"
                case .shareParticipants: "the most people on a share, including its owner"
                case .coalescingMilliseconds: "the time in which events of one kind are combined into one notice, counted from the first"
            }
        }
    }

    /// A number by its name.
    public subscript(name: Name) -> Int {
        get {
            switch name {
                case .messageBytes: messageBytes
                case .textCharacters: textCharacters
                case .participants: participants
                case .unsentBytes: unsentBytes
                case .unsentBytesOfPerson: unsentBytesOfPerson
                case .unsentBytesOfServer: unsentBytesOfServer
                case .requestsPerSecond: requestsPerSecond
                case .requestBurst: requestBurst
                case .helloMilliseconds: helloMilliseconds
                case .idlePingMilliseconds: idlePingMilliseconds
                case .nestingDepth: nestingDepth
                case .pageEntries: pageEntries
                case .pageBytes: pageBytes
                case .conversationsBegun: conversationsBegun
                case .participantsAdded: participantsAdded
                case .linksShared: linksShared
                case .documents: documents
                case .shares: shares
                case .storedBytesOfPerson: storedBytesOfPerson
                case .nameCharacters: nameCharacters
                case .worlds: worlds
                case .editMilliseconds: editMilliseconds
                case .edits: edits
                case .unsendMilliseconds: unsendMilliseconds
                case .recentlyDeletedMilliseconds: recentlyDeletedMilliseconds
                case .pinnedConversations: pinnedConversations
                case .attachmentBytes: attachmentBytes
                case .faults: faults
                case .typingMilliseconds: typingMilliseconds
                case .shareParticipants: shareParticipants
                case .coalescingMilliseconds: coalescingMilliseconds
            }
        }
        set {
            switch name {
                case .messageBytes: messageBytes = newValue
                case .textCharacters: textCharacters = newValue
                case .participants: participants = newValue
                case .unsentBytes: unsentBytes = newValue
                case .unsentBytesOfPerson: unsentBytesOfPerson = newValue
                case .unsentBytesOfServer: unsentBytesOfServer = newValue
                case .requestsPerSecond: requestsPerSecond = newValue
                case .requestBurst: requestBurst = newValue
                case .helloMilliseconds: helloMilliseconds = newValue
                case .idlePingMilliseconds: idlePingMilliseconds = newValue
                case .nestingDepth: nestingDepth = newValue
                case .pageEntries: pageEntries = newValue
                case .pageBytes: pageBytes = newValue
                case .conversationsBegun: conversationsBegun = newValue
                case .participantsAdded: participantsAdded = newValue
                case .linksShared: linksShared = newValue
                case .documents: documents = newValue
                case .shares: shares = newValue
                case .storedBytesOfPerson: storedBytesOfPerson = newValue
                case .nameCharacters: nameCharacters = newValue
                case .worlds: worlds = newValue
                case .editMilliseconds: editMilliseconds = newValue
                case .edits: edits = newValue
                case .unsendMilliseconds: unsendMilliseconds = newValue
                case .recentlyDeletedMilliseconds: recentlyDeletedMilliseconds = newValue
                case .pinnedConversations: pinnedConversations = newValue
                case .attachmentBytes: attachmentBytes = newValue
                case .faults: faults = newValue
                case .typingMilliseconds: typingMilliseconds = newValue
                case .shareParticipants: shareParticipants = newValue
                case .coalescingMilliseconds: coalescingMilliseconds = newValue
            }
        }
    }
}

extension Limits: JSONRecord {
    public init(from fields: inout JSONFields) throws(InvalidField) {
        messageBytes = try fields.readOptional("messageBytes") ?? messageBytes
        textCharacters = try fields.readOptional("textCharacters") ?? textCharacters
        participants = try fields.readOptional("participants") ?? participants
        unsentBytes = try fields.readOptional("unsentBytes") ?? unsentBytes
        unsentBytesOfPerson = try fields.readOptional("unsentBytesOfPerson") ?? unsentBytesOfPerson
        unsentBytesOfServer = try fields.readOptional("unsentBytesOfServer") ?? unsentBytesOfServer
        requestsPerSecond = try fields.readOptional("requestsPerSecond") ?? requestsPerSecond
        requestBurst = try fields.readOptional("requestBurst") ?? requestBurst
        helloMilliseconds = try fields.readOptional("helloMilliseconds") ?? helloMilliseconds
        idlePingMilliseconds = try fields.readOptional("idlePingMilliseconds") ?? idlePingMilliseconds
        nestingDepth = try fields.readOptional("nestingDepth") ?? nestingDepth
        pageEntries = try fields.readOptional("pageEntries") ?? pageEntries
        pageBytes = try fields.readOptional("pageBytes") ?? pageBytes
        conversationsBegun = try fields.readOptional("conversationsBegun") ?? conversationsBegun
        participantsAdded = try fields.readOptional("participantsAdded") ?? participantsAdded
        linksShared = try fields.readOptional("linksShared") ?? linksShared
        documents = try fields.readOptional("documents") ?? documents
        shares = try fields.readOptional("shares") ?? shares
        storedBytesOfPerson = try fields.readOptional("storedBytesOfPerson") ?? storedBytesOfPerson
        nameCharacters = try fields.readOptional("nameCharacters") ?? nameCharacters
        worlds = try fields.readOptional("worlds") ?? worlds
        editMilliseconds = try fields.readOptional("editMilliseconds") ?? editMilliseconds
        edits = try fields.readOptional("edits") ?? edits
        unsendMilliseconds = try fields.readOptional("unsendMilliseconds") ?? unsendMilliseconds
        recentlyDeletedMilliseconds = try fields.readOptional("recentlyDeletedMilliseconds") ?? recentlyDeletedMilliseconds
        pinnedConversations = try fields.readOptional("pinnedConversations") ?? pinnedConversations
        attachmentBytes = try fields.readOptional("attachmentBytes") ?? attachmentBytes
        faults = try fields.readOptional("faults") ?? faults
        typingMilliseconds = try fields.readOptional("typingMilliseconds") ?? typingMilliseconds
        shareParticipants = try fields.readOptional("shareParticipants") ?? shareParticipants
        coalescingMilliseconds = try fields.readOptional("coalescingMilliseconds") ?? coalescingMilliseconds
    }

    public func writeMembers(to json: inout JSONWriter) {
        json.member("messageBytes", messageBytes)
        json.member("textCharacters", textCharacters)
        json.member("participants", participants)
        json.member("unsentBytes", unsentBytes)
        json.member("unsentBytesOfPerson", unsentBytesOfPerson)
        json.member("unsentBytesOfServer", unsentBytesOfServer)
        json.member("requestsPerSecond", requestsPerSecond)
        json.member("requestBurst", requestBurst)
        json.member("helloMilliseconds", helloMilliseconds)
        json.member("idlePingMilliseconds", idlePingMilliseconds)
        json.member("nestingDepth", nestingDepth)
        json.member("pageEntries", pageEntries)
        json.member("pageBytes", pageBytes)
        json.member("conversationsBegun", conversationsBegun)
        json.member("participantsAdded", participantsAdded)
        json.member("linksShared", linksShared)
        json.member("documents", documents)
        json.member("shares", shares)
        json.member("storedBytesOfPerson", storedBytesOfPerson)
        json.member("nameCharacters", nameCharacters)
        json.member("worlds", worlds)
        json.member("editMilliseconds", editMilliseconds)
        json.member("edits", edits)
        json.member("unsendMilliseconds", unsendMilliseconds)
        json.member("recentlyDeletedMilliseconds", recentlyDeletedMilliseconds)
        json.member("pinnedConversations", pinnedConversations)
        json.member("attachmentBytes", attachmentBytes)
        json.member("faults", faults)
        json.member("typingMilliseconds", typingMilliseconds)
        json.member("shareParticipants", shareParticipants)
        json.member("coalescingMilliseconds", coalescingMilliseconds)
    }
}
