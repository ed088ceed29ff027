import ChatProtocol

/// A decoded message of a server.
enum HeardMessage {
    /// A notification.
    case notification(HeardNotification)
    /// The answer to the request with that id; the id is nil if the server could not read the request.
    case answer(RequestID?, Result<JSONValue, RPCError>)

    /// Decodes a message; nil if a server cannot have sent it.
    init?(_ message: [UInt8]) {
        switch ServerMessage.read(message) {
        case .notification(let method, let params):
            self = .notification(HeardNotification(method: method, params: params))
        case .result(let id, let result): self = .answer(id, .success(result))
        case .failure(let id, let error): self = .answer(id, .failure(error))
        case nil: return nil
        }
    }
}
