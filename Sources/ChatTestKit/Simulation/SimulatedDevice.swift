import ChatProtocol

/// One device of somebody, or one seat of an app: its client, its line, and what a witness on its wire has seen.
final class SimulatedDevice {
    /// What stood in a request.
    struct Asked {
        let method: ChatProtocol.Method
        let clientID: String?
        /// Whether it is asked for the first time under its client id.
        let isFirst: Bool
        let after: Int64?
        let words: [Int]
        let message: String?
        /// Where the log ended when it was asked.
        let end: Int64
    }

    let index: Int
    let name: String
    let hello: Hello
    let client: any SimulatedClient
    var line: SimulatedLine?
    /// How often it lost a line: each time it tries the next server.
    var losses = 0
    /// Whether somebody switched it off.
    var isAway = false
    /// What it was told on all of its lines.
    var heard: StreamRecord
    /// Whose client ids these are, as the log has it.
    let sender: String
    private(set) var clientIDs: Set<String> = []
    private(set) var answered: Set<String> = []
    /// The wishes whose words were refused.
    private(set) var refusedWords: Set<Int> = []
    /// The highlights that an app knows of by what it was told; nil before it has asked for them.
    private var shelf: Set<String>?
    /// The conversations that were listed to it at rest, page by page; nil before that.
    private var listed: [String]?
    private var asksForList = false
    /// The words that its person wanted to say.
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

    /// The person whose it is; nil where it is an app's or an observer's.
    var person: String? { Self.person(of: hello) }

    var isApp: Bool { if case .app = hello.identity { true } else { false } }

    /// Whether the answer to one of its requests says a fact.
    func isOwn(_ fact: WorldModel.Fact) -> Bool {
        guard let asked = fact.asked else { return false }
        return asked.sender == sender && clientIDs.contains(asked.clientID)
    }

    /// Whether it was answered what it asked, where that led to a fact.
    func knows(_ fact: WorldModel.Fact) -> Bool {
        isOwn(fact) && fact.asked.map { answered.contains($0.clientID) } == true
    }

    /// Sees what it sends.
    func noteSent(_ message: [UInt8], on line: SimulatedLine, at end: Int64) {
        // `RequestEnvelope.read` would refuse a text with too many combining marks.
        guard let request = (try? JSONReader.read(message))?.value, let id = request["id"]?.integerValue,
            let method = ChatProtocol.Method(rawValue: request["method"]?.stringValue ?? "")
        else { return }
        let params = request["params"]
        // A client need not have the method.
        if asksForList, method == .conversationList { listed = listed ?? [] }
        let clientID = params?["clientID"]?.stringValue
        let isFirst = clientID.map { clientIDs.insert($0).inserted } ?? true
        line.asked[id] = Asked(
            method: method, clientID: clientID, isFirst: isFirst, after: params?["after"]?.integerValue,
            words: CanaryWords.numbers(in: message), message: params?["message"]?.stringValue, end: end)
    }

    /// Sees what it is sent.
    ///
    /// - Returns: what must not be so, if anything.
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
            // A client that was there before must not forget how far it was.
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

    /// Asks for all of its person's conversations, page by page.
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

    /// What an app is answered is what it was told.
    private func checkShelf(_ result: JSONValue) -> String? {
        let listed = Set((result["highlights"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue })
        defer { shelf = listed }
        guard let shelf, shelf != listed else { return nil }
        return "\(name) lists the highlights \(listed.sorted()), but its notifications add up to \(shelf.sorted())"
    }

    /// What it lacks now that all is at rest.
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
