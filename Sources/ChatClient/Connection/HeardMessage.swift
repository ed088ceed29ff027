import ChatProtocol

/// What came on a stream, read.
enum HeardMessage {
    /// Something was told.
    case notification(HeardNotification)
    /// The answer to the request of that id; nil where the server could not read one.
    case answer(RequestID?, Result<JSONValue, RPCError>)

    /// Reads a message; nil if it is none of a server.
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
