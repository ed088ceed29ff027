import ChatProtocol

/// The notifications of one stream, or of all streams of a device, checked against the model: they are complete, in
/// order, without duplicates, and only for their recipients.
struct StreamRecord {
    /// The recipient; nil if it is not a person, and then only the order is checked.
    let person: String?
    let name: String
    /// The last position that the recipient has received or passed in its login; nil before the first login.
    private(set) var last: Int64?

    init(person: String?, name: String) { (self.person, self.name) = (person, name) }

    /// Begins at a position. The recipient knows all earlier facts.
    mutating func begin(at position: Int64) { last = position }

    /// Checks a stored notification and records it.
    ///
    /// - Parameter isOwn: Returns true if a fact is the result of a request of this device.
    /// - Returns: The problem; nil if there is none.
    mutating func hear(
        _ cursor: Int64, _ method: String, _ params: JSONValue, in model: WorldModel,
        isOwn: (WorldModel.Fact) -> Bool
    ) -> String? {
        guard let last else { return "\(name) received record \(cursor) before the answer to its login" }
        guard cursor > last else { return "\(name) received record \(cursor) after record \(last)" }
        guard let fact = model.fact(cursor) else { return "\(name) received record \(cursor), which is not in the log" }
        if let problem = missing(through: cursor - 1, in: model, isOwn: isOwn) { return problem }
        self.last = cursor
        guard let person else { return nil }
        switch fact.audience {
        case .these(let people), .within(let people):
            guard people.contains(person) else {
                return "\(name) received record \(cursor) (\(fact.kind)), but is not in its audience"
            }
        case .unsaid: break
        }
        if let (id, _) = fact.message, model.isHidden(id, since: fact.position, from: person) {
            return "\(name) received record \(cursor) (\(fact.kind)) of a message that they had deleted"
        }
        return content(of: fact, method, params, in: model)
    }

    /// Returns the first fact up to a position that was not delivered; nil if there is none.
    func missing(
        through position: Int64, in model: WorldModel, isOwn: (WorldModel.Fact) -> Bool
    ) -> String? {
        guard let person, let last, last < position else { return nil }
        for fact in model.facts[Int(last)..<Int(min(position, model.end))] where model.mustHear(fact, person) {
            if !isOwn(fact) { return "\(name) did not receive record \(fact.position) (\(fact.kind))" }
        }
        return nil
    }

    /// Checks that a notification has the content of its fact, except a text that was unsent since.
    private func content(
        of fact: WorldModel.Fact, _ method: String, _ params: JSONValue, in model: WorldModel
    ) -> String? {
        let wrong = "\(name) received record \(fact.position) (\(fact.kind)) with wrong content, as \(method)"
        if let (id, written) = fact.message {
            let isNew = fact.kind == "messagePosted"
            guard method == (isNew ? "message.posted" : "message.changed"), let told = params["message"] else {
                return wrong
            }
            if params["alert"]?.boolValue == true, isNew, written["sender"]?.stringValue == person {
                return "\(name) was alerted to their own message, record \(fact.position)"
            }
            if told == written { return nil }
            let isNote = model.said[id]?.unsentAt != nil && told["text"]?.stringValue == ""
            let isSame = told["id"] == written["id"] && told["sequence"] == written["sequence"]
            return isNote && isSame ? nil : wrong
        }
        if let event = fact.notice {
            return method != "notice.posted" || params["notice"]?["event"] == event ? nil : wrong
        }
        guard let id = fact.conversation, let talk = model.talks[id] else { return nil }
        if method == "receipt" { return params["conversation"]?.stringValue == id ? nil : wrong }
        let isDeletion = fact.kind.hasPrefix("messages") && fact.kind != "messagesRead"
        guard method == (isDeletion ? "deletion.changed" : "conversation.changed"), let told = params["conversation"]
        else { return wrong }
        let members = (told["participants"]?.arrayValue ?? []).compactMap(\.stringValue)
        guard told["id"]?.stringValue == id, talk.had(members, since: fact.position) else {
            return "\(name) received record \(fact.position) with wrong members of \(id): \(members)"
        }
        return nil
    }
}

extension WorldModel {
    /// Returns true if a person must be notified of a fact. It excludes changes of a conversation that the person has
    /// left since, and messages that they ever deleted.
    func mustHear(_ fact: Fact, _ person: String) -> Bool {
        guard case .these(let people) = fact.audience, people.contains(person) else { return false }
        if let (id, _) = fact.message, wasEverDeleted(id, by: person) { return false }
        guard fact.message == nil, let id = fact.conversation, let gone = talks[id]?.gone[person] else { return true }
        return gone <= fact.position
    }
}

/// The time of each fact by a clock that no event sets. It checks the time limits of editing, unsending and typing,
/// because the times in the log are the server's own (decision 5).
struct WindowCheck {
    /// The tolerance for the server's clock, in milliseconds.
    private static let slack: Int64 = 2_000
    private static let edit: Int64 = 900_000
    private static let unsend: Int64 = 120_000
    /// The time after which typing ends without a further notification, in milliseconds (`typing-1to1`).
    static let typing: Int64 = 60_000

    private var decidedAt: [Int64: Int64] = [:]
    /// The time that the servers lost at starts, with the moment of each start.
    private var uncounted: [(at: Int64, milliseconds: Int64)] = []
    /// True once the wall clock was set. The server may then follow it after a while, and end a time limit early.
    var isWallSet = false

    /// Records the time of a fact.
    mutating func note(_ position: Int64, at now: Int64) { decidedAt[position] = now }

    /// Records the start of a server. If the wall clock is earlier than the last fact, the server's time continues from
    /// that fact, and the time since then does not count.
    mutating func noteStart(after last: WorldModel.Fact?, wall: Int64, at now: Int64) {
        guard let last, let decided = decidedAt[last.position] else { return }
        let loss = last.at + now - decided - max(wall, last.at)
        if loss > 0 { uncounted.append((now, loss)) }
    }

    /// Returns the age of a fact in milliseconds, without the time that the servers cannot know.
    private func age(of position: Int64, at now: Int64) -> Int64? {
        guard let decided = decidedAt[position] else { return nil }
        return now - decided - uncounted.reduce(0) { $0 + ($1.at > decided ? $1.milliseconds : 0) }
    }

    /// Checks the time of an edit or an unsending that the server accepted.
    ///
    /// - Returns: The problem; nil if there is none.
    func problem(with fact: WorldModel.Fact, of said: WorldModel.Said?, change: String?, at now: Int64) -> String? {
        guard let said, let window = ["edited": Self.edit, "unsent": Self.unsend][change ?? ""],
            let age = age(of: said.position, at: now), age > window + Self.slack
        else { return nil }
        return
            "record \(fact.position): a message was \(change ?? "") \(age / 1_000) s after it was sent: too late"
    }

    /// Checks the refusal of an edit or an unsending because of the message's age.
    ///
    /// - Returns: The problem; nil if there is none.
    func problem(withRefusing method: ChatProtocol.Method, of said: WorldModel.Said?, at now: Int64) -> String? {
        let window = method == .messageEdit ? Self.edit : Self.unsend
        guard !isWallSet, let said, let age = age(of: said.position, at: now), age < window - Self.slack else {
            return nil
        }
        return "\(method.rawValue) was refused as too late, only \(age / 1_000) s after the message was sent"
    }
}
