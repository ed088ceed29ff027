import ChatConnection
import ChatProtocol
import ChatScreens
import ChatTerminal

/// The new subjects of decisions and the changed documents of a step, from the notifications of an observer.
struct SceneNews {
    /// The subjects of decisions in the order of their creation, each once.
    private(set) var subjects: [ScenarioContext.Subject] = []
    private(set) var pages: [StepScene.Page] = []

    /// Adds a notification of an observer.
    ///
    /// - Parameters:
    ///   - notified: The notification.
    ///   - apps: The names of the apps.
    mutating func hear(_ notified: ScriptedClient.Notified, apps: [AppID: String]) {
        switch notified.notification {
        case .messagePosted(let message, _):
            add(message.id.rawValue, "the message “\(Self.short(message.shownText))”", .messagePosted)
            add(links: message.links.map(\.url))
        case .noticePosted(let notice, _):
            add(notice.id.rawValue, "the notice “\(Self.short(notice.text))”", .noticePosted)
        case .consentRequested(let request):
            add(request.id.rawValue, "the question about \(Self.short(apps[request.app] ?? request.app.rawValue))")
        case .highlightsChanged(let change):
            add(links: change.added.map(\.url) + change.removed.compactMap(\.url) + change.updated.map(\.url))
        case .documentChanged(let view, _): turn(to: StepScene.Page(view))
        case .messageChanged, .receipt, .conversationChanged, .deletionChanged, .noticeCleared, .shareLost,
            .shareChanged, .settingsChanged, .collaborationChanged, .personNamed, nil:
            break
        }
    }

    private mutating func add(_ about: String, _ words: String, _ notification: NotificationName? = nil) {
        let subject = ScenarioContext.Subject(about: about, words: words, notification)
        if let index = subjects.firstIndex(where: { $0.about == about }) {
            // A notice that collects further events is posted again under its id, with another text.
            subjects[index] = subject
        } else {
            subjects.append(subject)
        }
    }

    private mutating func add(links: [String]) {
        for url in links { add(url, Self.short(url)) }
    }

    private mutating func turn(to page: StepScene.Page) {
        if let index = pages.firstIndex(where: { $0.url == page.url }) {
            pages[index] = page
        } else {
            pages.append(page)
        }
    }

    /// Returns a text shortened to one line of at most 80 characters.
    private static func short(_ text: String) -> String {
        let line = CleanText.line(text)
        return line.count > 80 ? String(line.prefix(79)) + "…" : line
    }
}

extension StepScene.Page {
    /// The largest number of bytes of a document that are stored for a step.
    static let bytesMax = 16_384

    fileprivate init(_ document: DocumentView) {
        var content = document.text ?? ""
        for comment in document.comments ?? [] { content += "\n— \(comment.author.defaultName): \(comment.text)" }
        if document.isDeleted { content = "(deleted)" }
        if content.utf8.count > Self.bytesMax { content = content.beginning(bytesMax: Self.bytesMax) + "…" }
        self.init(url: document.url, title: document.title, revision: document.revision, content: content)
    }
}
