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
        let word: RecordedSlot = it.action == "remove" ? "Remove" : "Add"
        // The person who received the prompt.
        let owner = noticeReaders[it.notice]?.filter(\.value).keys.min() ?? person
        let isOwn = owner == person
        let what = isOwn ? RecordedSlot.text(words(of: notice)) : .person(owner)
        act(say(isOwn ? .answersPrompt : .answersPromptOfOther, me, word, what, place), done)
    }
}
