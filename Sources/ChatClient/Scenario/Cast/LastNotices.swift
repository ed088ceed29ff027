import ChatProtocol

/// The notices that the last request became that became any, whoever posted them: the system or an app. An observer who
/// hears requests hears each before what it led to.
struct LastNotices {
    /// Whether a step of the scenario asks about them: only then an observer listens for them.
    private(set) var areNeeded: Bool
    /// Their ids; nil as long as nothing happened of which anybody is notified.
    private(set) var ids: [NoticeID]?
    private var isNextRequest = true

    init(_ pickle: Gherkin.Pickle?) {
        areNeeded = (pickle?.steps ?? []).contains { $0.text.utf8.contains(sequence: " was not notified because ") }
    }

    /// Keeps what matters of what an observer heard.
    mutating func take(_ heard: [ScriptedClient.Notified]) {
        for notified in heard {
            switch notified.method {
            case "request.done": isNextRequest = true
            case "notice.posted":
                guard let id = notified.params["notice"]?["id"]?.stringValue else { continue }
                if isNextRequest { ids = [] }
                isNextRequest = false
                ids?.append(NoticeID(id))
            default: continue
            }
        }
    }
}
