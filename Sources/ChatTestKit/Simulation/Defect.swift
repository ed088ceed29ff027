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
        case .skippedSync: "what was committed last is gone when the power goes"
        case .deniedAndDone: "a full disk writes what it says it did not"
        case .forgottenReceipt: "the log forgets which request a fact answered"
        case .otherReceipt: "the log takes one request for another"
        case .skippingRead: "a page of the log leaves a fact out"
        case .repeatingRead: "a page of the log begins with the fact before"
        case .swappedRead: "two facts of a page come in the other order"
        case .lostFacts: "a start misses the last hot fact"
        case .lostHeads: "a start misses where a conversation is"
        case .staleEntry: "an entry is read as it was first"
        case .halfCommit: "half of a commit is there when the power went in it"
        case .unerased: "what was taken back still stands in the log"
        case .shortHistory: "a page of a thread leaves an entry out"
        case .staleHistory: "a page of a thread shows what was edited since"
        case .olderTime: "a fact is older than the one before"
        case .forgottenConflict: "a node writes behind what another wrote, and does not look at it"
        case .lostConflict: "a node writes over what another wrote"
        case .frozenClock: "a server's time stands still until a wall clock that was set back is there again"
        case .ownFence: "a fence asks its own server alone"
        case .othersReceipt: "a server does not find what another one answered"
        case .lostWake: "a server does not hear what another wrote, and never looks"
        case .splitCommit: "of what is written in two worlds at once only one is there"
        case .lostNotification: "now and then a notification is lost"
        case .doubledNotification: "now and then a notification comes twice"
        case .swappedNotifications: "two notifications come in the other order"
        case .wideAudience: "somebody who is no member is told of a message"
        case .narrowAudience: "the last member is not told"
        case .forgottenDevice: "a second device is not told"
        case .hastyFence: "a fence does not wait for what is held back"
        case .farFence: "a fence certifies more than there is"
        case .nameToApp: "an app is told a name"
        case .wordsToApp: "an app is told what was said"
        case .wrongCursor: "a notification has the cursor of the next"
        case .missingMember: "a conversation is told without its last member"
        case .strangeMember: "a conversation is told with somebody who is not in it"
        case .otherWords: "a message is told with another number"
        case .afterLeaving: "who left is told of what comes later"
        case .beforeComing: "who comes is told what was said before"
        case .retoldUnsent: "what was taken back is told once more"
        case .typingToAll: "everybody sees who types"
        case .loudOwn: "somebody is alerted to their own message"
        case .lostHighlight: "now and then an app is not told of its list"
        case .falseMembership: "a notice names somebody else as who came to a share"
        case .doubledRequest: "a request without its client id is made twice"
        case .renamedRetry: "a retry comes under another client id"
        case .lostResume: "the server does not hear how far a client was"
        case .lateResume: "a client is told from one fact too late on"
        case .earlyResume: "a client is told from one fact too early on"
        case .swallowedRequest: "a request is never answered"
        case .impostor: "somebody is taken for somebody else"
        case .quadraticText: "a text takes a step for each pair of its bytes"
        case .flippedBit: "a bit of a message is another"
        case .lostByte: "a byte of a message is lost"
        case .staleBytes: "a new line begins with what was on the old one"
        case .freshClientID: "a client asks again under another client id"
        case .forgetfulClient: "a client does not ask again"
        case .deafClient: "a client does not say how far it was"
        case .hastyClient: "a client says that it was farther than it was"
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
