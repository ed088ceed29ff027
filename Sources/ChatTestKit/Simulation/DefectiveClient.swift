import ChatProtocol

/// A client with a defect: it changes or drops some of the messages that the inner client sends.
final class DefectiveClient: SimulatedClient {
    private let client: any SimulatedClient
    private let defects: Defects
    private var sent: Set<String> = []

    init(_ client: any SimulatedClient, defects: Defects) { (self.client, self.defects) = (client, defects) }

    var isIdle: Bool { client.isIdle }
    var deadline: Int64? { client.deadline }
    func start(at now: Int64) { client.start(at: now) }
    func opened(at now: Int64) { client.opened(at: now) }
    func received(_ message: [UInt8], at now: Int64) { client.received(message, at: now) }
    func lost(at now: Int64) { client.lost(at: now) }
    func passed(to now: Int64) { client.passed(to: now) }
    func ask(_ method: ChatProtocol.Method, _ params: JSONValue) { client.ask(method, params) }

    func takeActions() -> [SimulatedAction] {
        client.takeActions().compactMap {
            guard case .send(let message) = $0 else { return $0 }
            return defective(message).map(SimulatedAction.send)
        }
    }

    private func defective(_ message: [UInt8]) -> [UInt8]? {
        guard let envelope = try? RequestEnvelope.read(message) else { return message }
        if envelope.method == "session.hello", let after = envelope.params?["after"]?.integerValue {
            if defects.planted == .deafClient { return message.editing { $0["after"] = nil } }
            if defects.planted == .hastyClient { return message.editing { $0["after"] = .integer(after + 2) } }
        }
        guard let clientID = envelope.params?["clientID"]?.stringValue, !sent.insert(clientID).inserted else {
            return message
        }
        if defects.planted == .freshClientID { return message.editing { $0["clientID"] = .string(clientID + "+") } }
        return defects.planted == .forgetfulClient ? nil : message
    }
}
