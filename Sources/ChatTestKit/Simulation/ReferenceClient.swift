import ChatConnection
import ChatProtocol

/// A request of the simulation: any method with any params.
struct SimulatedRequest: SessionRequest, MethodCall {
    var method: ChatProtocol.Method
    var params: JSONValue
    var ownClientID: String? { nil }

    /// Returns the request as a message with its id.
    func message(id: Int64) -> [UInt8] {
        Envelope.request(id: .integer(id), method: method.rawValue, params: writeMembers)
    }

    func call(me: Handle?) -> any MethodCall { self }

    func writeMembers(to json: inout JSONWriter) {
        for member in params.objectValue?.members ?? [] {
            json.key(dynamic: member.key)
            member.value.write(to: &json)
        }
    }
}

/// The session on which every client of this project is built, as a simulated client.
final class ReferenceClient: SimulatedClient {
    private var client: LiveClient<SimulatedRequest>

    init(hello: Hello, clientIDPrefix: String) {
        client = LiveClient(hello: hello, clientIDPrefix: clientIDPrefix)
    }

    var isIdle: Bool { client.isIdle }
    var deadline: Int64? { client.deadline }
    func start(at now: Int64) { client.start(at: now) }
    func opened(at now: Int64) { client.opened(at: now) }
    func received(_ message: [UInt8], at now: Int64) {
        client.received(message, at: now)
        _ = client.takeReports()
    }
    func lost(at now: Int64) { client.lost(at: now) }
    func passed(to now: Int64) { client.passed(to: now) }
    func ask(_ method: ChatProtocol.Method, _ params: JSONValue) {
        client.request(SimulatedRequest(method: method, params: params))
    }

    func takeActions() -> [SimulatedAction] {
        client.takeActions().map {
            switch $0 {
            case .open: .open
            case .send(let message): .send(message)
            case .close: .close
            }
        }
    }
}
