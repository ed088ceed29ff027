import ChatProtocol
import ChatScreens

/// Pins, shelves, switches, and what is answered.
extension Recording {
    mutating func recordPin(_ request: HeardRequest) {
        let (url, place) = (
            RecordedSlot.text(request.text("url")), RecordedSlot.conversation(request.text("conversation"))
        )
        let verb: RecordedSlot = request.method == .linkPin ? "pins" : "unpins"
        let text = request.person.flatMap { say(.pins, .person($0), verb, url, place) }
        if text != nil { remember(link: request.text("url") ?? "") }
        act(text, request, or: "in a conversation that began before")
    }

    /// Who sees the content alone has opened it from the shelf.
    mutating func recordLook(_ request: HeardRequest) {
        guard let person = request.person, request.text("context") == "detail", request.isDone,
            let url = request.text("highlight").flatMap({ highlights[$0] }),
            let text = say(.opensFromShelf, .person(person), .text(url), .app(request.app))
        else { return }
        remember(shelfOf: person, link: url)
        guard script.lines.last?.text != text else { return }
        release(person)
        held[person] = Held(.looked, url, line: write(text, at: request.at))
    }

    mutating func recordHighlight(_ request: HeardRequest) {
        guard let person = request.person else { return }
        let url = request.text("highlight").flatMap { highlights[$0] }
        let name = request.method == .highlightHide ? PhraseName.removesFromShelf : .takesBackIntoShelf
        let text = say(name, .person(person), .text(url))
        if text != nil, let url { remember(shelfOf: person, link: url) }
        act(text, request, or: "of a link that came before")
    }

    mutating func recordSettings(_ request: HeardRequest) {
        guard let person = request.person else { return }
        let me = RecordedSlot.person(person)
        var steps: [String?] = []
        func word(_ value: JSONValue) -> RecordedSlot { value == true ? "on" : "off" }
        for (key, phrase) in [("automaticSharing", PhraseName.turnsSharing), ("readReceipts", .turnsReceipts)] {
            let switches = request.params[key]
            if let everywhere = switches?["everywhere"] { steps.append(say(phrase, me, word(everywhere))) }
            for member in switches?["apps"]?.objectValue?.members ?? [] {
                steps.append(say(phrase, me, word(member.value), .app(member.key)))
            }
            for member in switches?["conversations"]?.objectValue?.members ?? [] {
                steps.append(say(phrase, me, word(member.value), .conversation(member.key)))
            }
        }
        if let alerts = request.params["mentionAlerts"] { steps.append(say(.turnsMentionAlerts, me, word(alerts))) }
        guard !steps.contains(nil), let last = steps.popLast() else { return leaveOut(request, "which no phrase says") }
        if request.isDone { act(steps, request) }
        act(last, request)
    }

    mutating func recordConsent(_ request: HeardRequest) {
        let answer = request.text("answer").flatMap(ConsentAnswer.init(rawValue:))
        guard let person = request.person, let consent = request.text("consent"),
            let word = answer.flatMap({ PlayStep.consentAnswers[$0] })
        else { return leaveOut(request, "which no phrase says") }
        let me = RecordedSlot.person(person)
        if let last = lastAnswer, last.person == person, last.consent == consent, script.lines.last?.id == last.line {
            lastAnswer = nil
            script.change(last.line, to: say(.answersConsentTwice, me, .text(last.word), .text(word)))
            return refuse(request)
        }
        guard consents[person]?.first == consent, let text = say(.answersConsent, me, .word(word)) else {
            return leaveOut(request, "to a question that was not the oldest")
        }
        let line = act(request.device > 1 ? PlayPhrases.onSecondDevice(text) : text, request)
        guard request.isDone, let line else { return }
        consents[person]?.removeFirst()
        lastAnswer = (line, consent, word, person)
    }

    mutating func recordNoticeAnswer(_ request: HeardRequest) {
        guard let person = request.person, let id = request.text("notice"), let notice = notices[id],
            let (text, place) = slots(ofNotice: id)
        else { return leaveOut(request, "about a notice that came before") }
        let me = RecordedSlot.person(person)
        if request.method == .noticeDismiss {
            // Who opens a document has seen what was told of it.
            if let url = notice.text("url"), case .accepted = deed(of: person, at: url) { return }
            act(say(.closesNotice, me, text, place), request)
            return
        }
        let word: RecordedSlot = request.text("action") == "remove" ? "Remove" : "Add"
        // Whom the question is put to.
        if let owner = noticeReaders[id]?.filter(\.value).keys.min(), owner != person {
            act(say(.answersPromptOfOther, me, word, .person(owner), place), request)
        } else {
            act(say(.answersPrompt, me, word, text, place), request)
        }
    }

    /// What a notice says, and where; nil where no step can say it.
    func slots(ofNotice id: String) -> (text: RecordedSlot, place: RecordedSlot)? {
        guard let notice = notices[id], let place = notice.text("conversation"),
            let name = cast.conversation(place), StepText.fitsLine(name)
        else { return nil }
        let text = cast.inSteps(notice.text("text") ?? "")
        return StepText.fitsLine(text) ? (.text(text), .conversation(place)) : nil
    }
}
