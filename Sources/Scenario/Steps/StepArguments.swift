import ChatProtocol
import ChatScreens
import Gherkin

/// The values of a step for its handler.
///
/// A value is requested by its kind and its number among that kind *in the phrase*, counted from 0. A group that is
/// left out keeps its numbers. In `{person} adds {person} to {conversation}`, `person(1)` is the person who is added.
package struct StepArguments: Sendable {
    /// The step in the scenario.
    let step: Gherkin.PickleStep
    /// The index of its phrase in the table; nil for the words of a modifier.
    let number: Int?
    private let slots: [Phrase.Slot]
    private var values: [StepValue?]
    /// The reference in place of the first link of the phrase; nil if the step gives the link itself.
    private(set) var namedReference: StepReference?

    init(step: Gherkin.PickleStep, phrase: Phrase, number: Int? = nil, values: [StepValue?]) {
        self.step = step
        self.number = number
        slots = phrase.slots
        self.values = values
    }

    /// Returns the arguments with each value replaced.
    func resolving(
        _ resolve: (ParameterKind, StepValue) throws(StepFailure) -> StepValue
    ) throws(StepFailure) -> StepArguments {
        var resolved = self
        if case .reference(let reference) = value(.parameter(.url), 0) { resolved.namedReference = reference }
        for index in slots.indices {
            guard case .parameter(let kind) = slots[index], let value = values[index] else { continue }
            resolved.values[index] = try resolve(kind, value)
        }
        return resolved
    }

    /// The name of the first person in the step; nil if the phrase has no person.
    var actor: String? {
        zip(slots, values).lazy.compactMap { slot, value in
            if slot == .parameter(.person), case .text(let name)? = value { name } else { nil }
        }.first
    }

    /// Returns the name of a person.
    /// - Throws: ``StepFailure`` if the phrase has no such person, or the step left it out.
    func person(_ number: Int = 0) throws(StepFailure) -> String { try text(.person, number) }

    /// Returns the names in a list of people.
    /// - Throws: ``StepFailure`` if the phrase has no such list, or the step left it out.
    func persons(_ number: Int = 0) throws(StepFailure) -> [String] {
        try given(personsIfGiven(number), .persons, number)
    }

    /// The names of all people in the step, in the order of the phrase.
    package var everyone: [String] {
        zip(slots, values).flatMap { slot, value -> [String] in
            switch (slot, value) {
            case (.parameter(.person), .text(let name)?): [name]
            case (.parameter(.persons), .names(let names)?): names
            default: []
            }
        }
    }

    /// The names, texts and links in the step by their kind, in the order of the phrase. A list counts as its names.
    var texts: [ParameterKind: [String]] {
        zip(slots, values).reduce(into: [:]) { texts, pair in
            switch pair {
            case (.parameter(.persons), .names(let names)?): texts[.person, default: []] += names
            case (.parameter(let kind), .text(let text)?): texts[kind, default: []].append(text)
            default: break
            }
        }
    }

    /// The texts and links in the step, in the order of the phrase.
    var expectedTexts: [String] {
        zip(slots, values).compactMap { slot, value in
            switch (slot, value) {
            case (.parameter(.text), .text(let text)?), (.parameter(.url), .text(let text)?): text
            default: nil
            }
        }
    }

    /// Returns the name of an app.
    /// - Throws: ``StepFailure`` if the phrase has no such app, or the step left it out.
    func app(_ number: Int = 0) throws(StepFailure) -> String { try text(.app, number) }

    /// Returns the name of a conversation.
    /// - Throws: ``StepFailure`` if the phrase has no such conversation, or the step left it out.
    func conversation(_ number: Int = 0) throws(StepFailure) -> String { try text(.conversation, number) }

    /// Returns a text.
    /// - Throws: ``StepFailure`` if the phrase has no such text, or the step left it out.
    func text(_ number: Int = 0) throws(StepFailure) -> String { try text(.text, number) }

    /// Returns a link.
    /// - Throws: ``StepFailure`` if the phrase has no such link, or the step left it out.
    func url(_ number: Int = 0) throws(StepFailure) -> String { try text(.url, number) }

    /// Returns a time.
    /// - Throws: ``StepFailure`` if the phrase has no such time, or the step left it out.
    func duration(_ number: Int = 0) throws(StepFailure) -> Duration {
        try given(durationIfGiven(number), .duration, number)
    }

    /// Returns a number.
    /// - Throws: ``StepFailure`` if the phrase has no such number, or the step left it out.
    func count(_ number: Int = 0) throws(StepFailure) -> Int {
        if case .count(let count) = value(.parameter(.count), number) { return count }
        throw missing(.count, number)
    }

    /// Returns the text of a person, app, conversation, text or url; nil if its group was left out.
    func textIfGiven(_ kind: ParameterKind, _ number: Int = 0) -> String? {
        if case .text(let text) = value(.parameter(kind), number) { text } else { nil }
    }

    /// Returns a list of people; nil if its group was left out.
    func personsIfGiven(_ number: Int = 0) -> [String]? {
        if case .names(let names) = value(.parameter(.persons), number) { names } else { nil }
    }

    /// Returns a time; nil if its group was left out.
    func durationIfGiven(_ number: Int = 0) -> Duration? {
        if case .duration(let duration) = value(.parameter(.duration), number) { duration } else { nil }
    }

    /// Returns the alternative of a group that the step uses, as the phrase writes it: `on`, `comments on`, `delayed by
    /// {duration}`. If an alternative is only a quoted text, that text is returned. Nil if the group was left out.
    /// Groups are numbered in the order in which they open.
    func choice(_ number: Int = 0) -> String? {
        if case .text(let text) = value(.choice, number) { text } else { nil }
    }

    /// The values of the slots in the order of the phrase: names, texts and links as strings, lists of people as
    /// arrays, times in milliseconds, and null for a group that was left out.
    var json: [JSONValue] {
        values.map { value in
            switch value {
            case nil: .null
            case .text(let text)?: .string(text)
            case .names(let names)?: .array(names.map { .string($0) })
            case .duration(let duration)?: .integer(duration.wholeMilliseconds)
            case .count(let count)?: .integer(Int64(count))
            case .reference(let reference)?: .string(reference.description)
            }
        }
    }

    /// Returns the rows of the step's data table.
    /// - Throws: ``StepFailure`` if it has none.
    func table() throws(StepFailure) -> [[String]] {
        if let table = step.table { return table }
        throw StepFailure("this step needs a data table below it")
    }

    /// Returns the names of the columns, from the first row of the table.
    ///
    /// - Parameters:
    ///   - known: The columns that the table can have.
    ///   - required: The columns that it must have.
    /// - Throws: ``StepFailure`` if the table is missing, or if a column is unknown, missing or repeated. It names the
    ///   column and lists all of them.
    func columns(of known: [String], required: [String] = []) throws(StepFailure) -> [String] {
        let columns = try table().first ?? []
        var problem: StepFailure?
        if let unknown = columns.first(where: { !known.contains($0) }) {
            problem = StepFailure("the table has a column “\(unknown)”, which this step does not have")
            problem?.nearest = Spelling.nearest(to: unknown, among: known).map { "the column “\($0)”" }
        } else if let missing = required.first(where: { !columns.contains($0) }) {
            problem = StepFailure("the table has no column “\(missing)”")
        } else if let twice = columns.first(where: { name in columns.count { $0 == name } > 1 }) {
            problem = StepFailure("two columns of the table are called “\(twice)”")
        }
        guard var problem else { return columns }
        problem.expected = known.joined(separator: ", ")
        problem.actual = columns.joined(separator: ", ")
        throw problem
    }

    /// Returns the rows below the first, each as a dictionary by the names of its columns.
    ///
    /// - Parameters:
    ///   - known: The columns that the table can have.
    ///   - required: The columns that it must have.
    /// - Throws: The errors of ``columns(of:required:)``.
    func records(columns known: [String], required: [String] = []) throws(StepFailure) -> [[String: String]] {
        let columns = try columns(of: known, required: required)
        return try table().dropFirst().map { Dictionary(zip(columns, $0), uniquingKeysWith: { first, _ in first }) }
    }

    /// Returns the step's doc string.
    /// - Throws: ``StepFailure`` if it has none.
    func docString() throws(StepFailure) -> String {
        if let docString = step.docString { return docString.content }
        throw StepFailure("this step needs a doc string below it")
    }

    private func text(_ kind: ParameterKind, _ number: Int) throws(StepFailure) -> String {
        try given(textIfGiven(kind, number), kind, number)
    }

    private func given<Value>(_ value: Value?, _ kind: ParameterKind, _ number: Int) throws(StepFailure) -> Value {
        if let value { return value }
        throw missing(kind, number)
    }

    private func missing(_ kind: ParameterKind, _ number: Int) -> StepFailure {
        StepFailure("the step has no {\(kind.rawValue)} number \(number + 1)")
    }

    private func value(_ slot: Phrase.Slot, _ number: Int) -> StepValue? {
        let indices = slots.indices.filter { slots[$0] == slot }
        return indices.indices.contains(number) ? values[indices[number]] : nil
    }
}
