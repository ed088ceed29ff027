import ChatProtocol

/// A person of a transcript: a probe of a server, or the client that is checked.
protocol TranscriptPerson: AnyObject {
    var handle: JSONValue { get }
    func join() throws
    func leave()
    func loseAnswer() throws

    /// Sends a message. The client sends one that matches.
    ///
    /// - Returns: The observed behaviour if it is not the expected one; else nil.
    func send(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String?

    /// Receives a message that matches.
    func receive(_ message: TranscriptLine.Message, _ values: inout TranscriptValues) throws -> String?

    /// Sends no request of a method in that time.
    func sendNo(_ method: String, milliseconds: Int64?) throws -> String?

    /// Has received no further notification of a method.
    func receiveNo(_ method: String) throws -> String?
}

/// The people of a transcript.
protocol TranscriptCast {
    /// Returns a person who has not joined.
    ///
    /// - Parameter handle: The handle of the same person on another device.
    func person(_ name: String, device: String?, handle: JSONValue?) throws -> any TranscriptPerson

    /// Returns the id of a new conversation.
    func conversation(of people: [any TranscriptPerson]) throws -> JSONValue
}

extension TranscriptCast {
    /// Plays the lines of a check.
    func play(_ check: Transcript) throws {
        var values = TranscriptValues()
        values["$text"] = .string(check.name + "-1")
        values["$long"] = .string("long-1 " + String(repeating: "ü", count: 19_900))
        var people: [String: any TranscriptPerson] = [:]
        func find(_ name: String) throws -> any TranscriptPerson {
            if let known = people[name] { return known }
            let parts = name.split(separator: "/").map(String.init)
            let base = parts.first ?? "lines"
            let person = try person(base, device: parts.count > 1 ? parts[1] : nil, handle: values["$\(base)"])
            people[name] = person
            if name.isEmpty { try person.join() } else { values["$\(base)"] = person.handle }
            return person
        }
        if check.lines.contains(where: { $0.text.contains("\"$c\"") }) {
            let both = [try find("anna"), try find("bea")]
            for person in both { try person.join() }
            values["$c"] = try conversation(of: both)
        }
        for line in check.lines {
            if case .renews = line.act {
                people[""] = nil
                continue
            }
            var seen: String?
            do {
                let person = try find(line.person)
                switch line.act {
                case .renews: break
                case .joins: try person.join()
                case .leaves: person.leave()
                case .losesAnswer: try person.loseAnswer()
                case .sends(let message): seen = try person.send(message, &values)
                case .asks(let message):
                    seen = try person.send(message, &values) ?? person.receive(.text(#"{"result":{}}"#), &values)
                case .receives(let message): seen = try person.receive(message, &values)
                case .sendsNo(let method, let milliseconds):
                    seen = try person.sendNo(method, milliseconds: milliseconds)
                case .receivesNo(let method): seen = try person.receiveNo(method)
                case .unknown: seen = "a line of a transcript that means nothing"
                }
            } catch let failure as RawProbe.Failure { seen = failure.description }
            if let seen { throw CheckEnd.failed(line.text, seen: String(seen.prefix(500))) }
        }
    }
}
