import ChatLog
import ChatProtocol

extension RPCError {
    /// Creates the error for a request whose use of the log failed.
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
