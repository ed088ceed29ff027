/// Every limit of the server, each a configuration key and each told in the answer to `session.hello`.
///
/// At the limit all is well; one past it the sender gets `too_large` (or `rate_limited`) with the limit's name and
/// number, and nothing else happens. The defaults are the contract's.
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

    /// The contract's defaults.
    public static let standard = Limits()

    /// The defaults, to change some of them.
    public init() {}
}

extension Limits: JSONWritable {
    /// Appends the object that `hello` answers.
    public func write(to json: inout JSONWriter) {
        json.object {
            $0.member("messageBytes", messageBytes)
            $0.member("textCharacters", textCharacters)
            $0.member("participants", participants)
            $0.member("unsentBytes", unsentBytes)
            $0.member("requestsPerSecond", requestsPerSecond)
            $0.member("requestBurst", requestBurst)
            $0.member("helloMilliseconds", helloMilliseconds)
            $0.member("idlePingMilliseconds", idlePingMilliseconds)
            $0.member("nestingDepth", nestingDepth)
            $0.member("pageEntries", pageEntries)
            $0.member("nameCharacters", nameCharacters)
            $0.member("worlds", worlds)
            $0.member("editMilliseconds", editMilliseconds)
            $0.member("edits", edits)
            $0.member("unsendMilliseconds", unsendMilliseconds)
            $0.member("pinnedConversations", pinnedConversations)
            $0.member("attachmentBytes", attachmentBytes)
            $0.member("faults", faults)
            $0.member("typingMilliseconds", typingMilliseconds)
        }
    }
}
