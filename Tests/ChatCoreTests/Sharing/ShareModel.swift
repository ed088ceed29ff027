import ChatProtocol

/// A plain model of the shares and their participants, by the rules of the protocol. The core must agree with this
/// model, which uses no code of the core.
struct ShareModel {
    struct Person: Equatable {
        var role: String
        var mayWrite: Bool
        var hasCome: Bool
        /// True if the person has an individual permission.
        var isOwn = false
    }

    struct Shared: Equatable {
        /// The number of the share. A document that is shared again at its link gets a new number.
        var id: Int
        var owner: String
        var isPublic: Bool
        var mayWrite: Bool
        var allowsInviting = false
        var title: String
        var revision = 1
        var people: [String: Person]
        /// The people in the order in which they were added. Removing and adding a person again changes the order.
        var order: [String] = []
        /// The groups that contain its link.
        var groups: Set<Int> = []
        /// The people in each group who received its link since it was shared.
        var reached: [Int: Set<String>] = [:]
    }

    struct Question: Equatable {
        var owner: String
        var group: Int
        var person: String
        var isAdding: Bool
        /// The numbers of its shares.
        var shares: [Int]
        var title: String
        var text: String
        /// True if it can be answered.
        var isOpen = true
        /// True if it is in the banner.
        var waits = true
    }

    enum Change {
        case access(isPublic: Bool)
        case general(mayWrite: Bool)
        case inviting(Bool)
        case title(String)
        case remove(String)
        case add(String, mayWrite: Bool?, role: String?)
        case own(String, mayWrite: Bool)
        case role(String, String)
    }

    enum Step {
        case create(url: String, title: String, isPublic: Bool, mayWrite: Bool)
        case send(url: String, group: Int)
        case accept(url: String)
        case leave(url: String)
        case stop(url: String)
        case save(url: String, revision: Int?, [Change])
        case join(String, group: Int)
        case remove(String, group: Int)
        case quit(group: Int)
        /// Answers the question with that number.
        case answer(Int, isAdding: Bool)
        case close(Int)
    }

    var shares: [String: Shared] = [:]
    /// The last owner of each link whose share was stopped.
    var formerOwners: [String: String] = [:]
    /// The groups, followed by the one-to-one conversations that were created to send a link.
    var groups: [[String]]
    /// The members of each group who see a link in it, by link.
    private var readers: [String: [Int: Set<String>]] = [:]
    var questions: [Question] = []
    private var created = 0
    /// The notifications of the last step.
    private(set) var delivered: [String] = []

    init(groups: [[String]]) { self.groups = groups }

    /// True if a person may see a share.
    func sees(_ person: String, _ url: String) -> Bool {
        guard let share = shares[url] else { return false }
        return share.isPublic || share.people[person] != nil
    }

    /// The participants of a share that a person sees.
    func visible(_ url: String, to person: String) -> [String: Person] {
        guard let share = shares[url] else { return [:] }
        let role = share.people[person]?.role ?? "publicUser"
        return share.people.filter { role != "publicUser" || $0.value.role == "owner" || $0.key == person }
    }

    /// Performs a whole step or nothing.
    ///
    /// - Returns: True if the step was performed.
    mutating func `do`(_ step: Step, by me: String) -> Bool {
        var after = self
        after.delivered = []
        delivered = []
        guard after.perform(step, me) else { return false }
        self = after
        return true
    }

    private mutating func perform(_ step: Step, _ me: String) -> Bool {
        switch step {
        case .create(let url, let title, let isPublic, let mayWrite):
            guard shares[url] == nil, formerOwners[url] ?? me == me else { return false }
            created += 1
            shares[url] = Shared(
                id: created, owner: me, isPublic: isPublic, mayWrite: mayWrite, title: title,
                people: [me: Person(role: "owner", mayWrite: true, hasCome: true)], order: [me],
                groups: Set((readers[url] ?? [:]).keys))
            delivered.append("\(me): changed \(url)")
            return true
        case .send(let url, let group):
            guard var share = shares[url], groups[group].contains(me) else { return false }
            guard let mine = share.people[me], mine.hasCome else { return false }
            let invites = mine.role == "owner" || mine.role == "administrator" || share.allowsInviting
            let isInviting = groups[group].contains { share.people[$0] == nil }
            guard share.isPublic || invites || !isInviting else { return false }
            if !share.isPublic {
                for member in groups[group] where share.people[member] == nil {
                    let writes = share.mayWrite && mine.mayWrite
                    share.people[member] = Person(
                        role: "privateUser", mayWrite: writes, hasCome: false, isOwn: writes != share.mayWrite)
                }
            }
            // The earlier recipients are notified of the added people. The new recipients have the message.
            let before = shares[url].map { $0.people.count > 1 ? $0.groups : [] } ?? []
            shares[url]?.groups.insert(group)
            share.groups.insert(group)
            share.reached[group, default: []].formUnion(groups[group])
            shares[url]?.reached = share.reached
            readers[url, default: [:]][group, default: []].formUnion(groups[group])
            keep(share, at: url, by: me, notifiedIn: before)
            return true
        case .accept(let url):
            guard var share = shares[url], sees(me, url) else { return false }
            share.people[me, default: Person(role: "publicUser", mayWrite: share.mayWrite, hasCome: true)]
                .hasCome = true
            keep(share, at: url, by: me)
            return true
        case .leave(let url):
            guard var share = shares[url], let mine = share.people[me], mine.role != "owner" else { return false }
            share.people[me] = nil
            keep(share, at: url, by: me)
            return true
        case .stop(let url):
            guard let share = shares[url], share.owner == me else { return false }
            delivered += share.people.keys.map { "\($0): gone stopped \(url)" }
            if share.isPublic { delivered += strangers(at: url, to: [share]).map { "\($0): gone stopped \(url)" } }
            shares[url] = nil
            formerOwners[url] = me
            refresh(share.id)
            return true
        case .save(let url, let revision, let changes):
            guard var share = shares[url], revision == nil || revision == share.revision,
                let mine = share.people[me], mine.hasCome
            else { return false }
            for change in changes {
                guard mayChange(change, as: mine, on: share), make(change, on: &share, by: me) else { return false }
            }
            keep(share, at: url, by: me)
            return true
        case .join(let person, let group):
            guard groups[group].contains(me), !groups[group].contains(person) else { return false }
            groups[group].append(person)
            ask(about: person, isAdding: true, in: group)
            return true
        case .remove(let person, let group):
            return person != me && groups[group].contains(person) && go(person, from: group, by: me)
        case .quit(let group): return go(me, from: group, by: me)
        case .answer(let index, let isAdding):
            guard questions.indices.contains(index) else { return false }
            let question = questions[index]
            guard question.owner == me, question.isOpen, question.isAdding == isAdding,
                groups[question.group].contains(question.person) == isAdding, !left(of: question).isEmpty
            else { return false }
            answer(index)
            for (url, var share) in shares where question.shares.contains(share.id) {
                guard share.owner == me, !share.isPublic, (share.people[question.person] == nil) == isAdding else {
                    continue
                }
                share.people[question.person] =
                    isAdding ? Person(role: "privateUser", mayWrite: share.mayWrite, hasCome: false) : nil
                keep(share, at: url, by: me)
                if isAdding { sendLink(at: url, to: question.person, by: me) }
            }
            return true
        case .close(let index):
            guard questions.indices.contains(index), questions[index].owner == me else { return false }
            if questions[index].isOpen { answer(index) }
            return true
        }
    }

    // MARK: Shares

    private mutating func keep(_ share: Shared, at url: String, by me: String, notifiedIn groups: Set<Int>? = nil) {
        guard let before = shares[url] else { return }
        var share = share
        share.order.removeAll { share.people[$0] == nil }
        share.order += share.people.keys.filter { !share.order.contains($0) }.sorted()
        guard share != before else { return }
        share.revision += 1
        shares[url] = share
        delivered += share.people.keys.map { "\($0): changed \(url)" }
        delivered += before.people.keys.filter { share.people[$0] == nil }
            .map { "\($0): gone \($0 == me ? "left" : "removed") \(url)" }
        let hasPublicLink = share.isPublic || before.isPublic
        let (card, cardBefore) = (
            (share.isPublic, share.mayWrite, share.title), (before.isPublic, before.mayWrite, before.title)
        )
        if hasPublicLink, card != cardBefore {
            let what = share.isPublic ? "changed" : "gone removed"
            delivered += strangers(at: url, to: [share, before]).map { "\($0): \(what) \(url)" }
        }
        refresh(share.id)
        notify(of: share, insteadOf: before, at: url, by: me, in: groups ?? share.groups)
    }

    /// The people who have a link and take part in none of these states of its share.
    private func strangers(at url: String, to shares: [Shared]) -> Set<String> {
        Set((readers[url] ?? [:]).values.joined()).filter { name in shares.allSatisfy { $0.people[name] == nil } }
    }

    /// Sends the link to a person who sees it in no conversation of the sender's.
    private mutating func sendLink(at url: String, to person: String, by me: String) {
        let places = shares[url]?.groups.filter { groups[$0].contains(me) } ?? []
        guard !places.contains(where: { shares[url]?.reached[$0]?.contains(person) == true }) else { return }
        let pair = [me, person].sorted()
        let group = groups.firstIndex { $0.sorted() == pair } ?? groups.count
        if group == groups.count { groups.append(pair) }
        shares[url]?.groups.insert(group)
        shares[url]?.reached[group] = Set(pair)
        readers[url, default: [:]][group] = Set(pair)
    }

    /// Notifies the groups with the link of the added and removed people. It reaches participants and readers of a
    /// public link, except the actor. An invitation that ends because the share becomes public takes no access away, so
    /// it notifies no one.
    private mutating func notify(
        of share: Shared, insteadOf before: Shared, at url: String, by me: String, in delivered: Set<Int>
    ) {
        var rows: [String: [String]] = [:]
        for (name, person) in before.people where share.people[name] == nil {
            if share.isPublic, !before.isPublic, !person.hasCome { continue }
            rows["removedCollaborator", default: []].append(name)
        }
        for (name, person) in share.people {
            let old = before.people[name]
            let isNew = old == nil || old?.hasCome != person.hasCome
            if isNew { rows["addedCollaborator", default: []].append(name) }
        }
        for (trigger, people) in rows {
            let row = "\(trigger) \(people.sorted().joined(separator: " ")) by \(me) of \(url)"
            for group in delivered {
                for member in groups[group] where member != me {
                    let hasLink = readers[url]?[group]?.contains(member) == true
                    guard share.people[member] != nil || share.isPublic && hasLink else { continue }
                    self.delivered.append("\(member): told \(row)")
                }
            }
        }
    }

    private func mayChange(_ change: Change, as mine: Person, on share: Shared) -> Bool {
        switch change {
        case .access, .inviting, .title, .role: mine.role == "owner"
        case .general, .remove, .own: mine.role == "owner" || mine.role == "administrator"
        case .add: mine.role == "owner" || mine.role == "administrator" || share.allowsInviting
        }
    }

    private func make(_ change: Change, on share: inout Shared, by me: String) -> Bool {
        switch change {
        case .access(let isPublic):
            guard isPublic != share.isPublic else { return true }
            share.isPublic = isPublic
            share.people = share.people.filter { isPublic ? $0.value.hasCome : $0.value.role == "owner" }
            if isPublic {
                for name in share.people.keys where name != share.owner { share.people[name]?.role = "publicUser" }
            }
            return true
        case .general(let mayWrite):
            share.mayWrite = mayWrite
            for (name, person) in share.people where person.role != "owner" && !person.isOwn {
                share.people[name]?.mayWrite = mayWrite
            }
            return true
        case .inviting(let allows):
            share.allowsInviting = allows
            return true
        case .title(let title):
            share.title = title
            return true
        case .remove(let name):
            guard !share.isPublic, let person = share.people[name], name != me, name != share.owner,
                me == share.owner || person.role != "administrator"
            else { return false }
            share.people[name] = nil
            share.order.removeAll { $0 == name }
            return true
        case .add(let name, let mayWrite, let role):
            return add(name, mayWrite, role, to: &share, by: me)
        case .own(let name, let mayWrite):
            guard !share.isPublic, let person = share.people[name], name != share.owner,
                me == share.owner || person.role != "administrator"
            else { return false }
            share.people[name]?.mayWrite = mayWrite
            share.people[name]?.isOwn = true
            return true
        case .role(let name, let role):
            guard !share.isPublic, share.people[name] != nil, name != share.owner else { return false }
            share.people[name]?.role = role
            return true
        }
    }

    private func add(
        _ name: String, _ mayWrite: Bool?, _ role: String?, to share: inout Shared, by me: String
    ) -> Bool {
        guard !share.isPublic, let mine = share.people[me] else { return false }
        let manages = mine.role == "owner" || mine.role == "administrator"
        guard role != "administrator" || me == share.owner, manages || mine.mayWrite || mayWrite != true else {
            return false
        }
        guard let person = share.people[name] else {
            let usual = share.mayWrite && (manages || mine.mayWrite)
            let writes = mayWrite ?? usual
            share.people[name] = Person(
                role: role ?? "privateUser", mayWrite: writes, hasCome: false,
                isOwn: mayWrite != nil || usual != share.mayWrite)
            return true
        }
        if mayWrite == nil, role == nil { return true }
        guard manages else { return false }
        if let mayWrite { guard make(.own(name, mayWrite: mayWrite), on: &share, by: me) else { return false } }
        guard let role, role != person.role else { return true }
        return me == share.owner && make(.role(name, role), on: &share, by: me)
    }

    // MARK: Groups

    private mutating func go(_ person: String, from group: Int, by me: String) -> Bool {
        guard groups[group].contains(me), groups[group].count >= 4 else { return false }
        groups[group].removeAll { $0 == person }
        for url in readers.keys { readers[url]?[group]?.remove(person) }
        for url in shares.keys { shares[url]?.reached[group]?.remove(person) }
        for index in questions.indices where questions[index].owner == person && questions[index].group == group {
            questions[index].waits = false
        }
        ask(about: person, isAdding: false, in: group)
        return true
    }

    private mutating func ask(about person: String, isAdding: Bool, in group: Int) {
        for index in questions.indices
        where questions[index].group == group && questions[index].person == person && questions[index].waits {
            answer(index)
        }
        for owner in groups[group] where owner != person {
            let own = shares.values.filter {
                $0.owner == owner && !$0.isPublic && $0.groups.contains(group)
                    && ($0.people[person] == nil) == isAdding
                    && (!isAdding || isOf(group, $0, besides: person))
            }.map(\.id).sorted()
            guard let first = own.first else { continue }
            let title = title(of: first)
            let text = Self.text(person, isAdding, title, own.count)
            questions.append(
                Question(
                    owner: owner, group: group, person: person, isAdding: isAdding, shares: own, title: title,
                    text: text))
            delivered.append("\(owner): asked \(text)")
        }
    }

    /// True if a member of a group takes part in a share, other than its owner and a newcomer.
    private func isOf(_ group: Int, _ share: Shared, besides newcomer: String) -> Bool {
        groups[group].contains { $0 != share.owner && $0 != newcomer && share.people[$0] != nil }
    }

    private func title(of share: Int) -> String { shares.values.first { $0.id == share }?.title ?? "" }

    private static func text(_ person: String, _ isAdding: Bool, _ title: String, _ count: Int) -> String {
        let name = person.prefix(1).uppercased() + person.dropFirst()
        let documents = count == 1 ? "“\(title)”" : "your \(count) shared documents"
        return isAdding ? "Add \(name) to \(documents)" : "Remove \(name) from \(documents)"
    }

    /// The shares that an answer to a question would still change.
    private func left(of question: Question) -> [Int] {
        question.shares.filter { id in
            guard let share = shares.values.first(where: { $0.id == id }) else { return false }
            return share.owner == question.owner && !share.isPublic
                && (share.people[question.person] == nil) == question.isAdding
                && (!question.isAdding || isOf(question.group, share, besides: question.person))
        }
    }

    /// Updates the waiting questions about a share: each asks only about the shares that its answer would change.
    private mutating func refresh(_ share: Int) {
        for index in questions.indices where questions[index].waits && questions[index].shares.contains(share) {
            let left = left(of: questions[index])
            let title = left.first.map(title) ?? ""
            if left.isEmpty {
                answer(index)
            } else if left.count < questions[index].shares.count || title != questions[index].title {
                (questions[index].shares, questions[index].title) = (left, title)
                questions[index].text = Self.text(
                    questions[index].person, questions[index].isAdding, title, left.count)
                delivered.append("\(questions[index].owner): asked \(questions[index].text)")
            }
        }
    }

    private mutating func answer(_ index: Int) {
        questions[index].isOpen = false
        questions[index].waits = false
        delivered.append("\(questions[index].owner): settled \(questions[index].text)")
    }
}
