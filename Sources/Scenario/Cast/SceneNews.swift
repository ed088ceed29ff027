import ChatConnection
import ChatProtocol
import ChatTerminal

/// What came into being in a step, as an observer heard it: what decisions can be asked about, and the documents.
struct SceneNews {
    /// What the server decided about, in the order in which it came into being, each once.
    private(set) var subjects: [ScenarioContext.Subject] = []
    private(set) var pages: [StepScene.Page] = []

    /// Hears a notification of an observer.
    ///
    /// - Parameter apps: the names of the apps.
    mutating func hear(_ notified: ScriptedClient.Notified, apps: [AppID: String]) {
        let params = notified.params
        switch NotificationName(rawValue: notified.method) {
        case .messagePosted:
            guard let message = params["message"], let id = message.text("id") else { return }
            let text = message.text("text") ?? message["attachment"]?.text("name") ?? ""
            add(id, "the message “\(Self.short(text))”", .messagePosted)
            add(links: message.list("links"))
        case .noticePosted:
            guard let notice = params["notice"], let id = notice.text("id") else { return }
            add(id, "the notice “\(Self.short(notice.text("text") ?? ""))”", .noticePosted)
        case .consentRequested:
            guard let id = params.text("consent") else { return }
            let app = params.text("app") ?? ""
            add(id, "the question about \(Self.short(apps[AppID(app)] ?? app))")
        case .highlightsChanged: for list in ["added", "removed", "updated"] { add(links: params.list(list)) }
        case .documentChanged:
            if let page = params["document"].flatMap(StepScene.Page.init(reading:)) { turn(to: page) }
        default: break
        }
    }

    private mutating func add(_ about: String, _ words: String, _ notification: NotificationName? = nil) {
        let subject = ScenarioContext.Subject(about: about, words: words, notification)
        if let index = subjects.firstIndex(where: { $0.about == about }) {
            // A notice that grows is posted again under its id, in other words.
            subjects[index] = subject
        } else {
            subjects.append(subject)
        }
    }

    private mutating func add(links: [JSONValue]) {
        for url in links.compactMap({ $0.text("url") }) { add(url, Self.short(url)) }
    }

    private mutating func turn(to page: StepScene.Page) {
        if let index = pages.firstIndex(where: { $0.url == page.url }) {
            pages[index] = page
        } else {
            pages.append(page)
        }
    }

    /// A text as a heading has room for it.
    private static func short(_ text: String) -> String {
        let line = CleanText.line(text)
        return line.count > 80 ? String(line.prefix(79)) + "…" : line
    }
}

extension StepScene.Page {
    /// The most bytes of a document that are kept of a step.
    static let bytesMax = 16_384

    fileprivate init?(reading document: JSONValue) {
        guard let url = document.text("url") else { return nil }
        var content = document.text("text") ?? ""
        for comment in document.list("comments") {
            content += "\n— \(comment.handle("author")?.defaultName ?? ""): \(comment.text("text") ?? "")"
        }
        if document["deleted"] == true { content = "(deleted)" }
        if content.utf8.count > Self.bytesMax { content = content.beginning(bytesMax: Self.bytesMax) + "…" }
        self.init(
            url: url, title: document.text("title") ?? "", revision: document["revision"]?.integerValue ?? 0,
            content: content)
    }
}
