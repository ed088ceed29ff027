/// A way to be wrong that can be planted between the parts of a simulation, so that its checks are checked: each is
/// found, or the checks are worth nothing.
public enum Defect: String, Sendable, CaseIterable {
    // What the log does.
    case skippedSync, deniedAndDone, forgottenReceipt, otherReceipt, skippingRead, repeatingRead, swappedRead, lostFacts
    case lostHeads, staleEntry, halfCommit, unerased, shortHistory, staleHistory, olderTime
    case forgottenConflict, lostConflict
    // What the servers' clock does.
    case frozenClock
    // What several servers say to each other.
    case ownFence, othersReceipt, lostWake
    // What they write in one commit.
    case splitCommit
    // What is put on lines.
    case lostNotification, doubledNotification, swappedNotifications, wideAudience, narrowAudience, forgottenDevice
    case hastyFence, farFence, nameToApp, wordsToApp, wrongCursor, missingMember, strangeMember, otherWords,
        afterLeaving
    case beforeComing, retoldUnsent, typingToAll, loudOwn
    case lostHighlight, falseMembership
    // What comes from lines.
    case doubledRequest, renamedRetry, lostResume, lateResume, earlyResume, swallowedRequest, impostor
    case quadraticText
    // What lines do.
    case flippedBit, lostByte, staleBytes
    // What clients do.
    case freshClientID, forgetfulClient, deafClient, hastyClient

    /// What goes wrong, in one sentence.
    public var sentence: String {
        switch self {
        case .skippedSync: "a power failure loses the last commit"
        case .deniedAndDone: "a full disk writes a commit that it refused"
        case .forgottenReceipt: "the log loses the request of an event"
        case .otherReceipt: "the log confuses two requests"
        case .skippingRead: "a page of the log lacks an event"
        case .repeatingRead: "a page of the log begins one event too early"
        case .swappedRead: "two events of a page are swapped"
        case .lostFacts: "a start misses the last hot event"
        case .lostHeads: "a start misses the head of a conversation"
        case .staleEntry: "an entry is read in its first version"
        case .halfCommit: "a power failure stores half of a commit"
        case .unerased: "the log keeps an unsent text"
        case .shortHistory: "a page of a thread lacks an entry"
        case .staleHistory: "a page of a thread shows a later edit"
        case .olderTime: "an event is older than the one before"
        case .forgottenConflict: "a node appends after another node's events without reading them"
        case .lostConflict: "a node overwrites another node's events"
        case .frozenClock: "after the wall clock is set back, a server's time stops until the clock catches up"
        case .ownFence: "a fence asks only its own server"
        case .othersReceipt: "a server does not find another server's answers"
        case .lostWake: "a server misses another server's events"
        case .splitCommit: "of two concurrent commits in two worlds, one is lost"
        case .lostNotification: "some notifications are lost"
        case .doubledNotification: "some notifications are delivered twice"
        case .swappedNotifications: "two notifications are swapped"
        case .wideAudience: "a message is delivered to a person who is not a member"
        case .narrowAudience: "the last member receives no notification"
        case .forgottenDevice: "a second device receives no notification"
        case .hastyFence: "a fence does not wait for delayed notifications"
        case .farFence: "a fence certifies too high a position"
        case .nameToApp: "an app receives a name"
        case .wordsToApp: "an app receives a text"
        case .wrongCursor: "a notification has the cursor of the next"
        case .missingMember: "a conversation is sent without its last member"
        case .strangeMember: "a conversation is sent with a person who is not in it"
        case .otherWords: "a message is sent with another number"
        case .afterLeaving: "a person who left receives later messages"
        case .beforeComing: "a new member receives earlier messages"
        case .retoldUnsent: "an unsent text is delivered again"
        case .typingToAll: "everybody sees who types"
        case .loudOwn: "a person is alerted to their own message"
        case .lostHighlight: "some changes of an app's list are not delivered"
        case .falseMembership: "a notice names another person as the new participant"
        case .doubledRequest: "a request without its client id is made twice"
        case .renamedRetry: "a retry comes under another client id"
        case .lostResume: "the server ignores a client's cursor"
        case .lateResume: "a client resumes one event too late"
        case .earlyResume: "a client resumes one event too early"
        case .swallowedRequest: "a request is never answered"
        case .impostor: "a session gets another person's identity"
        case .quadraticText: "a text takes a step for each pair of its bytes"
        case .flippedBit: "one bit of a message changes"
        case .lostByte: "a byte of a message is lost"
        case .staleBytes: "a new connection begins with bytes of the old one"
        case .freshClientID: "a client retries with another client id"
        case .forgetfulClient: "a client does not retry"
        case .deafClient: "a client resumes without a cursor"
        case .hastyClient: "a client resumes with too high a cursor"
        }
    }

    /// How many servers there must be for it to matter.
    public var nodes: Int {
        switch self {
        case .forgottenConflict, .lostConflict, .ownFence, .othersReceipt, .lostWake, .splitCommit: 2
        default: 1
        }
    }

    /// How many worlds there must be.
    public var worlds: Int { self == .splitCommit ? 2 : 1 }

    /// Within how many seeds, from 1 on, it is found.
    public var seeds: Int {
        switch self {
        case .halfCommit, .staleHistory, .falseMembership, .freshClientID, .lostHighlight, .hastyFence: 40
        case .frozenClock: 80
        case .staleEntry, .unerased, .nameToApp, .retoldUnsent, .staleBytes, .ownFence, .quadraticText: 15
        default: 5
        }
    }
}
