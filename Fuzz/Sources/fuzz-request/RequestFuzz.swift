import ChatProtocol
import FuzzDriver

/// Requests, by the contract, and what a client reads. Whatever comes: no crash; a refusal is JSON; a request that was
/// read is written, and read again as the same request; and what is read in one pass is what all other readers read.
@main
enum RequestFuzz: FuzzTarget {
    static func check(_ bytes: [UInt8]) {
        if case .notification(let method, let params) = ServerMessage.read(bytes),
            let name = NotificationName(rawValue: method), var fields = try? JSONFields(params, path: "")
        {
            _ = try? Notification(name, from: &fields)
        }
        let plain = PlainSend(bytes)
        let envelope: RequestEnvelope
        do {
            envelope = try RequestEnvelope.read(bytes)
        } catch {
            hold(plain == nil, "a plain request is a request")
            let refusal = Envelope.failure(id: error.id, error.error)
            hold((try? JSONReader.read(refusal)) != nil, "a refusal is JSON")
            return
        }
        guard let method = Method(rawValue: envelope.method) else { return }
        let request = params(of: envelope) { (fields) throws(InvalidField) in try Request(method, from: &fields) }
        hold(plain == nil || plain?.id == envelope.id && plain?.request == request, "a plain request is read the same")
        if let request {
            let again = written(envelope.id, request)
            let read = params(of: again) { (fields) throws(InvalidField) in try Request(method, from: &fields) }
            // No message is empty, which is refused where it is decided; written it is refused where it is read.
            if case .messageSend(let sent) = request, sent.text.isEmpty, sent.attachment == nil { return }
            hold(read == request, "a request that is written is read as what it was")
        }
        if let live = params(of: envelope, { (fields) throws(InvalidField) in try LiveRequest(method, from: &fields) })
        {
            let again = written(envelope.id, live)
            let read = params(of: again) { (fields) throws(InvalidField) in try LiveRequest(method, from: &fields) }
            hold(read == live, "a live request that is written is read as what it was")
        }
    }

    /// The params as the server reads them: `clientID` beside those of the method.
    private static func params<Value>(
        of envelope: RequestEnvelope?, _ read: (inout JSONFields) throws(InvalidField) -> Value?
    ) -> Value? {
        guard let envelope else { return nil }
        do throws(InvalidField) {
            return try JSONFields.all(of: envelope.params) { (fields) throws(InvalidField) in
                _ = try fields.optionalString("clientID")
                return try read(&fields)
            }
        } catch {
            hold(!error.description.isEmpty, "a refusal says why")
            return nil
        }
    }

    private static func written(_ id: RequestID, _ call: some MethodCall) -> RequestEnvelope? {
        let text = Envelope.request(id: id, method: call.method.rawValue) { call.writeMembers(to: &$0) }
        let envelope = try? RequestEnvelope.read(text)
        hold(envelope?.id == id, "an id comes back")
        return envelope
    }
}
