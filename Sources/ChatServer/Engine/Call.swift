import ChatCore
import ChatProtocol

/// A request with a known method and completely parsed params.
struct Call {
    /// The request, by the code that answers it.
    enum Kind {
        case live(LiveRequest)
        case core(Request)
    }

    let request: Kind
    /// The id that identifies a retry. Only requests that change the log have one.
    let clientID: String?

    /// The longest client id in bytes: enough for any UUID, hash or path.
    static let clientIDBytesMax = 256

    /// Parses the params of a method.
    ///
    /// - Throws: ``InvalidField`` for the wrong member.
    init(_ method: Method, _ fields: inout JSONFields) throws(InvalidField) {
        clientID = method.changesTheLog ? try fields.optionalString("clientID") : nil
        try Self.check(clientID)
        if let live = try LiveRequest(method, from: &fields) {
            request = .live(live)
        } else if let decided = try Request(method, from: &fields) {
            request = .core(decided)
        } else {
            throw fields.invalid("method", "is not known to this server")
        }
    }

    /// Creates the call of a plain `message.send`, which is parsed already.
    ///
    /// - Throws: ``InvalidField`` if the client id is wrong.
    init(_ plain: PlainSend) throws(InvalidField) {
        try Self.check(plain.clientID)
        (request, clientID) = (.core(plain.request), plain.clientID)
    }

    private static func check(_ clientID: String?) throws(InvalidField) {
        guard let clientID, !(1...clientIDBytesMax).contains(clientID.utf8.count) else { return }
        throw InvalidField(field: "clientID", problem: "must have from 1 to \(clientIDBytesMax) bytes")
    }
}
