import ChatProtocol

/// Shelves, settings and answers.
extension Recording {
    /// A person who views the content without a document has opened it from the shelf.
    mutating func recordLook(_ it: AttachAttribution, _ done: DoneRequest) {
        guard let person = done.person, it.context == .detail, done.isDone, let url = highlights[it.highlight]
        else { return }
        let step = say(.opensFromShelf, .person(person), .text(url), .app(done.owner.app))
        guard step.text != nil else { return }
        remember(shelfOf: person, link: url)
        guard script.lines.last?.text != step.text else { return }
        release(person)
        held[person] = write(step, at: done.at).map { Held(.looked, url, line: $0) }
    }

    /// Returns the steps that change settings, one for each switch.
    mutating func settings(_ it: SetSettings, of me: RecordedSlot) -> [RecordedStep] {
        var steps: [RecordedStep] = []
        func move(_ name: PhraseName, _ isOn: Bool, _ scope: RecordedSlot? = nil) {
            steps.append(say(name, me, isOn ? "on" : "off", scope))
        }
        if let sharing = it.sharing {
            if let isOn = sharing.everywhere { move(.turnsSharing, isOn) }
            for each in sharing.apps { move(.turnsSharing, each.isOn, .app(each.id)) }
            for each in sharing.conversations { move(.turnsSharing, each.isOn, .conversation(each.id)) }
        }
        if let receipts = it.receipts {
            if let isOn = receipts.everywhere { move(.turnsReceipts, isOn) }
            for each in receipts.conversations { move(.turnsReceipts, each.isOn, .conversation(each.id)) }
        }
        if let isOn = it.mentionAlerts { move(.turnsMentionAlerts, isOn) }
        return steps
    }

    mutating func recordConsent(_ it: AnswerConsent, _ done: DoneRequest) {
        guard let person = done.person, let word = PlayPhrases.consentAnswers[it.answer] else { return }
        if let last = lastAnswer, last.person == person, last.answer.consent == it.consent, script.isLast(last.line) {
            lastAnswer = nil
            let first = RecordedSlot.text(PlayPhrases.consentAnswers[last.answer.answer])
            script.change(last.line, to: say(.answersConsentTwice, .person(person), first, .text(word)))
            return refuse(done)
        }
        guard consents[person]?.first == it.consent else {
            return leaveOut(done, "to a question that was not the oldest")
        }
        var step = say(.answersConsent, .person(person), .text(word))
        if done.owner.device?.number ?? 1 > 1 { step.text = step.text.map(PlayPhrases.onSecondDevice) }
        guard let line = act(step, done), done.isDone else { return }
        consents[person]?.removeFirst()
        lastAnswer = (line, it, person)
    }

    // MARK: Notices

    mutating func recordDismissal(of id: NoticeID, _ done: DoneRequest) {
        // Opening a document dismisses its notices.
        let url = (notices[id] ?? earlierNotices[id])?.url
        if let person = done.person, let url, case .accepted = deed(of: person, at: url) { return }
        if let url { remember(documentAt: url) }
        guard let person = done.person, let notice = notices[id] else {
            return leaveOut(done, "about a notice from before the recording")
        }
        act(say(.closesNotice, about: notice, to: person), done)
    }

    mutating func recordAnswer(_ it: AnswerNotice, _ done: DoneRequest) {
        guard let person = done.person, let notice = notices[it.notice] else {
            return leaveOut(done, "about a notice from before the recording")
        }
        let (me, place) = (RecordedSlot.person(person), RecordedSlot.conversation(notice.conversation))
        let word = RecordedSlot.text(PlayPhrases.promptAnswers.first { $0.lowercased() == it.action } ?? "Add")
        // The person who received the prompt.
        let owner = noticeReaders[it.notice]?.filter(\.value).keys.min() ?? person
        let isOwn = owner == person
        let what = isOwn ? RecordedSlot.text(words(of: notice)) : .person(owner)
        act(say(isOwn ? .answersPrompt : .answersPromptOfOther, me, word, what, place), done)
    }
}

/// The apps of a recording. Each registration becomes the steps for its new settings.
extension Recording {
    /// Returns the steps for the new settings of a registration; nil if no phrases can express them.
    mutating func steps(registering it: RegisterApp) -> [RecordedStep]? {
        var app = registered[it.app] ?? CastApp(name: it.name)
        let name = RecordedSlot.text(it.name)
        var steps: [RecordedStep] = []
        guard let rules = CastApp.Rule.rules(of: it), rules.starts(with: app.rules), let domain = it.domains.first,
            app.name == it.name, it.previews.starts(with: app.previews)
        else { return nil }
        steps += rules.dropFirst(app.rules.count).map {
            say(.opensLinks, name, $0.isExcluded ? "does not open" : "opens", .text($0.description))
        }
        app.rules = rules
        for (capability, member, words) in CastApp.capabilities
        where app[keyPath: member] != it.capabilities.contains(capability) {
            guard app[keyPath: member] else { return nil }
            app[keyPath: member] = false
            steps.append(say(.lacksCapability, name, .text(words)))
        }
        for preview in it.previews.dropFirst(app.previews.count) {
            let (path, content) = (preview.path == "*" ? "" : preview.path, preview.content)
            guard (content.glyph == nil) == (content.colour == nil) else { return nil }
            let texts = ["https://\(domain)\(path)", content.title]
            let looks = [content.subtitle, content.glyph, content.colour?.rawValue]
            steps.append(say(.showsPreview, [name] + (texts + looks).map { text in text.map { .text($0) } }))
        }
        app.previews = it.previews
        if let title = it.menuTitleForHideAction, title != app.hideTitle {
            app.hideTitle = title
            steps.append(say(.callsButton, name, "hide action", .text(title)))
        }
        if it.backends != app.registration.backends {
            app.backends = it.backends
            steps.append(say(.keepsDocuments, name, .text(it.backends.only.flatMap { PlayPhrases.backends[$0] })))
        }
        if it.asksForProofs != app.asksForProofs {
            guard it.asksForProofs else { return nil }
            app.asksForProofs = true
            steps.append(say(.asksForProofs, name))
        }
        for type in it.documentTypes where !app.documentTypes.contains(type) {
            app.documentTypes.append(type)
            steps.append(say(.opensFiles, name, .text(type)))
        }
        if it.sharingMethods != app.registration.sharingMethods {
            app.sharingMethods = it.sharingMethods
            steps.append(
                say(.sharesOneWay, name, .text(it.sharingMethods.only.flatMap { PlayPhrases.sharingWays[$0] })))
        }
        if let title = it.manageTitle, title != app.manageTitle ?? App.standardManageTitle {
            app.manageTitle = title
            steps.append(say(.callsButton, name, "manage button", .text(title)))
        }
        if let options = it.shareOptions, options != app.shareOptions {
            app.shareOptions = options
            var step = options.table.map { _ in say(.offersOptions, name) } ?? .unsaid
            step.table = options.table ?? []
            steps.append(step)
        }
        guard !steps.contains(where: { $0.text == nil }) else { return nil }
        registered[it.app] = app
        cast.apps[it.app] = it.name
        return steps
    }
}

extension Array {
    /// The only element; nil if the array has none or several.
    fileprivate var only: Element? { count == 1 ? self[0] : nil }
}

extension CastApp.Rule {
    /// Returns the rules of an app's association in the form of steps; nil if steps cannot express it.
    fileprivate static func rules(of it: RegisterApp) -> [Self]? {
        let whole = it.domains.compactMap { Self($0, isExcluded: false) }
        guard let domain = it.domains.first, let association = it.association, association != .null else {
            return whole
        }
        guard let details = association["applinks"]?.list("details"), details.count == 1,
            let components = details[0]["components"]?.arrayValue
        else { return nil }
        let rules = components.compactMap { component -> Self? in
            let keys = component.objectValue?.members.map(\.key) ?? []
            let path = component.text("/") ?? "*"
            guard keys.allSatisfy(["/", "#", "exclude", "comment"].contains), path == "*" || path.hasPrefix("/") else {
                return nil
            }
            let fragment = component.text("#").map { "#\($0)" } ?? ""
            return Self(domain + (path == "*" ? "" : path) + fragment, isExcluded: component["exclude"] == true)
        }
        guard rules.count == components.count else { return nil }
        // The rules of an app with several domains apply to each of them.
        guard it.domains.count > 1 else { return rules }
        return rules.allSatisfy { $0 == whole[0] } ? whole : nil
    }
}
