import ChatConnection
import ChatProtocol

/// The state before the recording. The background sets it up as far as the scenario needs it.
extension Recording {
    /// Returns the unknown apps in a notification.
    func unknownApps(in notified: ScriptedClient.Notified) -> [AppID] {
        let (told, params, result) = (notified.params, notified.params["params"], notified.params["result"])
        if told.text("method") == Method.appRegister.rawValue { return [] }
        let switches = params?["automaticSharing"]?["apps"]?.objectValue?.members.map(\.key) ?? []
        let ids =
            [told.text("app"), params?.text("app")] + switches
            + [result?["share"]?.text("app"), result?["document"]?.text("app")]
        return ids.reduce(into: []) { unknown, id in
            if let id = id.map({ AppID($0) }), cast.apps[id] == nil, !unknown.contains(id) { unknown.append(id) }
        }
    }

    /// Adds an app that was registered earlier.
    mutating func know(_ app: App) {
        guard cast.apps[app.id] == nil else { return }
        let registration = RegisterApp(
            app: app.id, name: app.name, domains: app.domains, association: app.association, backends: app.backends,
            capabilities: app.capabilities, previews: app.previews,
            menuTitleForHideAction: app.menuTitleForHideAction, sharingMethods: app.sharingMethods,
            manageTitle: app.manageTitle, documentTypes: app.documentTypes)
        for step in steps(registering: registration) ?? [] { script.addBefore(step) }
        cast.apps[app.id] = app.name
    }

    /// Returns the people in a notification.
    static func people(in notified: ScriptedClient.Notified) -> Set<Handle> {
        let params = notified.params
        var people: Set<Handle> = []
        for told in [params, params["params"] ?? .null] {
            people.formUnion([told.handle("person"), told.handle("handle")].compactMap { $0 })
            people.formUnion(told.handles("participants") + told.handles("handles"))
        }
        for told in [params["conversation"], params["result"]?["conversation"]] {
            people.formUnion(told?.handles("participants") ?? [])
        }
        return people
    }

    /// Adds the contact cards and blocks from before the recording.
    mutating func know(_ cards: RecordedCards) {
        for (person, name) in cards.names { cast.show(person, as: name) }
        for step in saying(cards.contacts) { script.addBefore(step) }
        for card in cards.blocked { script.addBefore(say(.blocks, .person(card.owner), "blocks", .person(card.other))) }
    }

    /// Adds a conversation that began earlier.
    mutating func know(_ conversation: Conversation) {
        learn(conversation)
        let people = conversation.participants
        guard people.count > 1 else { return }
        _ = cast.name(conversation.id, conversation.name, of: people)
        script.addBefore(say(.beginsConversation, .conversation(conversation.id), .people(people)))
    }

    /// Adds a message that was sent earlier.
    mutating func know(_ message: Message) {
        cast.learn(message)
        earlier[message.id] = message.sentAt
    }

    /// Adds the earlier messages to which a step refers to the background.
    mutating func remember(_ slot: RecordedSlot) {
        switch slot {
        case .message(let id?): remember(message: id)
        case .sentLink(let url):
            for id in earlier.keys.sorted() where cast.said[id]?.text.utf8.contains(sequence: url) == true {
                remember(message: id)
            }
        case .message(nil), .person, .people, .app, .conversation, .text, .count, .milliseconds: return
        }
    }

    private mutating func remember(message id: MessageID) {
        guard let at = earlier.removeValue(forKey: id), let one = cast.said[id] else { return }
        script.addBefore(say(.sends, .person(one.sender), .text(one.text), .conversation(one.conversation)), at: at)
    }

    /// Adds the steps that place an earlier link on a person's shelf to the background: the message with the link, and
    /// a pin, which suffices.
    mutating func remember(shelfOf person: Handle, link url: String) {
        let before = earlier.keys.sorted().first { cast.said[$0]?.links.contains { $0.url == url } == true }
        guard let before, let at = earlier[before], let one = cast.said[before] else { return }
        let pin = say(.pins, .person(person), "pins", .text(url), .conversation(one.conversation))
        guard pin.text != nil else { return }
        remember(message: before)
        script.addBefore(pin, at: at)
        // The first pin of an app's link causes a consent request. It was answered before the recording, so the
        // background answers it too.
        let app = one.links.first { $0.url == url }?.app.rawValue ?? ""
        guard consents[person, default: []].isEmpty, pinnedBefore.insert("\(person) \(app)").inserted else { return }
        script.addBefore(say(.answersConsent, .person(person), "Not Now"), at: at, isRepeated: true)
    }

    /// Lets the same time pass between the events of the background, so that notices collect events as they did. A
    /// pause is limited to the time for which a notice collects events, because a longer one would only slow down a run
    /// on a real clock.
    mutating func tellTimeBefore() {
        guard let begun, arrangesDocuments else { return }
        let longest = begun.noticesGrow + 60_000
        var recording = self
        script.orderBackground(until: firstAt ?? begun.at) { elapsed in
            let told = min(elapsed, longest)
            let isWorthIt = recording.isReal ? told >= recording.options.shortestPause : told > 0
            return isWorthIt ? recording.passing(milliseconds: recording.isReal ? told / 1_000 * 1_000 : told) : nil
        }
    }
}

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
            steps += sharing(
                it.share?.folder ?? it.title, it.app, it.url, in: first, by: owner, permission, isOpen: false,
                allowsInviting: false, isFolder: it.share?.folder != nil)
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
