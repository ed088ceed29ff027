import ChatProtocol
import ChatScreens
import Gherkin

/// Explanations of why a step failed: the nearest match to its expectation, and the decisions of the server about it.
extension ScenarioContext {
    /// Adds explanations to a failure. Any that can no longer be obtained are left out.
    func explain(_ failure: inout StepFailure, of arguments: StepArguments) {
        unseen { findOut(&failure, of: arguments) }
    }

    private func findOut(_ failure: inout StepFailure, of arguments: StepArguments) {
        if failure.threads.isEmpty { failure.threads = threads() }
        let named = arguments.everyone.compactMap { name in roster.people.first { $0.name == name } }
        let wanted = arguments.expectedTexts
        if failure.nearest == nil {
            failure.nearest = nearest(to: wanted, for: named, in: arguments.textIfGiven(.conversation))
        }
        if failure.trail.isEmpty { failure.trail = trail(of: wanted, for: named, arguments.step.text) }
    }

    // MARK: The decision trail

    /// The largest number of decisions in an explanation.
    private static let decisionsMax = 12

    /// The subject of a decision.
    struct Subject {
        /// The id or link by which the server knows the subject.
        let about: String
        let words: String
        /// The notification that delivers the subject; nil if several kinds do, so that no fault can be named.
        let notification: NotificationName?

        init(about: String, words: String, _ notification: NotificationName? = nil) {
            (self.about, self.words, self.notification) = (about, words, notification)
        }
    }

    private func trail(of texts: [String], for named: [CastPerson], _ step: String) -> [DeliveryDecision] {
        guard !roster.people.isEmpty else { return [] }
        // A link appears on a shelf by rules of its own, so the decision about its message would not explain it.
        let isAboutShelf = step.utf8.contains(sequence: "in Shared with You") || step.hasPrefix("the app ")
        var subjects = texts.flatMap(subjects)
        if isAboutShelf { subjects.removeAll { !Self.isLink($0.about) } }
        if subjects.isEmpty, step.utf8.contains(sequence: "notice") || step.utf8.contains(sequence: "notified") {
            subjects = memory.lastNotices.map { Subject(about: $0.rawValue, words: words(for: $0), .noticePosted) }
        }
        var decisions: [DeliveryDecision] = []
        for subject in subjects {
            for person in named.isEmpty ? roster.people : named where decisions.count < Self.decisionsMax {
                guard let decision = try? decision(on: subject, for: person) else { continue }
                decisions.append(decision)
            }
        }
        return decisions
    }

    /// Returns the decision about a subject for a person.
    ///
    /// - Throws: ``StepFailure`` if the server does not know the subject.
    func decision(on subject: Subject, for person: CastPerson) throws(StepFailure) -> DeliveryDecision {
        let answer = try observe(.deliveryExplain(.init(person: person.handle, about: subject.about)))
        let reasons = try answer.list("reasons").map { value throws(StepFailure) in
            let reason = try Reason(told: value, as: "a decision trail")
            return DeliveryDecision.Reason(rule: reason.rule, text: reason.text)
        }
        var decision = DeliveryDecision(
            person: person.name, about: subject.words, isDelivered: answer["delivered"] == true, reasons: reasons)
        if let notification = subject.notification {
            explain(faultsOn: notification, about: subject.about, for: person, in: &decision)
        }
        return decision
    }

    /// Returns the messages and notices with that text on any person's screen, and the text itself if it is a link.
    private func subjects(of text: String) -> [Subject] {
        var subjects: [Subject] = []
        for entry in roster.people.flatMap({ $0.state.threads.values }).flatMap(\.entries).sorted(by: { $0.id > $1.id })
        {
            guard !subjects.contains(where: { $0.about == entry.id }) else { continue }
            switch entry {
            case .notice(let notice) where notice.text == text:
                subjects.append(Subject(about: notice.id, words: "the notice “\(text)”", .noticePosted))
            case .message(let message) where !message.isUnsent && message.shownText == text:
                subjects.append(Subject(about: message.id, words: "the message “\(text)”", .messagePosted))
            case .notice, .message, .system: break
            }
        }
        if Self.isLink(text) { subjects.append(Subject(about: text, words: text)) }
        return subjects
    }

    private static func isLink(_ text: String) -> Bool { text.utf8.contains(sequence: "://") }

    private func words(for id: NoticeID) -> String {
        for case .notice(let notice) in roster.people.flatMap({ $0.state.threads.values }).flatMap(\.entries)
        where notice.id == id.rawValue { return "the notice “\(notice.text)”" }
        return "the last notice"
    }

    // MARK: The nearest match

    private func nearest(to texts: [String], for named: [CastPerson], in conversation: String?) -> String? {
        let here = conversation.map { "in \"\($0)\"" }
        var best: (line: String, distance: Double)?
        for person in named.isEmpty ? roster.people : Array(named.prefix(1)) {
            for (text, place) in shownTexts(to: person) {
                for wanted in texts {
                    // The expected text is in the right place, so the step failed for another reason.
                    if text == wanted, place == here { return nil }
                    guard let distance = TextDistance.between(wanted, text), distance < best?.distance ?? 1
                    else { continue }
                    best = ("\(person.name) sees “\(text)” \(place)", distance)
                }
            }
        }
        return best?.line
    }

    /// Returns all the texts that a person can read, each with its place.
    private func shownTexts(to person: CastPerson) -> [(text: String, place: String)] {
        var shown: [(text: String, place: String)] = []
        for row in person.state.conversations {
            let name = record.name(of: row.id)
            let lines = person.state.threads[row.id]?.lines ?? []
            shown += lines.filter { $0.from != ShownLine.note }.map {
                ($0.text, "in \"\(name.isEmpty ? row.title : name)\"")
            }
        }
        for item in person.state.shelf { shown.append((item.url, "in Shared with You")) }
        return shown
    }
}

/// The effects of faults on deliveries. Faults are not rules, so the server's decision trail does not contain them.
extension ScenarioContext {
    /// Adds to a positive decision the faults because of which the delivery has not taken place.
    ///
    /// - Parameters:
    ///   - notification: The notification that delivers the subject.
    ///   - about: The id of the subject.
    ///   - person: The recipient.
    ///   - decision: The decision, which becomes negative if a fault prevented the delivery.
    func explain(
        faultsOn notification: NotificationName, about: String, for person: CastPerson,
        in decision: inout DeliveryDecision
    ) {
        guard decision.isDelivered else { return }
        let devices = [person] + roster.secondDevices.filter { $0.handle == person.handle && $0.hasBeenHere }
        let waiting = devices.filter { !$0.isShown(about) }
        guard !waiting.isEmpty, let faults = try? observe(.faultList)["faults"]?.arrayValue else { return }
        let reasons = faults.compactMap { reason($0, notification, for: person, on: waiting) }
        guard !reasons.isEmpty else { return }
        decision.reasons += reasons
        decision.isDelivered = person.isShown(about)
    }

    /// Returns the reason if the fault keeps the notification from the person; nil if it does not.
    private func reason(
        _ told: JSONValue, _ notification: NotificationName, for person: CastPerson, on devices: [CastPerson]
    ) -> DeliveryDecision.Reason? {
        guard let fault = try? Fault(told: told, as: "a fault") else { return nil }
        if let device = fault.target.device,
            !devices.contains(where: { $0.isSecondDevice && device == .name("second") })
        {
            return nil
        }
        let what = "\(notification == .noticePosted ? "a notice" : "a message") to \(person.name)"
        let action = fault.action(on: notification, to: person.handle, named: what) { milliseconds in
            DurationReader.words(milliseconds: milliseconds) ?? "no time"
        }
        guard let action else { return nil }
        return DeliveryDecision.Reason(rule: fault.id.rawValue, text: "this fault \(action)")
    }
}

extension CastPerson {
    /// Returns true if a message or a notice with that id is in one of the threads.
    func isShown(_ id: String) -> Bool {
        state.threads.values.contains { $0.entries.reversed().contains { $0.id == id } }
    }
}
