import ChatProtocol
import ServerTestSupport
import Testing

@testable import ChatCore

/// A random history of shares, applied to a core and to the ``ShareModel``, which must agree after every step.
struct ShareHistory {
    static let people = ["anna", "bea", "carl", "dora", "emil", "fritz"]
    static let urls = (1...5).map { "https://notes.example/d/\($0)" }

    private let core = Core()
    private var model = ShareModel(groups: [
        ["anna", "bea", "carl", "dora", "emil"], ["anna", "bea", "fritz", "dora"],
    ])
    /// The cause of each person's last loss of a link, by the last notification.
    private var losses: [String: LostShare.Cause] = [:]
    private var random: SplitMix64
    private let seed: UInt64
    private var now = Instant(milliseconds: 1_700_000_000_000)
    private var groups: [ConversationID] = []
    /// The newest fact of each question, and the ids of the questions in the order of the model.
    private var notices: [NoticeID: EventRecord] = [:]
    private var questionIDs: [NoticeID] = []
    /// The numbers of performed and of refused steps of each kind.
    private(set) var done: [String: Int] = [:]
    private(set) var refused: [String: Int] = [:]

    init(seed: UInt64) throws {
        self.seed = seed
        random = SplitMix64(seed: seed)
        _ = try core.handle(
            request(.appRegister, ["app": "notes", "name": "Notes", "domains": ["notes.example"]], by: "anna"),
            from: .observer(nil), at: now)
        for members in model.groups {
            let names = members.map { JSONValue.string($0) }
            let answer = try core.handle(
                request(.conversationCreate, ["participants": .array(names)], by: "anna"),
                from: .person(handle("anna")),
                at: now)
            guard case .conversation(let conversation, _) = answer else { continue }
            groups.append(conversation.id)
        }
        _ = core.takeDecided()
    }

    mutating func play(steps: Int) throws {
        for number in 0..<steps {
            let step = self.step()
            let me = chance(35) ? pick(Self.people) : somebodyWhoMight(step)
            let before = core.state.position
            now = now.advanced(byMilliseconds: 1_000)
            let expected = model.do(step, by: me)
            let isDone = try ask(step, by: me)
            let place = "seed \(seed), step \(number): \(me) \(step)"
            try #require(isDone == expected, "\(place): \(isDone ? "done" : "refused")")
            if isDone { done[Self.kind(step), default: 0] += 1 } else { refused[Self.kind(step), default: 0] += 1 }
            let facts = core.takeDecided()
            if !isDone { #expect(facts.isEmpty && core.state.position == before, "\(place) left a trace") }
            try #require(delivered(by: facts).sorted() == model.delivered.sorted(), "\(place): told")
            for url in Self.urls where number % 8 == 0 || url == Self.url(of: step) {
                try compare(url, place)
            }
            if number % 8 == 0 { try compareLists(place) }
        }
    }

    // MARK: Steps

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func step() -> ShareModel.Step {
        let url = pick(Self.urls)
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1: return .create(url: url, title: "T", isPublic: chance(20), mayWrite: chance(70))
        case 2, 3, 4: return .send(url: url, group: pick([0, 1]))
        case 5, 6, 7: return .accept(url: url)
        case 8: return .leave(url: url)
        case 9: return chance(50) ? .stop(url: url) : .accept(url: url)
        case 10...14:
            let revision = chance(15) ? max(1, (model.shares[url]?.revision ?? 1) - pick([0, 0, 1, 2])) : nil
            return .save(url: url, revision: revision, changes())
        case 15, 16: return .join(pick(Self.people), group: pick([0, 1]))
        case 17: return chance(50) ? .remove(pick(Self.people), group: pick([0, 1])) : .quit(group: pick([0, 1]))
        case 18: return .answer(question(), isAdding: chance(60))
        default: return chance(70) ? .answer(question(), isAdding: chance(50)) : .close(question())
        }
    }

    /// Returns a random person who could perform the step, or any person if the model names none.
    private mutating func somebodyWhoMight(_ step: ShareModel.Step) -> String {
        let people: [String]
        switch step {
        case .create, .join, .remove, .quit: people = []
        case .send(let url, _), .save(let url, _, _):
            let share = model.shares[url]
            let managers = share?.people.filter { $0.value.role == "administrator" }.keys.sorted() ?? []
            people = (share.map { [$0.owner, $0.owner, $0.owner] } ?? []) + managers
        case .accept(let url): people = model.shares[url]?.people.filter { !$0.value.hasCome }.keys.sorted() ?? []
        case .leave(let url): people = model.shares[url]?.people.keys.sorted() ?? []
        case .stop(let url): people = model.shares[url].map { [$0.owner] } ?? []
        case .answer(let index, _), .close(let index):
            people = model.questions.indices.contains(index) ? [model.questions[index].owner] : []
        }
        return pick(people.isEmpty ? Self.people : people)
    }

    private static func kind(_ step: ShareModel.Step) -> String {
        switch step {
        case .create: "create"
        case .send: "send"
        case .accept: "accept"
        case .leave: "leave"
        case .stop: "stop"
        case .save(_, _, let changes): changes.count == 1 ? "save one" : "save several"
        case .join: "join"
        case .remove: "remove"
        case .quit: "quit"
        case .answer(_, let isAdding): isAdding ? "answer add" : "answer remove"
        case .close: "close"
        }
    }

    private mutating func question() -> Int {
        let open = model.questions.indices.filter { model.questions[$0].isOpen }
        if chance(60), !open.isEmpty { return pick(Array(open)) }
        let count = model.questions.count
        return max(0, count - 1 - pick([0, 0, 0, 1, 1, 2, 3, 5]))
    }

    /// Returns the changes of one save, in the order in which a save applies them.
    private mutating func changes() -> [ShareModel.Change] {
        var changes: [ShareModel.Change] = []
        for _ in 0..<(chance(70) ? 1 : 3) {
            let name = pick(Self.people)
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1: changes.append(.access(isPublic: chance(45)))
            case 2: changes.append(.general(mayWrite: chance(50)))
            case 3: changes.append(.inviting(chance(60)))
            case 4: changes.append(.title("T\(pick([1, 2]))"))
            case 5, 6: changes.append(.remove(name))
            case 7, 8, 9:
                changes.append(
                    .add(
                        name, mayWrite: pick([nil, nil, true, false]),
                        role: pick([nil, nil, nil, "administrator", "privateUser"])))
            case 10: changes.append(.own(name, mayWrite: chance(50)))
            default: return [.role(name, pick(["administrator", "administrator", "privateUser"]))]
            }
        }
        var seen: Set<Int> = []
        return changes.map { (Self.rank($0), $0) }.sorted { $0.0 < $1.0 }
            .filter { $0.0 >= 4 || seen.insert($0.0).inserted }.map(\.1)
    }

    private static func rank(_ change: ShareModel.Change) -> Int {
        switch change {
        case .title: 0
        case .access: 1
        case .general: 2
        case .inviting: 3
        case .remove: 4
        case .add: 5
        case .own: 6
        case .role: 7
        }
    }

    private static func url(of step: ShareModel.Step) -> String? {
        switch step {
        case .create(let url, _, _, _), .send(let url, _), .accept(let url), .leave(let url), .stop(let url),
            .save(let url, _, _):
            url
        case .join, .remove, .quit, .answer, .close: nil
        }
    }

    // MARK: The core

    private func handle(_ name: String) throws -> Handle { try #require(Handle(name)) }

    private func request(_ method: ChatProtocol.Method, _ params: JSONValue, by me: String) throws -> Request {
        var fields = try JSONFields(params)
        let request = try Request(method, from: &fields)
        try fields.finish()
        return try #require(request)
    }

    /// Sends a step to the core.
    ///
    /// - Returns: True if the core performed the step.
    private mutating func ask(_ step: ShareModel.Step, by me: String) throws -> Bool {
        let (method, params) = wire(step)
        let request = try request(method, params, by: me)
        let record = request.entry.flatMap { notices[NoticeID($0)] }
        do throws(RPCError) {
            _ = try core.handle(
                request, from: .person(try person(me)), prefetched: record.map { .record($0) } ?? .nothing, at: now)
            return true
        } catch {
            return false
        }
    }

    private func person(_ name: String) throws(RPCError) -> Handle {
        guard let handle = Handle(name) else { throw RPCError(.internal, "\(name) is no handle") }
        return handle
    }

    private func wire(_ step: ShareModel.Step) -> (ChatProtocol.Method, JSONValue) {
        func group(_ index: Int) -> JSONValue { .string(groups[index].rawValue) }
        func notice(_ index: Int) -> JSONValue {
            .string(questionIDs.indices.contains(index) ? questionIDs[index].rawValue : "n404")
        }
        switch step {
        case .create(let url, let title, let isPublic, let mayWrite):
            return (
                .shareCreate,
                [
                    "app": "notes", "url": .string(url), "title": .string(title),
                    "access": isPublic ? "public" : "private", "permission": Self.word(mayWrite),
                ]
            )
        case .send(let url, let index):
            let id = (try? CanonicalURL(url)).flatMap { core.state.shares[$0] }?.share.id.rawValue
            return (.shareSend, ["share": .string(id ?? "s404"), "conversation": group(index)])
        case .accept(let url): return (.shareAccept, ["url": .string(url)])
        case .leave(let url): return (.shareLeave, ["url": .string(url)])
        case .stop(let url): return (.shareStop, ["url": .string(url)])
        case .save(let url, let revision, let changes):
            var params: JSONValue = ["url": .string(url)]
            if let revision { params = params.adding(["revision": .integer(Int64(revision))]) }
            return Self.wire(changes, params)
        case .join(let name, let index):
            return (.conversationAddParticipant, ["conversation": group(index), "handle": .string(name)])
        case .remove(let name, let index):
            return (.conversationRemoveParticipant, ["conversation": group(index), "handle": .string(name)])
        case .quit(let index): return (.conversationLeave, ["conversation": group(index)])
        case .answer(let index, let isAdding):
            return (.noticeAnswer, ["notice": notice(index), "action": isAdding ? "add" : "remove"])
        case .close(let index): return (.noticeDismiss, ["notice": notice(index)])
        }
    }

    private static func word(_ mayWrite: Bool) -> JSONValue { mayWrite ? "readWrite" : "readOnly" }

    private static func wire(
        _ changes: [ShareModel.Change], _ reference: JSONValue
    ) -> (ChatProtocol.Method, JSONValue) {
        var params = reference
        var (added, removed, own): ([JSONValue], [JSONValue], [JSONValue]) = ([], [], [])
        for change in changes {
            switch change {
            case .access(let isPublic): params = params.adding(["access": isPublic ? "public" : "private"])
            case .general(let mayWrite): params = params.adding(["permission": word(mayWrite)])
            case .inviting(let allows): params = params.adding(["allowsInviting": .bool(allows)])
            case .title(let title): params = params.adding(["title": .string(title)])
            case .remove(let name): removed.append(.string(name))
            case .add(let name, let mayWrite, let role):
                var addition: JSONValue = ["handle": .string(name)]
                if let mayWrite { addition = addition.adding(["permission": word(mayWrite)]) }
                if let role { addition = addition.adding(["role": .string(role)]) }
                added.append(addition)
            case .own(let name, let mayWrite):
                own.append(["handle": .string(name), "permission": word(mayWrite)])
            case .role(let name, let role):
                return (.shareSetRole, params.adding(["handle": .string(name), "role": .string(role)]))
            }
        }
        if !added.isEmpty { params = params.adding(["add": .array(added)]) }
        if !removed.isEmpty { params = params.adding(["remove": .array(removed)]) }
        if !own.isEmpty { params = params.adding(["permissions": .array(own)]) }
        return (.shareSave, params)
    }

    // MARK: Comparing

    /// Returns the notifications about shares and questions that facts cause, and records the ids of new questions.
    private mutating func delivered(by facts: [EventRecord]) throws -> [String] {
        var delivered: [String] = []
        for record in facts {
            if case .noticePosted(let event) = record.event, event.notice.event.highlight == nil {
                let notice = event.notice
                if notices[notice.id] == nil { questionIDs.append(notice.id) }
                notices[notice.id] = record
            }
            for person in record.event.announcement(in: core.state)?.people ?? [] {
                switch record.event.notification(to: person, in: core.state, at: record.place) {
                case .shareChanged(let view)?:
                    delivered.append("\(person): changed \(view.share.url)")
                    losses["\(person) \(view.share.url)"] = nil
                case .shareLost(let lost, let cause)?:
                    delivered.append("\(person): gone \(cause) \(lost.url)")
                    losses["\(person) \(lost.url)"] = cause
                case .noticePosted(let notice, let alerts)?:
                    #expect(!alerts, "seed \(seed): neither a question nor a coming alerts")
                    if case .highlight(.membership(let trigger, let about)) = notice.event {
                        let people = (notice.people.isEmpty ? [about] : notice.people).map(\.rawValue).sorted()
                        let names = people.joined(separator: " ")
                        delivered.append("\(person): told \(trigger) \(names) by \(notice.actor) of \(notice.url)")
                        continue
                    }
                    delivered.append("\(person): \(notice.actions.isEmpty ? "settled" : "asked") \(notice.text)")
                default: continue
                }
            }
        }
        return delivered
    }

    /// Compares each person's view of a share with the model.
    private mutating func compare(_ url: String, _ place: String) throws {
        for name in Self.people {
            let seen: ShareView?
            do throws(RPCError) {
                let answer = try core.handle(.shareGet(.url(url)), from: .person(try person(name)), at: now)
                if case .share(let view) = answer { seen = view } else { seen = nil }
            } catch {
                seen = nil
                let expected =
                    switch losses["\(name) \(url)"] {
                    case .stopped: "conflict ucs-can-stop"
                    case .left: "not_found ucs-can-leave"
                    case .removed: "not_found ck-accept"
                    case nil: "not_found ucs-can-access"
                    }
                let refusal = "\(error.reason.rawValue) \(error.rule ?? "-")"
                #expect(refusal == expected, "\(place): the last notification of \(name) gave the cause")
            }
            try #require((seen != nil) == model.sees(name, url), "\(place): \(name) sees \(url)")
            guard let seen, let expected = model.shares[url] else { continue }
            var people: [String: ShareModel.Person] = [:]
            for participant in seen.share.participants {
                people[participant.handle.rawValue] = ShareModel.Person(
                    role: participant.role.rawValue, mayWrite: participant.permission == .readWrite,
                    hasCome: participant.acceptance == .accepted, isOwn: participant.isIndividual)
            }
            try #require(people.count == seen.share.participants.count, "\(place): somebody is on it twice")
            try #require(people == model.visible(url, to: name), "\(place): whom \(name) sees")
            let share = seen.share
            try #require(
                share.owner.rawValue == expected.owner && (share.access == .public) == expected.isPublic
                    && (share.permission == .readWrite) == expected.mayWrite && share.title == expected.title
                    && share.allowsInviting == expected.allowsInviting && share.revision == expected.revision,
                "\(place): what \(name) sees of \(url)")
        }
    }

    /// Compares each person's shares and waiting questions with the model.
    private mutating func compareLists(_ place: String) throws {
        for name in Self.people {
            let me = try handle(name)
            guard
                case .shares(let shares, _) = try core.handle(
                    .shareList(ListShares()), from: .person(me), at: now)
            else { continue }
            let expected = model.shares.filter { $0.value.people[name] != nil }.keys
            #expect(Set(shares.map(\.share.url)) == Set(expected), "\(place): what \(name) is on")
            let waiting = (core.state.people[me]?.waitingNotices ?? []).filter { $0.event.highlight == nil }
                .map(\.text).sorted()
            let asked = model.questions.filter { $0.owner == name && $0.waits }.map(\.text).sorted()
            #expect(waiting == asked, "\(place): what waits for \(name)")
        }
    }
}
