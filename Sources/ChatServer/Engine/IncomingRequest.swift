import ChatCore
import ChatProtocol

/// A request that is parsed up to its method. A plain `message.send` is parsed completely.
struct IncomingRequest {
    private enum Content {
        case plain(PlainSend)
        case envelope(RequestEnvelope)
    }

    /// The id that the answer must carry.
    let id: RequestID
    /// The requested method; nil if the server has no method of this name.
    let method: Method?
    private let content: Content

    /// Parses a request.
    ///
    /// - Parameter isWhole: True if ``params`` is needed, and not only the values in it.
    /// - Throws: ``EnvelopeError`` if the message is not a request.
    init(_ message: [UInt8], limits: Limits, isWhole: Bool) throws(EnvelopeError) {
        if !isWhole, let plain = PlainSend(message) {
            (id, method, content) = (plain.id, .messageSend, .plain(plain))
            return
        }
        let envelope = try RequestEnvelope.read(message, limits: limits)
        (id, method, content) = (envelope.id, Method(rawValue: envelope.method), .envelope(envelope))
    }

    /// The params as the client sent them; nil for a plain request that was not read whole.
    var params: JSONValue? {
        switch content {
        case .plain: nil
        case .envelope(let envelope): envelope.params
        }
    }

    /// The name of the method as the client sent it, even if the server has no such method.
    var name: String {
        switch content {
        case .plain: Method.messageSend.rawValue
        case .envelope(let envelope): envelope.method
        }
    }

    /// Parses the params for a method.
    ///
    /// - Throws: `invalid_params` that names the wrong member.
    func call(_ method: Method) throws(RPCError) -> Call {
        do throws(InvalidField) {
            switch content {
            case .plain(let plain): return try Call(plain)
            case .envelope(let envelope):
                return try JSONFields.all(of: envelope.params) { fields throws(InvalidField) in
                    try Call(method, &fields)
                }
            }
        } catch {
            throw RPCError.invalid(error)
        }
    }
}
