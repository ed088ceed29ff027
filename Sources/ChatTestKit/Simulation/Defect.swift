/// A deliberate error between the parts of a simulation. Planting it tests the checks: they must find it.
public enum Defect: String, Sendable, CaseIterable {
    // Errors of the log.
    case skippedSync, deniedAndDone, forgottenReceipt, otherReceipt, skippingRead, repeatingRead, swappedRead, lostFacts
    case lostHeads, staleEntry, halfCommit, unerased, shortHistory, staleHistory, olderTime
    // Errors of the servers' clock.
    case frozenClock
    // Errors of leases and of forwarding.
    case uncheckedLease, trustedLease, lostForward
    // Errors of a commit in several worlds.
    case splitCommit
    // Errors in the messages to clients.
    case lostNotification, doubledNotification, swappedNotifications, wideAudience, narrowAudience, forgottenDevice
    case hastyFence, farFence, nameToApp, wordsToApp, wrongCursor, missingMember, strangeMember, otherWords,
        afterLeaving
    case beforeComing, retoldUnsent, typingToAll, loudOwn
    case lostHighlight, falseMembership
    // Errors in the processing of requests.
    case doubledRequest, renamedRetry, lostResume, lateResume, earlyResume, swallowedRequest, impostor
    case quadraticText
    // Errors of connections.
    case flippedBit, lostByte, staleBytes
    // Errors of clients.
    case freshClientID, forgetfulClient, deafClient, hastyClient

    /// A sentence that describes the error.
    public var sentence: String {
        switch self {
        case .skippedSync: "a power failure loses the last commit"
        case .deniedAndDone: "a full disk stores a commit that it reports as failed"
        case .forgottenReceipt: "the log loses the client id of a request"
        case .otherReceipt: "for a retry, the log finds the record of an earlier request"
        case .skippingRead: "a page of the log lacks a record"
        case .repeatingRead: "a page of the log begins one record too early"
        case .swappedRead: "a page of the log swaps two records"
        case .lostFacts: "a start does not load the last record of the server's state"
        case .lostHeads: "a start does not load the newest message of a conversation"
        case .staleEntry: "the log returns the first version of an edited message"
        case .halfCommit: "a power failure stores half of a commit"
        case .unerased: "the log stores the text of an unsent message"
        case .shortHistory: "a page of a thread lacks an entry"
        case .staleHistory: "a page of a thread has the first versions of edited messages"
        case .olderTime: "a record has an earlier time than the record before it"
        case .frozenClock: "after the wall clock is set back, a server's time stops until the clock catches up"
        case .uncheckedLease: "a server commits to a world that another server has taken, as if it still had it"
        case .trustedLease: "a server answers without confirming a lease that may have ended"
        case .lostForward: "a message of a forwarded client is lost"
        case .splitCommit: "a commit in two worlds stores the records of only one"
        case .lostNotification: "some notifications are lost"
        case .doubledNotification: "some notifications are delivered twice"
        case .swappedNotifications: "two notifications are swapped"
        case .wideAudience: "a message is delivered to a person who is not a member"
        case .narrowAudience: "the last member of a conversation receives no new messages"
        case .forgottenDevice: "a person's second device misses some notifications"
        case .hastyFence: "a fence does not wait for delayed notifications"
        case .farFence: "a fence certifies too high a position"
        case .nameToApp: "an app receives a person's name"
        case .wordsToApp: "an app receives the text of a message"
        case .wrongCursor: "a notification has the cursor of the next one"
        case .missingMember: "a conversation is sent without its last member"
        case .strangeMember: "a conversation is sent with a person who is not in it"
        case .otherWords: "a message is sent with a wrong sequence number"
        case .afterLeaving: "a person who left receives later messages"
        case .beforeComing: "a new member receives earlier messages"
        case .retoldUnsent: "the text of an unsent message is delivered again"
        case .typingToAll: "a typing notification reaches a person who is not a member"
        case .loudOwn: "a person is alerted to their own message"
        case .lostHighlight: "some changes of an app's highlights are not delivered"
        case .falseMembership: "a notice names the wrong person as the new participant"
        case .doubledRequest: "a request arrives twice, without its client id"
        case .renamedRetry: "a retry arrives with another client id"
        case .lostResume: "the server ignores a client's cursor"
        case .lateResume: "a client resumes one event too late"
        case .earlyResume: "a client resumes one event too early"
        case .swallowedRequest: "a request is never answered"
        case .impostor: "a session gets another person's identity"
        case .quadraticText: "the time to process a message grows with the square of its length"
        case .flippedBit: "a bit of a message changes on its way"
        case .lostByte: "a byte of a message is lost on its way"
        case .staleBytes: "a new connection begins with bytes of the old one"
        case .freshClientID: "a client retries with another client id"
        case .forgetfulClient: "a client does not retry"
        case .deafClient: "a client resumes without a cursor"
        case .hastyClient: "a client resumes with too high a cursor"
        }
    }

    /// The number of servers that the defect needs: 1 or 2.
    public var nodes: Int {
        switch self {
        case .uncheckedLease, .trustedLease, .lostForward, .splitCommit: 2
        default: 1
        }
    }

    /// The number of worlds that the defect needs: 1 or 2.
    public var worlds: Int { self == .splitCommit ? 2 : 1 }

    /// The number of seeds, from 1 on, within which the checks find the defect.
    public var seeds: Int {
        switch self {
        case .halfCommit, .staleHistory, .falseMembership, .freshClientID, .lostHighlight, .hastyFence, .trustedLease:
            40
        case .frozenClock: 80
        case .staleEntry, .unerased, .nameToApp, .retoldUnsent, .staleBytes, .quadraticText: 15
        default: 5
        }
    }
}
