import ChatEngine
import ChatProtocol

/// The checks of a message against the model at the moment when a node puts it on a line, after the barrier.
extension Simulation {
    /// Makes a request of a person or an app.
    func ask(_ wish: History.Wish, number: Int, on device: SimulatedDevice) {
        var wishes = Wishes(model: model, cast: cast, chance: chance, number: number)
        let asked: Wishes.Asked
        if let person = device.person {
            asked = wishes.request(wish, of: person)
        } else {
            asked = wishes.requestOfApp()
        }
        let words = CanaryWords.numbers(in: JSONWriter.bytes(of: asked.params))
        if !words.isEmpty { wanted[number] = (device.sender, asked.method, asked.params) }
        device.wished += words
        let params = (asked.params.objectValue?.description ?? "").prefix(300)
        trace?("  \(number): \(device.name): \(asked.method.rawValue) \(params)")
        device.client.ask(asked.method, asked.params)
        act(device)
    }

    /// Checks a message that a node puts on a line.
    ///
    /// - Parameter position: The end of the log before the tick.
    /// - Returns: The problem; nil if there is none.
    func checkPut(_ message: [UInt8], on line: SimulatedLine, since position: Int64) -> String? {
        let device = devices[line.device]
        if device.isApp, let problem = checkPrivacy(message, of: device) { return problem }
        for word in CanaryWords.numbers(in: message) {
            guard let (at, id) = model.tokens[word], case .these(let people)? = model.fact(at)?.audience else {
                return "\(device.name) received the text of step \(word), which is not in the log"
            }
            guard let person = device.person, people.contains(person) else {
                return "\(device.name) received the text of step \(word), but is not in its audience"
            }
            if let unsentAt = model.said[id]?.unsentAt, unsentAt <= position {
                return "\(device.name) received the text of step \(word), which had been unsent"
            }
        }
        let read = ServerMessage.read(message)
        line.noteRead(message, read)
        switch read {
        case .notification(let method, let params):
            if method == "typing" { return checkTyping(params, of: device, on: line, since: position) }
            guard let cursor = params["cursor"]?.integerValue else { return nil }
            saidThrough = max(saidThrough, cursor)
            return line.told.hear(cursor, method, params, in: model, isOwn: device.isOwn)
        case .result(.integer(let id), let result):
            guard let asked = line.asked[id] else { return nil }
            return checkAnswer(result, to: asked, of: device, on: line, since: position)
        case .failure(.some(.integer(let id)), let error):
            if let asked = line.asked[id], let problem = checkRefusal(error, of: asked, on: line) { return problem }
            guard let asked = line.asked[id], asked.isFirst, let clientID = asked.clientID,
                error.detail != .outcome(.unknown), let at = model.answered[device.sender]?[clientID]
            else { return nil }
            return
                "\(device.name)'s \(asked.method.rawValue) was refused (\(error.message)), but record \(at) has it"
        default: return nil
        }
    }

    private func checkAnswer(
        _ result: JSONValue, to asked: SimulatedDevice.Asked, of device: SimulatedDevice, on line: SimulatedLine,
        since position: Int64
    ) -> String? {
        if let clientID = asked.clientID {
            guard let at = model.answered[device.sender]?[clientID] else {
                return "\(device.name)'s \(asked.method.rawValue) was answered, but is not in the log"
            }
            saidThrough = max(saidThrough, at)
        }
        let cursor = result["cursor"]?.integerValue ?? 0
        switch asked.method {
        case .sessionHello:
            line.told.begin(at: asked.after ?? cursor)
        case .sessionFence:
            guard cursor <= model.end else {
                return "the fence of \(device.name) confirms position \(cursor), but the log ends at \(model.end)"
            }
            // The check covers this node only: a node that lost the world may not have ended its streams yet.
            for other in nodes[line.node].openLines {
                if let problem = other.told.missing(through: cursor, in: model, isOwn: devices[other.device].isOwn) {
                    return "\(problem), although the fence of \(device.name) confirmed delivery up to \(cursor)"
                }
            }
        case .messageSend, .messageEdit:
            let text = Array((result["message"]?["text"]?.stringValue ?? result["text"]?.stringValue ?? "").utf8)
            let isThere = text.isEmpty || Set(asked.words).isSubset(of: CanaryWords.numbers(in: text))
            return isThere
                ? nil : "the answer to \(asked.method.rawValue) of \(device.name) lacks the text that was sent"
        case .conversationHistory: return checkHistory(result, of: device, since: position)
        default: break
        }
        return nil
    }

    /// Checks that a page of a thread is complete, in order and up to date. Later events of the same tick may be
    /// missing.
    private func checkHistory(_ result: JSONValue, of device: SimulatedDevice, since position: Int64) -> String? {
        guard let person = device.person else { return nil }
        let told = (result["entries"]?.arrayValue ?? []).compactMap { $0["message"] }
        guard let talk = told.first?["conversation"]?.stringValue else { return nil }
        if let gone = model.talks[talk]?.gone[person], gone > position { return nil }
        if let changed = model.talks[talk]?.deleted[person]?.changedAt, changed > position { return nil }
        var expected = (model.talks[talk]?.messages ?? []).compactMap { model.said[$0] }
        expected.removeAll { !model.canRead($0, person) }
        let ids = told.compactMap { $0["id"]?.stringValue }
        while let last = expected.last, last.position > position, last.id != ids.last { expected.removeLast() }
        guard ids == Array(expected.suffix(ids.count).map(\.id)) else {
            return "\(device.name) reads \(ids) in \(talk), but the thread has \(expected.suffix(ids.count).map(\.id))"
        }
        for message in told {
            guard let said = model.said[message["id"]?.stringValue ?? ""], said.changedAt <= position else { continue }
            let text = message["text"]?.stringValue ?? ""
            if CanaryWords.numbers(in: Array(text.utf8)) != said.newest {
                return "\(device.name) reads “\(text)” in \(talk), which is not the message's current text"
            }
        }
        return nil
    }

    /// Checks that a message to an app contains no person's name and no conversation.
    private func checkPrivacy(_ message: [UInt8], of device: SimulatedDevice) -> String? {
        guard CanaryWords.stands(CanaryWords.name, in: message) || CanaryWords.stands("\"conversation\"", in: message)
        else {
            return nil
        }
        // The answer to an app's login contains the name of its own person.
        if case .result(_, let result) = ServerMessage.read(message), result["me"] != nil { return nil }
        return "\(device.name) received a person's name or a conversation: \(String(decoding: message, as: UTF8.self))"
    }

    /// Checks a refusal: a message is too old only after its time limit, and a server with a full disk must report that
    /// it is unhealthy.
    private func checkRefusal(
        _ error: RPCError, of asked: SimulatedDevice.Asked, on line: SimulatedLine
    ) -> String? {
        if error.reason == .expired, [.messageEdit, .messageUnsend].contains(asked.method) {
            return windows.problem(
                withRefusing: asked.method, of: model.said[asked.message ?? ""], at: clock.monotonic)
        }
        let node = nodes[line.node]
        guard truth.failsByItself, error.reason == .unavailable, asked.clientID != nil, node.disk.state == .full,
            let engine = node.engine, engine.unhealthyReason == nil
        else { return nil }
        return "\(asked.method.rawValue) was refused because of a full disk, but the server reports that it is healthy"
    }

    /// Checks that a message was edited or unsent within the time limit.
    func checkWindow(of position: Int64) -> String? {
        guard let fact = model.fact(position) else { return nil }
        return windows.problem(
            with: fact, of: model.said[fact.message?.id ?? ""], change: fact.change, at: clock.monotonic)
    }

    /// Returns a problem if a person still types on a line, although the time without a notification has passed.
    func endlessTyping(on line: SimulatedLine) -> String? {
        let device = devices[line.device]
        let late = line.typing.first { typist, since in
            let members = model.talks[typist.conversation]?.members ?? []
            return clock.monotonic - since > WindowCheck.typing + 2_000 && members.contains(typist.person)
                && members.contains(device.person ?? "")
        }
        return late.map { "\(device.name) received that \($0.key.person) started to type, but not that they stopped" }
    }

    private func checkTyping(
        _ params: JSONValue, of device: SimulatedDevice, on line: SimulatedLine, since position: Int64
    ) -> String? {
        guard let person = device.person, let id = params["conversation"]?.stringValue, let talk = model.talks[id]
        else { return nil }
        let typist = SimulatedLine.Typist(conversation: id, person: params["person"]?.stringValue ?? "")
        let isTyping = params["typing"]?.boolValue == true && talk.members.contains(person)
        line.typing[typist] = isTyping ? clock.monotonic : nil
        // A person who left later in the same tick was still a member.
        let gone = talk.gone[person] ?? 0
        if talk.members.contains(person) || gone > position { return nil }
        return "\(device.name) received a typing notification of a conversation without being a member"
    }

    /// Checks that a step requested the text of a record.
    func checkTrail(of position: Int64) -> String? {
        guard let fact = model.fact(position), let (id, json) = fact.message, let said = model.said[id] else {
            return nil
        }
        for word in CanaryWords.numbers(in: Array((json["text"]?.stringValue ?? "").utf8)) {
            guard let wanted = wanted[word] else { return "record \(position) has a text that no step sent" }
            let text = wanted.params["text"]?.stringValue
            let place = wanted.params["conversation"]?.stringValue ?? wanted.params["message"]?.stringValue
            guard wanted.sender == said.sender, text == json["text"]?.stringValue, place == said.talk || place == id
            else {
                return "record \(position) is not the message that \(wanted.sender) sent"
            }
        }
        return nil
    }
}

/// Unique words in the simulated texts, by which the checks recognize a text in any message. Each step has its own
/// word.
enum CanaryWords {
    /// Returns the word of a step.
    static func word(_ number: Int) -> String { "zq\(number)z" }

    /// A word in the display name of every person, and in no other text. No app may receive it.
    static let name: StaticString = "Nym"

    /// Returns the numbers of the steps whose words the bytes contain, each once.
    static func numbers(in bytes: [UInt8]) -> [Int] {
        var numbers: [Int] = []
        bytes.withUnsafeBufferPointer { bytes in
            var index = 0
            while index + 3 < bytes.count {
                guard bytes[index] == UInt8(ascii: "z"), bytes[index + 1] == UInt8(ascii: "q") else {
                    index += 1
                    continue
                }
                index += 2
                var number = 0
                let start = index
                while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39, index - start < 9 {
                    number = number * 10 + Int(bytes[index] - 0x30)
                    index += 1
                }
                guard index > start, index < bytes.count, bytes[index] == UInt8(ascii: "z") else { continue }
                if !numbers.contains(number) { numbers.append(number) }
            }
        }
        return numbers
    }

    /// Returns true if the bytes contain a text.
    static func stands(_ text: StaticString, in bytes: [UInt8]) -> Bool {
        let count = text.utf8CodeUnitCount
        let word = UnsafeBufferPointer(start: text.utf8Start, count: count)
        guard bytes.count >= count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start <= bytes.count - count {
                var length = 0
                while length < count, bytes[start + length] == word[length] { length += 1 }
                if length == count { return true }
                start += 1
            }
            return false
        }
    }
}
