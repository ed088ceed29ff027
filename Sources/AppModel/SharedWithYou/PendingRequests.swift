package import ChatProtocol

/// The requests on a stream and the handlers that wait for their answers. An app's session and a container use it to
/// reach the server.
///
/// It belongs to one thread, and only ``turn(_:)`` calls handlers.
package final class PendingRequests {
    package typealias Answer = Result<JSONValue, RPCError>

    /// True if the person's system supports collaboration in Messages (`center-support-flag`).
    private(set) var hasSupport = false

    private let stream: any AppStream
    private var isWelcome = false
    private var lastNumber = 0
    private var waiting: [Int: (Answer) -> Void] = [:]
    private var held: [AppStreamEvent] = []

    init(_ stream: any AppStream) {
        self.stream = stream
        hold()
    }

    /// Processes the events that have arrived. Answers go to their handlers, and `take` receives every event.
    ///
    /// - Returns: true if an event had arrived.
    func turn(_ take: (AppStreamEvent) -> Void) -> Bool {
        hold()
        guard !held.isEmpty else { return false }
        while !held.isEmpty {
            let event = held.removeFirst()
            if case .answer(let number, let answer) = event { waiting.removeValue(forKey: number)?(answer) }
            take(event)
            hold()
        }
        return true
    }

    /// Sends a request. A later ``turn(_:)`` calls the handler with the answer.
    func ask(_ request: AppRequest, then: @escaping (Answer) -> Void) { waiting[put(request)] = then }

    /// Sends a request and waits for its answer. The next ``turn(_:)`` processes all other events that arrive before
    /// it.
    ///
    /// - Returns: the answer, or the error `unavailable` if the stream ends first.
    func answer(to request: AppRequest) -> Answer {
        let number = put(request)
        while true {
            hold()
            let index = held.firstIndex {
                if case .answer(number, _) = $0 { true } else { false }
            }
            if let index, case .answer(_, let answer) = held.remove(at: index) { return answer }
            guard stream.wait() else { return .failure(RPCError(.unavailable, "The server does not answer.")) }
        }
    }

    private func put(_ request: AppRequest) -> Int {
        lastNumber += 1
        stream.ask(request, number: lastNumber)
        return lastNumber
    }

    private func hold() {
        for event in stream.takeEvents() {
            if case .welcome(let isSupported, _) = event {
                if isSupported {
                    hasSupport = true
                    HighlightCenter.noteSupport()
                }
                // No request can precede the first welcome, so no handler receives it.
                if !isWelcome {
                    isWelcome = true
                    continue
                }
            }
            held.append(event)
        }
    }
}
