import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

/// The messages and links to which steps can refer, and the names that steps gave them. The memory is filled from the
/// notifications of an observer, and only if a step of the scenario uses a reference.
struct StageMemory {
    /// A link or message with a name.
    enum Named: Hashable {
        case link(String)
        case message(MessageID)
    }

    /// The newest message and links of one person, or of all people.
    private struct Latest {
        var message: MessageID?
        var sentLink: String?
        var sharedLink: String?
    }

    /// True if the notifications of the observer are stored.
    var isListening = false
    /// The last cursor that the observer received; nil as long as it does not listen.
    private(set) var cursor: Int64?
    /// The links and messages by their names.
    private(set) var named: [String: Named] = [:]
    /// The current texts of messages, and the last texts of unsent ones.
    private var texts: [MessageID: String] = [:]
    private var latest: [Handle?: Latest] = [:]
    private var isNeeded: Bool?
    /// The notices of the last step that caused any.
    var lastNotices: [NoticeID] { newNotices.isEmpty ? earlierNotices : newNotices }
    private var earlierNotices: [NoticeID] = []
    private var newNotices: [NoticeID] = []

    /// Returns true if a step of the scenario uses a reference or gives a name.
    mutating func isNeeded(by pickle: Gherkin.Pickle?) -> Bool {
        if let isNeeded { return isNeeded }
        let speaks = (pickle?.steps ?? []).contains { step in
            // A cheap search finds the few candidates, and only those are split into words.
            step.text.utf8.contains(sequence: "called \"") || step.text.utf8.contains(sequence: "not notified")
                || step.text.utf8.contains(sequence: "just s")
                    && StepText(step.text).pieces.contains { if case .reference = $0 { true } else { false } }
        }
        isNeeded = speaks
        return speaks
    }

    /// Stores the relevant notifications of an observer.
    mutating func record(_ heard: [ScriptedClient.Notified]) {
        guard isListening else { return }
        for notified in heard {
            if let position = notified.params["cursor"]?.integerValue { cursor = max(cursor ?? 0, position) }
            switch notified.notification {
            case .noticePosted(let notice, _): newNotices.append(notice.id)
            case .messagePosted(let message, _):
                texts[message.id] = message.shownText
                remember(message)
            case .messageChanged(let message, _, _): if !message.isUnsent { texts[message.id] = message.shownText }
            case .receipt, .conversationChanged, .deletionChanged, .noticeCleared, .consentRequested,
                .highlightsChanged, .shareLost, .shareChanged, .settingsChanged, .collaborationChanged,
                .documentChanged, .personNamed, nil:
                continue
            }
        }
    }

    /// Ends a step. Its notices become the last ones if it caused any.
    mutating func endStep() {
        earlierNotices = lastNotices
        newNotices = []
    }

    private mutating func remember(_ message: Message) {
        for key in [nil, message.sender] as [Handle?] {
            latest[key, default: Latest()].message = message.id
            for link in message.links {
                latest[key, default: Latest()].sentLink = link.url
                // The server adds a title to the link of a share only.
                if link.title != nil { latest[key, default: Latest()].sharedLink = link.url }
            }
        }
    }

    mutating func name(_ value: Named, _ name: String) { named[name] = value }

    /// Returns the current value of a reference, with the handle of the person whom it names; nil if it has none.
    func value(of reference: StepReference, by person: Handle?) -> Named? {
        let latest = latest[person] ?? Latest()
        switch reference {
        case .sentLink: return latest.sentLink.map(Named.link)
        case .sharedLink: return latest.sharedLink.map(Named.link)
        case .sentMessage: return latest.message.map(Named.message)
        case .namedLink(let name): if case .link(let url) = named[name] { return .link(url) }
        case .namedMessage(let name): if case .message(let id) = named[name] { return .message(id) }
        }
        return nil
    }

    /// Returns the value as a step would write it in quotation marks.
    func text(of value: Named) -> String {
        switch value {
        case .link(let url): url
        case .message(let id): texts[id] ?? ""
        }
    }
}
