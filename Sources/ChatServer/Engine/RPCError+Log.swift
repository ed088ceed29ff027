import ChatLog
import ChatProtocol

extension RPCError {
    /// What a client is told where the log did not do what it was asked.
    init(_ error: LogError) {
        let reason = error.reason
        switch error.outcome {
        case .none: self.init(.unavailable, "Nothing was done: \(reason).")
        case .unknown:
            self.init(
                .unavailable,
                "The outcome of this request is not known yet: \(reason). Send it again with the same clientID.",
                .outcome(.unknown))
        }
    }
}
