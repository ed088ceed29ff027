import ChatProtocol

/// The documents from before the recording. When a step first refers to one, the background restores it: its content,
/// its participants, and the people who had opened it.
extension Recording {
    /// Adds an earlier document.
    mutating func know(_ document: EarlierDocument) {
        earlierDocuments[document.url] = document
        guard !document.isKeptByItsApp else {
            unarranged[document.url] = "with “\(document.title)”, which its app stores"
            return
        }
        if let share = document.share { return learn(share) }
        documents[document.url] = RecordedDocument(
            app: document.app, title: document.title, text: document.content?.text ?? "")
    }

    /// Adds a comment that a person has more shares than are known.
    mutating func leaveOutOldShares(of owner: Handle) {
        script.addHead("the oldest documents of \(cast.name(owner)), who has more shares than one answer contains")
    }

    /// Restores the documents in a slot of a step.
    mutating func rememberDocuments(of slot: RecordedSlot) {
        guard !earlierDocuments.isEmpty else { return }
        switch slot {
        case .text(let url?), .sentLink(let url): remember(documentAt: url)
        case .message(let id?): for link in cast.said[id]?.links ?? [] { remember(documentAt: link.url) }
        case .text(nil), .message(nil), .person, .people, .app, .conversation, .count, .milliseconds: return
        }
    }

    /// Restores an earlier document, if no step has referred to it yet.
    mutating func remember(documentAt url: String) {
        guard let document = earlierDocuments.removeValue(forKey: url) else { return }
        if document.isKeptByItsApp {
            let words = "the share of “\(document.title)” at \(url): its app stores it, and would be asked again"
            return script.addHead(ReportStyle.oneLine(words))
        }
        if cast.apps[document.app] == nil, let app = earlierApps[document.app] { know(app) }
        arrangesDocuments = true
        arrange(document)
    }

    /// Drops the earlier message of a share, because the step that shares the document sends it.
    mutating func forget(messagesWith url: String, from sender: Handle, in place: ConversationID) {
        let first = cast.messages(of: place).first { one in
            earlier[one.id] != nil && one.sender == sender && one.links.contains { $0.url == url }
        }?.id
        guard let first else { return }
        earlier[first] = nil
        cast.say(first, as: url)
    }

    // MARK: Restoring documents

    private mutating func arrange(_ it: EarlierDocument) {
        let (owner, link, app) = (RecordedSlot.person(it.owner), RecordedSlot.text(it.url), RecordedSlot.app(it.app))
        let edits = it.content.flatMap { works(making: $0.text ?? "") }
        let isEdited = it.growing.contains(where: \.isEdit)
        let folder = it.growing.contains(where: \.isMove) ? nil : it.content?.folder
        let early: [DocumentWork] = (isEdited ? [] : edits ?? []) + (folder.map { [.move(to: $0)] } ?? [])
        if it.people == nil || !early.isEmpty {
            script.addBefore(say(.creates, owner, .text(it.title), app, link), at: it.createdAt)
        }
        for work in early {
            // The edit precedes the share, so its notice has no recipients and is refused.
            script.addBefore(
                say(work, Page(person: it.owner, url: it.url), it.app), at: it.createdAt, isRepeated: true)
            script.addBefore(say(.requestFails, owner, .text("not_found")), at: it.createdAt, isRepeated: true)
        }
        if let people = it.people { share(it, with: people) }
        let worker = it.growing.filter { $0.isEdit }.max { $0.notice.postedAt < $1.notice.postedAt }?.notice.actor
        for grown in it.growing.sorted(by: { $0.firstAt < $1.firstAt }) {
            let last = grown.notice.actor == worker ? edits ?? [] : []
            for (number, step) in work(grown.notice, of: it, endingWith: last).enumerated() {
                script.addBefore(
                    step, at: number == 0 ? grown.firstAt : grown.notice.postedAt, isRepeated: true)
            }
        }
        if it.share?.isDocumentDeleted == true {
            script.addBefore(say(.works, owner, "deletes", link, app), at: it.share?.createdAt)
        }
        if let stop = it.stop { script.addBefore(say(.stopsSharing, owner, link), at: stop.at) }
        for person in it.content?.active ?? [] {
            script.addBefore(say(.opensInApp, .person(person), link, app), at: begun?.at)
        }
        for (id, notice) in earlierNotices where it.growing.contains(where: { $0.isTold(by: notice) }) {
            notices[id] = notice
        }
        tellWhatIsMissing(of: it, edits)
    }

    /// Shares a document in the conversations with its link, and restores the exact set of participants.
    private mutating func share(_ it: EarlierDocument, with people: [Share.Participant]) {
        let (owner, link) = (RecordedSlot.person(it.owner), RecordedSlot.text(it.url))
        let at = it.share?.createdAt ?? it.createdAt
        let title = RecordedSlot.text(it.title)
        let isOpen = it.share?.access == .public
        let permission = it.share?.permission ?? .readWrite
        func isThere(_ person: Handle, _ place: ConversationID) -> Bool {
            cast.members[place]?.contains(person) == true
        }
        let known = it.share == nil ? Array(cast.conversations(with: it.url)) : it.places
        let places = known.map { ($0, said(it.url, in: $0) ?? at) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
        let own = places.filter { isThere(it.owner, $0) }
        var steps: [RecordedStep] = []
        if let first = own.first {
            let everyone = everyoneMay(permission)
            steps.append(say(.shares, owner, title, .app(it.app), link, .conversation(first), everyone))
        } else {
            steps.append(say(.sharesWithNobody, owner, title, .app(it.app), link))
            if permission == .readOnly { steps.append(say(.setsPermission, owner, "everyone", "only view", link)) }
        }
        for place in own.dropFirst() { steps.append(say(.sendsOn, owner, title, .conversation(place))) }
        if it.share?.allowsInviting == true { steps.append(say(.setsInviting, owner, "people", link)) }
        if isOpen {
            steps.append(say(.opensShare, owner, link))
        } else {
            let invited = own.flatMap { cast.members[$0] ?? [] }.filter { $0 != it.owner }
            steps += inviting(people, insteadOf: invited, owner, link)
        }
        for step in steps { script.addBefore(step, at: at) }
        for person in people where person.acceptance == .accepted {
            script.addBefore(say(.opens, .person(person.handle), link), at: it.joining(of: person.handle) ?? at)
        }
        for person in people where person.role == .administrator {
            script.addBefore(say(.setsRole, owner, .person(person.handle), "an administrator", link), at: at)
        }
        for place in places where !own.contains(place) {
            let sender = people.first { $0.acceptance == .accepted && isThere($0.handle, place) }
            guard let sender else { continue }
            script.addBefore(say(.sendsOn, .person(sender.handle), title, .conversation(place)), at: at)
            forget(messagesWith: it.url, from: sender.handle, in: place)
        }
        for place in own { forget(messagesWith: it.url, from: it.owner, in: place) }
    }

    /// Returns the time of the first message with a link in a conversation; nil if it is unknown.
    private func said(_ url: String, in place: ConversationID) -> Instant? {
        cast.messages(of: place).first { $0.links.contains { $0.url == url } }.flatMap { earlier[$0.id] }
    }

    /// Returns the steps that restore the participants of a share, after its message has invited other people.
    private mutating func inviting(
        _ people: [Share.Participant], insteadOf invited: [Handle], _ owner: RecordedSlot, _ link: RecordedSlot
    ) -> [RecordedStep] {
        var steps: [RecordedStep] = []
        let missing = people.filter { !invited.contains($0.handle) }.map(\.handle)
        let strangers = Set(invited).subtracting(people.map(\.handle)).sorted()
        if !missing.isEmpty { steps.append(say(.addsToShare, owner, .people(missing), link, nil, Self.withoutLink)) }
        if !strangers.isEmpty { steps.append(say(.removesFromShare, owner, .people(strangers), link)) }
        for person in people where person.isIndividual {
            let may: RecordedSlot = person.permission == .readOnly ? "only view" : "edit"
            steps.append(say(.setsPermission, owner, .person(person.handle), may, link))
        }
        return steps
    }

    /// Returns the steps that restore a notice.
    ///
    /// - Parameters:
    ///   - notice: The notice.
    ///   - it: The document.
    ///   - edits: The edits that create its text; other edits precede them.
    private mutating func work(
        _ notice: Notice, of it: EarlierDocument, endingWith edits: [DocumentWork]
    ) -> [RecordedStep] {
        guard notice.actor == it.owner || it.people?.contains(where: { $0.handle == notice.actor }) == true,
            case .highlight(let event) = notice.event, let work = DocumentWork(toldOf: event)
        else { return [] }
        let page = Page(person: notice.actor, url: it.url)
        let count = Int(notice.count)
        let works: [DocumentWork]
        switch work {
        case .append:
            let last = edits.suffix(count)
            works = Array(repeating: work, count: count - last.count) + last
        case .create: works = [work]
        case .move: works = [.move(to: it.content?.folder ?? DocumentWork.usualFolder)]
        // The document is deleted at the end.
        case .delete: works = []
        case .comment, .mention, .write, .writeOutdated, .rename: works = Array(repeating: work, count: count)
        }
        return works.map { say($0, page, it.app) }
    }

    /// Returns the edits that turn an empty document into this text: the text of one step, then appended standard
    /// lines. Nil if no such edits exist.
    private func works(making text: String) -> [DocumentWork]? {
        let line = DocumentWork.usualLine
        var rest = text[...]
        var edits: [DocumentWork] = []
        while rest.hasSuffix("\n\(line)") {
            rest = rest.dropLast(line.count + 1)
            edits.append(.append)
        }
        if rest.isEmpty || rest == line { return rest.isEmpty ? edits : edits + [.append] }
        return sayableText(String(rest)).map { [.write($0)] + edits }
    }

    /// Adds comments about the parts of a document that no step can restore.
    private mutating func tellWhatIsMissing(of it: EarlierDocument, _ edits: [DocumentWork]?) {
        let title = "“\(it.title)”"
        if it.content != nil, edits == nil {
            script.addHead(ReportStyle.oneLine("the earlier text of \(title), which is too long for a step"))
        }
        let comments = it.content?.comments?.count ?? 0
        if comments > it.growing.filter(\.isComment).reduce(0, { $0 + Int($1.notice.count) }) {
            script.addHead(ReportStyle.oneLine("the earlier comments on \(title)"))
        }
    }
}

extension EarlierDocument {
    /// The participants of the share without the owner, or those at its stop; nil if the document was never shared.
    fileprivate var people: [Share.Participant]? {
        if let share { return share.participants.filter { $0.role != .owner } }
        return stop?.people.filter { $0 != owner }.map {
            Share.Participant(handle: $0, role: .privateUser, permission: .readWrite, acceptance: .pending)
        }
    }

    /// Returns the time when a person joined the share, if the notice about it may still collect events.
    fileprivate func joining(of person: Handle) -> Instant? {
        growing.first { $0.notice.event == .highlight(.membership(.addedCollaborator, person: person)) }?.firstAt
    }
}

extension EarlierDocument.GrowingNotice {
    fileprivate var isEdit: Bool { notice.event == .highlight(.change(.edit)) }
    fileprivate var isComment: Bool { notice.event == .highlight(.change(.comment)) }
    /// Returns true if another notice is about the same events. It has a different id in each thread.
    fileprivate func isTold(by other: Notice) -> Bool {
        (notice.url, notice.actor, notice.event, notice.postedAt)
            == (other.url, other.actor, other.event, other.postedAt)
    }
    fileprivate var isMove: Bool { notice.event == .highlight(.persistence(.moved)) }
}
