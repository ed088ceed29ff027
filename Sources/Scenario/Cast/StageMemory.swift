import ChatConnection
import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

/// What was said and shared so far and what was given a name, so that steps can speak of it: fed from all that an
/// observer hears, and only where a step of the scenario speaks of anything so.
struct StageMemory {
    /// What was given a name.
    enum Named: Hashable {
        case link(String)
        case message(MessageID)
    }

    /// The newest of somebody, or of all.
    private struct Latest {
        var message: MessageID?
        var sentLink: String?
        var sharedLink: String?
    }

    /// Whether what the observer hears is kept.
    var isListening = false
    /// How far the observer has heard; nil as long as it does not listen.
    private(set) var cursor: Int64?
    /// By the names that steps gave.
    private(set) var named: [String: Named] = [:]
    /// How messages read now, and what those said last that were unsent.
    private var texts: [MessageID: String] = [:]
    private var latest: [Handle?: Latest] = [:]
    private var isNeeded: Bool?
    /// The notices of the last step that led to any.
    var lastNotices: [NoticeID] { newNotices.isEmpty ? earlierNotices : newNotices }
    private var earlierNotices: [NoticeID] = []
    private var newNotices: [NoticeID] = []

    /// Whether a step of the scenario speaks of something without spelling it out, or names something.
    mutating func isNeeded(by pickle: Gherkin.Pickle?) -> Bool {
        if let isNeeded { return isNeeded }
        let speaks = (pickle?.steps ?? []).contains { step in
            // Few steps have one of these in them, and only those are cut.
            step.text.utf8.contains(sequence: "called \"") || step.text.utf8.contains(sequence: "not notified")
                || step.text.utf8.contains(sequence: "just s")
                    && StepText(step.text).pieces.contains { if case .reference = $0 { true } else { false } }
        }
        isNeeded = speaks
        return speaks
    }

    /// Keeps what matters of what an observer heard.
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

    /// A step is done: what it led to is the last that happened, if it led to anything.
    mutating func endStep() {
        earlierNotices = lastNotices
        newNotices = []
    }

    private mutating func remember(_ message: Message) {
        for key in [nil, message.sender] as [Handle?] {
            latest[key, default: Latest()].message = message.id
            for link in message.links {
                latest[key, default: Latest()].sentLink = link.url
                // Only the server knows what a share is called.
                if link.title != nil { latest[key, default: Latest()].sharedLink = link.url }
            }
        }
    }

    mutating func name(_ value: Named, _ name: String) { named[name] = value }

    /// What a reference stands for now, by the handle of the person whom it names; nil if there is no such thing.
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

    /// As a step would write it in quotes.
    func text(of value: Named) -> String {
        switch value {
        case .link(let url): url
        case .message(let id): texts[id] ?? ""
        }
    }
}
