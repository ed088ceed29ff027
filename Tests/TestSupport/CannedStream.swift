import AppModel
import ChatProtocol

/// The stream of an app to a server with canned answers.
final class CannedStream: AppStream {
    /// Returns the answer to a request; by default a `notFound` error.
    var answers: (AppRequest) -> Result<JSONValue, RPCError> = { _ in .failure(RPCError(.notFound, "Nothing there.")) }
    /// The received requests, in order.
    private(set) var asked: [AppRequest] = []
    /// True if its events are not available yet.
    var isSlow = false
    private var events: [AppStreamEvent] = []

    init(hasSupport: Bool = true) { events = [.welcome(hasCollaborationSupport: hasSupport)] }

    func ask(_ request: AppRequest, number: Int) {
        asked.append(request)
        events.append(.answer(number, answers(request)))
    }

    func takeEvents() -> [AppStreamEvent] {
        if isSlow { return [] }
        defer { events = [] }
        return events
    }

    func wait() -> Bool { !events.isEmpty }

    func put(_ event: AppStreamEvent) { events.append(event) }

    /// Sends a notification that the list of highlights has changed.
    func tellChange(_ params: JSONValue = ["cursor": 1]) {
        put(.notification(method: "highlights.changed", params: params))
    }

    static func link(_ number: Int) -> JSONValue {
        ["id": .string("h\(number)"), "url": .string("https://notes.example/d/\(number)")]
    }

    static func document(_ number: Int) -> JSONValue {
        [
            "id": .string("h\(number)"), "url": .string("https://notes.example/d/\(number)"),
            "collaborationIdentifier": .string("share-\(number)"), "title": "Trip plan",
            "contentType": "public.data", "createdAt": "2024-01-01T09:00:00.000Z",
        ]
    }

    static func page(_ highlights: [JSONValue], more: Bool = false) -> JSONValue {
        ["highlights": .array(highlights), "more": .bool(more)]
    }

    /// Returns a session of the app Notes that runs as Bea on this stream.
    func session() throws -> AppSession {
        guard let bea = Handle("bea") else { throw Missing() }
        return AppSession(app: AppID("com.example.notes"), person: bea, stream: self)
    }

    struct Missing: Error {}
}

extension String {
    /// The text as the id of a highlight.
    var id: HighlightID { HighlightID(self) }
}
