import ChatProtocol

/// What shows why a step failed: what comes nearest to what it expected, and what the server decided about it.
extension Troupe {
    /// Adds to a failure what can be found out about it. What cannot be asked any more is left out.
    func explain(_ failure: inout StepFailure, of arguments: StepArguments) {
        unseen { findOut(&failure, of: arguments) }
    }

    private func findOut(_ failure: inout StepFailure, of arguments: StepArguments) {
        if failure.threads.isEmpty { failure.threads = threads() }
        let named = arguments.everyone.compactMap { name in people.first { $0.name == name } }
        let wanted = arguments.expectedTexts
        if failure.nearest == nil { failure.nearest = nearest(to: wanted, for: named) }
        if failure.trail.isEmpty { failure.trail = trail(of: wanted, for: named, arguments.step.text) }
    }

    // MARK: The decision trail

    /// More decisions than these are not read by anybody.
    private static let decisionsMax = 12

    private func trail(of texts: [String], for named: [CastPerson], _ step: String) -> [DeliveryDecision] {
        guard !people.isEmpty else { return [] }
        // A link on a shelf is there, or not, for reasons of its own; the message that it came in is another matter.
        let isAboutShelf = step.utf8.contains(sequence: "in Shared with You") || step.hasPrefix("the app ")
        var subjects = texts.flatMap(subjects)
        if isAboutShelf { subjects.removeAll { !Self.isLink($0.about) } }
        if subjects.isEmpty, step.utf8.contains(sequence: "notice") || step.utf8.contains(sequence: "notified") {
            subjects = (lastNotices.ids ?? []).map { (about: $0.rawValue, words: words(for: $0)) }
        }
        var decisions: [DeliveryDecision] = []
        for subject in subjects {
            for person in named.isEmpty ? people : named where decisions.count < Self.decisionsMax {
                if let decision = try? decision(on: subject, for: person) { decisions.append(decision) }
            }
        }
        return decisions
    }

    /// Why something did or did not come to somebody.
    ///
    /// - Throws: ``StepFailure`` where the server does not know it.
    func decision(
        on subject: (about: String, words: String), for person: CastPerson
    ) throws(StepFailure) -> DeliveryDecision {
        let answer = try observe("delivery.explain") {
            $0.member("person", person.handle)
            $0.member("about", subject.about)
        }
        let reasons = try read("a decision trail") { () throws(InvalidField) in
            var fields = try JSONFields(answer)
            return try fields.list("reasons") { fields throws(InvalidField) in try Reason(from: &fields) }
        }
        return DeliveryDecision(
            person: person.name, about: subject.words, isDelivered: answer["delivered"]?.boolValue == true,
            reasons: reasons.map { DeliveryDecision.Reason(rule: $0.rule, text: $0.text) })
    }

    /// What anybody was told that reads so; a link is one itself.
    private func subjects(of text: String) -> [(about: String, words: String)] {
        var subjects: [(about: String, words: String)] = []
        for entry in people.flatMap(\.notebook.threads).flatMap(\.entries).reversed() {
            guard !subjects.contains(where: { $0.about == entry.id }) else { continue }
            switch entry {
            case .notice(let notice) where notice.text == text:
                subjects.append((notice.id.rawValue, "the notice “\(text)”"))
            case .message(let message) where !message.isUnsent && message.shownText == text:
                subjects.append((message.id.rawValue, "the message “\(text)”"))
            case .notice, .message, .system: break
            }
        }
        if Self.isLink(text) { subjects.append((text, text)) }
        return subjects
    }

    private static func isLink(_ text: String) -> Bool { text.utf8.contains(sequence: "://") }

    private func words(for id: NoticeID) -> String {
        for case .notice(let notice) in people.flatMap(\.notebook.threads).flatMap(\.entries) where notice.id == id {
            return "the notice “\(notice.text)”"
        }
        return "the last notice"
    }

    // MARK: The nearest miss

    private func nearest(to texts: [String], for named: [CastPerson]) -> String? {
        var best: (line: String, distance: Double)?
        for person in named.isEmpty ? people : Array(named.prefix(1)) {
            for (text, place) in shownTexts(to: person) {
                for wanted in texts {
                    guard let distance = TextDistance.share(of: wanted, text), distance < best?.distance ?? 0.5
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
        for thread in person.notebook.threads {
            let name = name(of: thread.id)
            let place = "in \"\(name.isEmpty ? thread.name ?? "" : name)\""
            for entry in thread.entries {
                switch entry {
                case .message(let message): if !message.isUnsent { shown.append((message.shownText, place)) }
                case .notice(let notice): shown.append((notice.text, place))
                case .system(_, let text): shown.append((text, place))
                }
            }
        }
        for highlight in person.notebook.shelf { shown.append((highlight.url, "in Shared with You")) }
        return shown
    }
}
