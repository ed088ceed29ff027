// Written by script/contract: change the contract instead.

extension RPCError {
    /// The reason for an error. The word is `data.reason`; its code never changes.
    public enum Reason: String, CaseIterable, Sendable {
        /// The bytes are not JSON.
        case `parse`
        /// The message is JSON, but not a request.
        case `invalidRequest` = "invalid_request"
        /// The method does not exist.
        case `unknownMethod` = "unknown_method"
        /// The params do not fit the method.
        case `invalidParams` = "invalid_params"
        /// An error in the server.
        case `internal`
        /// The session has not logged in with `session.hello`, or the token is invalid.
        case `unauthenticated`
        /// The session's role or person is not allowed to do this.
        case `forbidden`
        /// The subject does not exist, or is hidden from the caller. Both give the same error.
        case `notFound` = "not_found"
        /// The current state does not allow it.
        case `conflict`
        /// The time window is over.
        case `expired`
        /// The request exceeds a limit.
        case `tooLarge` = "too_large"
        /// The session sent too many requests in too short a time.
        case `rateLimited` = "rate_limited"
        /// The server is shutting down, or its store cannot write; `data.outcome` describes the request.
        case `unavailable`

        /// The number on the wire.
        public var code: Int {
            switch self {
                case .`parse`: -32700
                case .`invalidRequest`: -32600
                case .`unknownMethod`: -32601
                case .`invalidParams`: -32602
                case .`internal`: -32603
                case .`unauthenticated`: -32001
                case .`forbidden`: -32002
                case .`notFound`: -32003
                case .`conflict`: -32004
                case .`expired`: -32005
                case .`tooLarge`: -32006
                case .`rateLimited`: -32007
                case .`unavailable`: -32008
            }
        }
    }
}

extension RPCError.Reason: JSONWord {}
