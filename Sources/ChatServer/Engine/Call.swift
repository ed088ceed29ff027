import ChatCore
import ChatProtocol

/// A request whose method is known and whose params were read to the last member.
struct Call {
    /// What is asked, sorted by who answers it.
    enum Kind {
        case live(LiveRequest)
        case core(Request)
    }

    let principal: Principal
    let request: Kind
    /// By which a retry is known; only requests that change the log have one.
    let clientID: String?

    /// The longest client id: room for any UUID, hash or path that a client may use.
    static let clientIDBytesMax = 256

    /// Reads the params of a method.
    ///
    /// - Throws: `invalid_params` that names the member.
    init(_ envelope: RequestEnvelope, method: Method, principal: Principal) throws(RPCError) {
        do throws(InvalidField) {
            self = try JSONFields.all(of: envelope.params) { fields throws(InvalidField) in
                try Call(method, &fields, principal)
            }
        } catch {
            throw RPCError.invalid(error)
        }
    }

    private init(_ method: Method, _ fields: inout JSONFields, _ principal: Principal) throws(InvalidField) {
        self.principal = principal
        clientID = method.changesTheLog ? try fields.optionalString("clientID") : nil
        if let clientID, !(1...Self.clientIDBytesMax).contains(clientID.utf8.count) {
            throw fields.invalid("clientID", "must have from 1 to \(Self.clientIDBytesMax) bytes")
        }
        if let live = try LiveRequest(method, from: &fields) {
            request = .live(live)
        } else if let decided = try Request(method, from: &fields) {
            request = .core(decided)
        } else {
            throw fields.invalid("method", "is not one that this server has")
        }
    }
}
