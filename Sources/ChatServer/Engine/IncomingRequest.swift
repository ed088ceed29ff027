import ChatCore
import ChatProtocol

/// A request that was read as far as its method; one that is plain, to the end.
struct IncomingRequest {
    private enum Content {
        case plain(PlainSend)
        case envelope(RequestEnvelope)
    }

    /// What the answer must carry.
    let id: RequestID
    /// What is asked; nil if there is no such method.
    let method: Method?
    private let content: Content

    /// Reads a request.
    ///
    /// - Parameter isWhole: whether all of its params are wanted as they came, and not only what they say.
    /// - Throws: ``EnvelopeError`` if it is none.
    init(_ message: [UInt8], limits: Limits, isWhole: Bool) throws(EnvelopeError) {
        if !isWhole, let plain = PlainSend(message) {
            (id, method, content) = (plain.id, .messageSend, .plain(plain))
            return
        }
        let envelope = try RequestEnvelope.read(message, limits: limits)
        (id, method, content) = (envelope.id, Method(rawValue: envelope.method), .envelope(envelope))
    }

    /// Its params as they came, where they were wanted.
    var params: JSONValue? {
        switch content {
        case .plain: nil
        case .envelope(let envelope): envelope.params
        }
    }

    /// The name of its method, whether there is one or not.
    var name: String {
        switch content {
        case .plain: Method.messageSend.rawValue
        case .envelope(let envelope): envelope.method
        }
    }

    /// What it asks.
    ///
    /// - Throws: `invalid_params` that names the member.
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
