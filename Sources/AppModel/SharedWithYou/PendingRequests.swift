package import ChatProtocol

/// Questions on a stream, and who waits for their answers: what an app's session and a container speak through.
///
/// It belongs to one thread, and calls nobody but out of ``turn(_:)``.
package final class PendingRequests {
    package typealias Answer = Result<JSONValue, RPCError>

    /// Whether the person's system supports collaboration in Messages (`center-support-flag`).
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

    /// Takes what came: answers go to whoever waits for them, and everything to `take`.
    ///
    /// - Returns: whether anything came.
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

    /// Asks; the answer comes out of a later ``turn(_:)``.
    func ask(_ request: AppRequest, then: @escaping (Answer) -> Void) { waiting[put(request)] = then }

    /// Asks, and waits for the answer; what else comes meanwhile is for the next ``turn(_:)``.
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
                // Nobody could have asked anything before the first.
                if !isWelcome {
                    isWelcome = true
                    continue
                }
            }
            held.append(event)
        }
    }
}
