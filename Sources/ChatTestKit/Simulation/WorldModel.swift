import ChatLog
import ChatProtocol

/// The expected state of a world, computed only from the bytes of its log and the table of features. It uses none of
/// the server's code for members, audiences and limits.
struct WorldModel {
    /// The recipients of a fact.
    enum Audience {
        /// All of these people, each once.
        case these([String])
        /// Some of these people, and no others.
        case within([String])
        /// The model does not know the recipients.
        case unsaid
    }

    /// A record of the log, as it was first written.
    struct Fact {
        let position: Int64
        let at: Int64
        let kind: String
        let audience: Audience
        /// The sender and the client id of the request that led to the fact.
        let asked: (sender: String, clientID: String)?
        var conversation: String?
        /// The id and the content of the message, if the fact is about one.
        var message: (id: String, json: JSONValue)?
        /// The kind of change to the message.
        var change: String?
        /// The event of a notice.
        var notice: JSONValue?
    }

    struct Talk {
        var members: [String]
        /// The number of the newest message when each person was added.
        var after: [String: Int64] = [:]
        var sequence: Int64 = 0
        var messages: [String] = []
        /// The messages that members deleted from their own view.
        var deleted: [String: Deleted] = [:]
        /// The position at which each person last left or was removed.
        var gone: [String: Int64] = [:]
        /// The members after each change, with its position.
        var history: [(position: Int64, members: [String])] = []

        /// Returns true if these were the members at some time since a position.
        func had(_ names: [String], since position: Int64) -> Bool {
            let first = history.lastIndex { $0.position <= position } ?? 0
            return history[first...].contains { $0.members == names }
        }
    }

    struct Said {
        let id: String
        let talk: String
        let sender: String
        let sequence: Int64
        let at: Int64
        let position: Int64
        var versions = 0
        /// The position of the last fact about the message.
        var changedAt: Int64
        /// The position at which it was unsent.
        var unsentAt: Int64?
        /// The words in the current text.
        var newest: [Int]
    }

    private(set) var facts: [Fact] = []
    var talks: [String: Talk] = [:]
    /// The ids of conversations in the order in which they began.
    private(set) var talkOrder: [String] = []
    var said: [String: Said] = [:]
    /// The shares, oldest first, with their participants.
    private(set) var shares: [(id: String, owner: String, url: String, people: [String])] = []
    /// The first position of the word of each step, by the number of the step.
    var tokens: [Int: (position: Int64, message: String)] = [:]
    /// The newest state of each notice, by its id: the people who received all of its events, and those who received
    /// fewer.
    private var notices: [String: (told: [String], earlier: Set<String>, count: Int64)] = [:]
    /// The positions of the facts that answer a request, by the sender and the client id.
    private(set) var answered: [String: [String: Int64]] = [:]

    var end: Int64 { Int64(facts.count) }
    func fact(_ position: Int64) -> Fact? {
        position >= 1 && position <= end ? facts[Int(position) - 1] : nil
    }

    /// Returns the ids of a person's conversations, oldest first.
    func talks(of person: String) -> [String] {
        talkOrder.filter { talks[$0]?.members.contains(person) == true }
    }

    /// Returns true if a person can read a message: they were a member when it was sent, and have not deleted it.
    func canRead(_ message: Said, _ person: String) -> Bool {
        isTheirs(message, person) && talks[message.talk]?.deleted[person]?.gone[message.sequence] == nil
    }

    /// Returns true if a person is a member, and was one when a message was sent.
    func isTheirs(_ message: Said, _ person: String) -> Bool {
        guard let talk = talks[message.talk], talk.members.contains(person) else { return false }
        return message.sequence > talk.after[person] ?? 0
    }

    /// Applies the next record.
    ///
    /// - Returns: The problem; nil if there is none.
    mutating func take(_ row: LogRecord) -> String? {
        guard row.position == end + 1 else {
            return "the log continues with record \(row.position) after record \(end)"
        }
        guard let body = try? JSONReader.read(row.body).value, let kind = body["event"]?.stringValue else {
            return "record \(row.position) is not JSON with an event"
        }
        if let last = facts.last, row.at < last.at {
            return "record \(row.position) has an earlier time than the record before it"
        }
        var fact = Fact(
            position: row.position, at: row.at, kind: kind, audience: .unsaid,
            asked: row.idempotencyKey.map { ($0.handle, $0.clientID) })
        if let asked = fact.asked {
            if let earlier = answered[asked.sender]?[asked.clientID] {
                return
                    "\(asked.sender)'s request \(asked.clientID) has two records, \(earlier) and \(row.position)"
            }
            answered[asked.sender, default: [:]][asked.clientID] = row.position
            let actor = body["by"]?.stringValue ?? body["creator"]?.stringValue
            if let actor, !asked.sender.hasPrefix("*"), asked.sender.split(separator: " ").first ?? "" != actor {
                return "record \(row.position) names \(actor) as the actor, but \(asked.sender) sent the request"
            }
        }
        do throws(Broken) {
            fact = try understood(fact, body)
        } catch {
            return "record \(row.position) (\(kind)): \(error.why)"
        }
        facts.append(fact)
        return nil
    }

    struct Broken: Error { let why: String }

    private mutating func understood(_ plain: Fact, _ body: JSONValue) throws(Broken) -> Fact {
        var fact = plain
        func with(_ audience: Audience) -> Fact {
            var copy = Fact(
                position: fact.position, at: fact.at, kind: fact.kind, audience: audience, asked: fact.asked)
            (copy.conversation, copy.message, copy.notice) = (fact.conversation, fact.message, fact.notice)
            copy.change = body["change"]?["kind"]?.stringValue
            return copy
        }
        let id = body["conversation"]?.stringValue
        let names = { (key: String) in (body[key]?.arrayValue ?? []).compactMap(\.stringValue) }
        fact.conversation = id
        switch fact.kind {
        case "conversationCreated":
            guard let id, talks[id] == nil else { throw Broken(why: "the conversation already exists, or has no id") }
            let members = names("members")
            guard Set(members).count == members.count, members.count > 1 else {
                throw Broken(why: "the members are not two or more different people")
            }
            talks[id] = Talk(members: members, history: [(fact.position, members)])
            talkOrder.append(id)
            return with(.these(members))
        case "participantAdded", "participantRemoved":
            let told = try changeMembers(fact, body)
            let members = talks[id ?? ""]?.members ?? []
            talks[id ?? ""]?.history.append((fact.position, members))
            return with(.these(told))
        case "conversationRenamed", "conversationPhotoSet":
            return with(.these(try talk(id, of: body["by"]?.stringValue).members))
        case "conversationMuted", "conversationMarkedUnread":
            _ = try talk(id, of: body["by"]?.stringValue)
            return with(.these([body["by"]?.stringValue ?? ""]))
        case "messagesRead":
            let talk = try talk(id, of: body["by"]?.stringValue)
            let isTold = body["receipt"] != nil
            guard !isTold || talk.members.count == 2 else {
                throw Broken(why: "it has a read receipt, which a group must not have")
            }
            return with(.these(isTold ? talk.members : [body["by"]?.stringValue ?? ""]))
        case "messagePosted", "messageChanged":
            guard let json = body["message"] else { throw Broken(why: "it has no message") }
            fact.conversation = json["conversation"]?.stringValue
            fact.message = (json["id"]?.stringValue ?? "", json)
            return with(.these(try takeMessage(fact, json, body["change"])))
        case "messagesDeleted", "messagesRestored", "messagesErased":
            return with(.these([try takeDeletion(fact, body)]))
        case "conversationReturned":
            let talk = talks[id ?? ""]
            guard names("to").allSatisfy({ talk?.deleted[$0]?.isOffList == true }) else {
                throw Broken(why: "the conversation is already on the list of a person to whom it returns")
            }
            for person in names("to") { talks[id ?? ""]?.deleted[person]?.isOffList = false }
            return with(.these(names("to")))
        case "noticePosted":
            let told = names("told")
            let talk = talks[body["notice"]?["conversation"]?.stringValue ?? ""]
            guard let talk, told.allSatisfy(talk.members.contains) else {
                throw Broken(why: "the notice is delivered to people who are not members")
            }
            if let notice = body["notice"] {
                try checkMembership(notice)
                try checkGrowth(notice, told: told, earlier: body["earlier"]?.arrayValue ?? [])
                fact.notice = notice["event"]
            }
            return with(.within(told))
        case "shareSaved":
            try takeShare(body["share"])
            return with(.within(names("told") + names("readers")))
        case "shelvesChanged":
            return with(.within((body["changes"]?.arrayValue ?? []).compactMap { $0["person"]?.stringValue }))
        case "conversationsPinned", "consentAnswered", "sharingSwitched":
            return with(.within([body["by"]?.stringValue ?? ""]))
        case "consentOffered": return with(.within([body["to"]?.stringValue ?? ""]))
        case "noticesCleared": return with(.within([body["of"]?.stringValue ?? ""]))
        case "linkPinned", "linkUnpinned", "requestAnswered", "contactAdded", "contactRemoved": return with(.within([]))
        default: return fact
        }
    }

    private mutating func takeShare(_ share: JSONValue?) throws(Broken) {
        guard let id = share?["id"]?.stringValue, let owner = share?["owner"]?.stringValue else {
            throw Broken(why: "the share has no id or no owner")
        }
        let people = (share?["participants"]?.arrayValue ?? []).compactMap { $0["handle"]?.stringValue }
        let now = (id: id, owner: owner, url: share?["url"]?.stringValue ?? "", people: people)
        guard let index = shares.firstIndex(where: { $0.id == id }) else { return shares.append(now) }
        guard shares[index].owner == owner else { throw Broken(why: "the share has another owner than before") }
        shares[index] = now
    }

    /// Checks that a notice of an added participant names one, and that a notice of a removed person does not
    /// (`ev-membership`).
    private func checkMembership(_ notice: JSONValue) throws(Broken) {
        guard let event = notice["event"], event["type"]?.stringValue == "membership",
            let share = shares.last(where: { $0.url == notice["url"]?.stringValue }),
            let person = (notice["people"]?.arrayValue?.last ?? event["person"])?.stringValue
        else { return }
        let isOn = event["trigger"]?.stringValue == "addedCollaborator"
        guard share.people.contains(person) == isOn else {
            throw Broken(
                why: "the notice is wrong: \(person) is \(isOn ? "not " : "still ")a participant of \(share.id)")
        }
    }

    /// Checks that a notice counts only events that its readers received (`ntc-collapse`). It grows by one event, for
    /// people who received all earlier ones, and stays the same for the others. A membership event never makes a notice
    /// grow.
    private mutating func checkGrowth(_ notice: JSONValue, told: [String], earlier: [JSONValue]) throws(Broken) {
        guard let id = notice["id"]?.stringValue, notice["event"]?["type"]?.stringValue != "group" else { return }
        let count = notice["count"]?.integerValue ?? 0
        let former = Set(earlier.flatMap { ($0["told"]?.arrayValue ?? []).compactMap(\.stringValue) })
        defer { notices[id] = (told, former, count) }
        guard former.isDisjoint(with: told) else {
            throw Broken(why: "notice \(id) is delivered twice to the same person")
        }
        guard let before = notices[id] else {
            let people = notice["people"]?.arrayValue?.count ?? 1
            guard count == Int64(people), former.isEmpty else {
                throw Broken(why: "notice \(id) is new, but counts \(count) events")
            }
            return
        }
        guard notice["event"]?["type"]?.stringValue != "membership" else {
            throw Broken(why: "notice \(id) collects another membership event")
        }
        guard count == before.count + 1, told.allSatisfy(before.told.contains) else {
            throw Broken(why: "notice \(id) counts \(count) events for people who did not receive them all")
        }
        guard former.union(told) == before.earlier.union(before.told) else {
            throw Broken(why: "notice \(id) has lost or gained people who received its earlier events")
        }
    }

    /// Returns a conversation.
    ///
    /// - Throws: ``Broken`` if the person is not a member.
    func talk(_ id: String?, of person: String?) throws(Broken) -> Talk {
        guard let talk = talks[id ?? ""], let person, talk.members.contains(person) else {
            throw Broken(why: "\(person ?? "an unnamed person") is not a member of \(id ?? "the conversation")")
        }
        return talk
    }

    /// Adds or removes a member (`grp-add`, `grp-remove`, `grp-leave`). At least three members must remain.
    ///
    /// - Returns: The people who must be notified.
    private mutating func changeMembers(_ fact: Fact, _ body: JSONValue) throws(Broken) -> [String] {
        let before = try talk(fact.conversation, of: body["by"]?.stringValue)
        guard let person = body["person"]?.stringValue, let id = fact.conversation else {
            throw Broken(why: "it does not name a person and a conversation")
        }
        if fact.kind == "participantAdded" {
            guard !before.members.contains(person) else { throw Broken(why: "\(person) is already a member") }
            guard before.members.count > 2 else { throw Broken(why: "a person was added to a one-to-one conversation") }
            talks[id]?.members.append(person)
            talks[id]?.after[person] = before.sequence
            return before.members + [person]
        }
        guard before.members.contains(person), before.members.count >= 4 else {
            throw Broken(why: "\(person) is not a member, or would leave fewer than three members")
        }
        talks[id]?.members.removeAll { $0 == person }
        talks[id]?.gone[person] = fact.position
        talks[id]?.deleted[person]?.endStay()
        return before.members
    }

    /// Removes the facts after a position, which the log lost before any client received them.
    ///
    /// - Returns: The problem with an earlier record; nil if there is none.
    mutating func forget(after position: Int64, _ rows: [LogRecord]) -> String? {
        self = WorldModel()
        for row in rows where row.position <= position { if let problem = take(row) { return problem } }
        return nil
    }
}
