import ChatCore
import ChatProtocol

/// A request whose method is known and whose params were read to the last member.
struct Call {
    /// What is asked, sorted by who answers it.
    enum Kind {
        case live(LiveRequest)
        case core(Request)
    }

    let request: Kind
    /// By which a retry is known; only requests that change the log have one.
    let clientID: String?

    /// The longest client id: room for any UUID, hash or path that a client may use.
    static let clientIDBytesMax = 256

    /// Reads the params of a method.
    ///
    /// - Throws: ``InvalidField`` for the member that is wrong.
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

    /// What a request says that was read already.
    ///
    /// - Throws: ``InvalidField`` for the client id, if that is wrong.
    init(_ plain: PlainSend) throws(InvalidField) {
        try Self.check(plain.clientID)
        (request, clientID) = (.core(plain.request), plain.clientID)
    }

    private static func check(_ clientID: String?) throws(InvalidField) {
        guard let clientID, !(1...clientIDBytesMax).contains(clientID.utf8.count) else { return }
        throw InvalidField(field: "clientID", problem: "must have from 1 to \(clientIDBytesMax) bytes")
    }
}
