import ChatConnection
import ChatProtocol
import ChatTerminal

/// What came into being in a step, as an observer heard it: what decisions can be asked about, and the documents.
struct SceneNews {
    /// One thing that the server decided about.
    enum Thing: Hashable {
        case message(MessageID)
        case notice(NoticeID)
        case consent(String)
        case link(String)

        /// What `delivery.explain` knows it by.
        var about: String {
            switch self {
            case .message(let id): id.rawValue
            case .notice(let id): id.rawValue
            case .consent(let id), .link(let id): id
            }
        }

        /// What told of it; nil for what faults do not keep from anybody.
        var notification: NotificationName? {
            switch self {
            case .message: .messagePosted
            case .notice: .noticePosted
            case .consent, .link: nil
            }
        }
    }

    /// In the order in which they came into being, each once, with what they are called.
    private(set) var things: [(thing: Thing, name: String)] = []
    private(set) var pages: [StepScene.Page] = []
    private var known: Set<Thing> = []

    /// Hears a notification of an observer.
    ///
    /// - Parameter apps: the names of the apps.
    mutating func hear(_ notified: ScriptedClient.Notified, apps: [AppID: String]) {
        let params = notified.params
        switch NotificationName(rawValue: notified.method) {
        case .messagePosted:
            guard let message = params["message"], let id = message["id"]?.stringValue else { return }
            let text = message["text"]?.stringValue ?? message["attachment"]?["name"]?.stringValue ?? ""
            add(.message(MessageID(id)), "the message “\(Self.short(text))”")
            for link in message["links"]?.arrayValue ?? [] {
                if let url = link["url"]?.stringValue { add(.link(url), Self.short(url)) }
            }
        case .noticePosted:
            guard let notice = params["notice"], let id = notice["id"]?.stringValue else { return }
            add(.notice(NoticeID(id)), "the notice “\(Self.short(notice["text"]?.stringValue ?? ""))”")
        case .consentRequested:
            guard let id = params["consent"]?.stringValue else { return }
            let app = params["app"]?.stringValue ?? ""
            add(.consent(id), "the question about \(Self.short(apps[AppID(app)] ?? app))")
        case .highlightsChanged:
            for list in ["added", "removed", "updated"] {
                for highlight in params[list]?.arrayValue ?? [] {
                    if let url = highlight["url"]?.stringValue { add(.link(url), Self.short(url)) }
                }
            }
        case .documentChanged:
            if let page = params["document"].flatMap(StepScene.Page.init(reading:)) { turn(to: page) }
        default: break
        }
    }

    private mutating func add(_ thing: Thing, _ name: String) {
        if known.insert(thing).inserted {
            things.append((thing, name))
        } else if let index = things.firstIndex(where: { $0.thing == thing }) {
            // A notice that grows is posted again under its id, in other words.
            things[index].name = name
        }
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
        guard let url = document["url"]?.stringValue else { return nil }
        var content = document["text"]?.stringValue ?? ""
        for comment in document["comments"]?.arrayValue ?? [] {
            let author = comment["author"]?.stringValue.flatMap { Handle($0) }?.defaultName ?? ""
            content += "\n— \(author): \(comment["text"]?.stringValue ?? "")"
        }
        if document["deleted"]?.boolValue == true { content = "(deleted)" }
        if content.utf8.count > Self.bytesMax {
            content = content.beginning(bytesMax: Self.bytesMax) + "…"
        }
        self.init(
            url: url, title: document["title"]?.stringValue ?? "",
            revision: document["revision"]?.integerValue ?? 0, content: content)
    }
}
