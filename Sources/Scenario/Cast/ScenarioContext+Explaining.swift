import ChatProtocol
import ChatScreens
import Gherkin

/// What shows why a step failed: what comes nearest to what it expected, and what the server decided about it.
extension ScenarioContext {
    /// Adds to a failure what can be found out about it. What cannot be asked any more is left out.
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

    /// More decisions than these are not read by anybody.
    private static let decisionsMax = 12

    /// What a decision is asked about.
    struct Subject {
        /// What the server knows it by.
        let about: String
        let words: String
        /// What told of it; nil for what is told of in several ways, and what no fault keeps from anybody.
        let notification: NotificationName?

        init(about: String, words: String, _ notification: NotificationName? = nil) {
            (self.about, self.words, self.notification) = (about, words, notification)
        }
    }

    private func trail(of texts: [String], for named: [CastPerson], _ step: String) -> [DeliveryDecision] {
        guard !roster.people.isEmpty else { return [] }
        // A link on a shelf is there, or not, for reasons of its own; the message that it came in is another matter.
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

    /// Why something did or did not come to somebody.
    ///
    /// - Throws: ``StepFailure`` where the server does not know it.
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

    /// What anybody was told that reads so; a link is one itself.
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

    // MARK: The nearest miss

    private func nearest(to texts: [String], for named: [CastPerson], in conversation: String?) -> String? {
        let here = conversation.map { "in \"\($0)\"" }
        var best: (line: String, distance: Double)?
        for person in named.isEmpty ? roster.people : Array(named.prefix(1)) {
            for (text, place) in shownTexts(to: person) {
                for wanted in texts {
                    // What stands where it was looked for was not missed: the step failed for something else.
                    if text == wanted, place == here { return nil }
                    guard let distance = TextDistance.between(wanted, text), distance < best?.distance ?? 1
                    else { continue }
                    best = ("\(person.name) sees “\(text)” \(place)", distance)
                }
            }
        }
        return best?.line
    }

    /// Everything that a person can read, each with its place.
    private func shownTexts(to person: CastPerson) -> [(text: String, place: String)] {
        var shown: [(text: String, place: String)] = []
        for row in person.state.conversations {
            let name = record.name(of: ConversationID(row.id))
            let lines = person.state.threads[row.id]?.lines ?? []
            shown += lines.filter { $0.from != ShownLine.note }.map {
                ($0.text, "in \"\(name.isEmpty ? row.title : name)\"")
            }
        }
        for item in person.state.shelf { shown.append((item.url, "in Shared with You")) }
        return shown
    }
}
