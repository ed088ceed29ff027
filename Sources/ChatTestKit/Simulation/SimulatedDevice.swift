import ChatConnection
public import ChatProtocol

/// A device of a person, or an app that runs as one, with its client, its line, and a record of the messages on its
/// wire.
final class SimulatedDevice {
    /// A request that the device has sent.
    struct Asked {
        let method: ChatProtocol.Method
        let clientID: String?
        /// True if the request has no client id, or is the first with its client id.
        let isFirst: Bool
        let after: Int64?
        let words: [Int]
        let message: String?
        /// The end of the log when the request was sent.
        let end: Int64
    }

    let index: Int
    let name: String
    let hello: Hello
    let client: any SimulatedClient
    var line: SimulatedLine?
    /// The number of lost lines. After each loss, the device tries the next server.
    var losses = 0
    /// True if the device is switched off.
    var isAway = false
    /// The notifications received on all of its lines.
    var heard: StreamRecord
    /// The sender to whom these client ids belong in the log.
    let sender: String
    private(set) var clientIDs: Set<String> = []
    private(set) var answered: Set<String> = []
    /// The numbers of the steps whose texts the server refused.
    private(set) var refusedWords: Set<Int> = []
    /// The ids of an app's highlights according to its notifications; nil before it has received the list.
    private var shelf: Set<String>?
    /// The conversations that the server has listed, page by page; nil if the list was not requested.
    private var listed: [String]?
    private var asksForList = false
    /// The numbers of the steps whose texts the person wanted to send.
    var wished: [Int] = []

    init(index: Int, name: String, hello: Hello, client: any SimulatedClient) {
        (self.index, self.name, self.hello, self.client) = (index, name, hello, client)
        switch hello.identity {
        case .person(let handle, _): sender = handle.rawValue
        case .app(let app, let handle): sender = "\(handle) \(app)"
        case .observer(let handle): sender = "* \(handle?.rawValue ?? "")"
        }
        heard = StreamRecord(person: Self.person(of: hello), name: name)
    }

    private static func person(of hello: Hello) -> String? {
        if case .person(let handle, _) = hello.identity { handle.rawValue } else { nil }
    }

    /// The person of the device; nil for an app or an observer.
    var person: String? { Self.person(of: hello) }

    var isApp: Bool { if case .app = hello.identity { true } else { false } }

    /// Returns true if a fact is the result of a request of this device.
    func isOwn(_ fact: WorldModel.Fact) -> Bool {
        guard let asked = fact.asked else { return false }
        return asked.sender == sender && clientIDs.contains(asked.clientID)
    }

    /// Returns true if a fact is the result of a request of this device, and the answer has arrived.
    func knows(_ fact: WorldModel.Fact) -> Bool {
        isOwn(fact) && fact.asked.map { answered.contains($0.clientID) } == true
    }

    /// Records a message that the device sends.
    func noteSent(_ message: [UInt8], on line: SimulatedLine, at end: Int64) {
        // `RequestEnvelope.read` would refuse a text with too many combining marks.
        guard let request = (try? JSONReader.read(message))?.value, let id = request["id"]?.integerValue,
            let method = ChatProtocol.Method(rawValue: request["method"]?.stringValue ?? "")
        else { return }
        let params = request["params"]
        // A client need not use this method.
        if asksForList, method == .conversationList { listed = listed ?? [] }
        let clientID = params?["clientID"]?.stringValue
        let isFirst = clientID.map { clientIDs.insert($0).inserted } ?? true
        line.asked[id] = Asked(
            method: method, clientID: clientID, isFirst: isFirst, after: params?["after"]?.integerValue,
            words: CanaryWords.numbers(in: message), message: params?["message"]?.stringValue, end: end)
    }

    /// Checks a message that the device receives.
    ///
    /// - Returns: The problem; nil if there is none.
    func noteCame(_ message: [UInt8], on line: SimulatedLine, in model: WorldModel) -> String? {
        switch line.reading(message) {
        case .notification(let method, let params):
            guard let cursor = params["cursor"]?.integerValue, sender.first != "*" else { return nil }
            if isApp, method == "highlights.changed" { noteShelf(params) }
            return heard.hear(cursor, method, params, in: model, isOwn: isOwn)
        case .result(.integer(let id), let result):
            guard let asked = line.asked[id] else {
                return "\(name) received an answer to a request that it did not send"
            }
            if let clientID = asked.clientID { answered.insert(clientID) }
            switch asked.method {
            // Only the first login sets the position. A later login must not lose the progress of the client.
            case .sessionHello where heard.last == nil: heard.begin(at: result["cursor"]?.integerValue ?? 0)
            case .sessionFence:
                let cursor = result["cursor"]?.integerValue ?? 0
                guard cursor >= asked.end else {
                    return "a fence confirmed delivery to \(name) up to \(cursor), but \(asked.end) was stored before"
                }
                return heard.missing(through: cursor, in: model, isOwn: isOwn).map {
                    "\($0), although a fence confirmed delivery up to \(cursor)"
                }
            case .highlightList where isApp: return checkShelf(result)
            case .conversationList where listed != nil: noteList(result)
            default: break
            }
            return nil
        case .failure(.some(.integer(let id)), let error):
            guard let asked = line.asked[id] else {
                return "\(name) received an error for a request that it did not send"
            }
            if error.reason != .unavailable, error.reason != .rateLimited { refusedWords.formUnion(asked.words) }
            return nil
        default: return "\(name) received a message that it cannot read"
        }
    }

    /// Requests all conversations of the person, page by page.
    func askForList() {
        asksForList = true
        client.ask(.conversationList, [:])
    }

    private func noteList(_ page: JSONValue) {
        listed? += (page["conversations"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
        guard let next = page["next"] else { return }
        client.ask(.conversationList, ["after": next])
    }

    private func noteShelf(_ change: JSONValue) {
        guard change["reload"]?.boolValue != true else { return shelf = nil }
        func ids(_ key: String) -> [String] { (change[key]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue } }
        shelf?.subtract(ids("removed"))
        shelf?.formUnion(ids("added"))
    }

    /// Checks that an app's list of highlights agrees with its notifications.
    private func checkShelf(_ result: JSONValue) -> String? {
        let listed = Set((result["highlights"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue })
        defer { shelf = listed }
        guard let shelf, shelf != listed else { return nil }
        return "\(name) lists the highlights \(listed.sorted()), but its notifications add up to \(shelf.sorted())"
    }

    /// Returns what the device lacks, although nothing is pending; nil if it lacks nothing.
    func lacks(in model: WorldModel) -> String? {
        asksForList = false
        if let listed, let person {
            let theirs = model.talks(of: person).filter { model.talks[$0]?.deleted[person]?.isOffList != true }
            guard listed.sorted() == theirs.sorted() else {
                return "\(name) lists the conversations \(listed), but its person has \(theirs)"
            }
            self.listed = nil
        }
        if let problem = heard.missing(through: model.end, in: model, isOwn: knows) {
            return problem + ", although nothing is pending"
        }
        for word in wished where model.tokens[word] == nil && !refusedWords.contains(word) {
            return "the text of \(name)'s step \(word) is not in the log, but was not refused"
        }
        return nil
    }
}

/// An action that a simulated client requests for its stream.
public enum SimulatedAction: Sendable, Hashable {
    /// Open a new stream.
    case open
    /// Send this message on the stream.
    case send([UInt8])
    /// Close the stream.
    case close
}

/// A client without sockets and clocks. The simulation passes messages and times to it, and performs the actions that
/// it requests.
///
/// The terminal's own client is one. To simulate another client, implement this protocol and pass it to ``Simulation``.
/// The simulation then checks its messages against the delivery contract.
public protocol SimulatedClient: AnyObject {
    /// True if the client waits for no answer. All its notifications are expected only then.
    var isIdle: Bool { get }

    /// The time at which to call ``passed(to:)``, in milliseconds since the simulation began; nil for never.
    var deadline: Int64? { get }

    /// Begins. The client should request a stream.
    func start(at now: Int64)

    /// The requested stream is open. No login has been sent on it.
    func opened(at now: Int64)

    /// A message arrived on the stream.
    func received(_ message: [UInt8], at now: Int64)

    /// The stream ended, or could not be opened.
    func lost(at now: Int64)

    /// The time is now `now`.
    func passed(to now: Int64)

    /// The person makes a request. The client must repeat a change until it is answered, even if the stream ends often.
    func ask(_ method: ChatProtocol.Method, _ params: JSONValue)

    /// Returns the actions that the client has requested since the last call, in order.
    func takeActions() -> [SimulatedAction]
}

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

/// The actors of a simulation: five persons, two of them with two devices, and an app that runs as two of them.
struct SimulatedCast {
    static let app = "com.example.notes"
    static let domain = "notes.example"

    let people = ["ada", "bob", "cleo", "dan", "eve"]

    /// The login of every device, with its name in reports.
    let devices: [(name: String, hello: Hello)]

    init() {
        var devices: [(String, Hello)] = []
        for (index, name) in people.enumerated() {
            guard let handle = Handle(name) else { continue }
            for device in ["phone", "tablet"].prefix(index < 2 ? 2 : 1) {
                let identity = Hello.Identity.person(handle, name: "\(name) \(CanaryWords.name)")
                devices.append(("\(name)'s \(device)", Hello(identity, device: device)))
            }
        }
        for name in people.prefix(2) {
            guard let handle = Handle(name) else { continue }
            devices.append(("the app as \(name)", Hello(.app(AppID(Self.app), person: handle))))
        }
        self.devices = devices
    }
}
