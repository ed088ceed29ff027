import ChatProtocol
import ChatScreens
import ChatSystem

/// A program that does the steps for which no phrase exists, so that a scenario can use a developer's own backend.
/// `docs/how-to/add-your-own-steps.md` describes the protocol.
package struct StepProgram: Hashable, Sendable {
    /// The command and its arguments.
    let words: [String]
    /// The time limit for each response, in milliseconds.
    let milliseconds: Int

    /// The largest number of steps that a program can define.
    private static let stepsMax = 1_000

    /// Creates a program from a shell command.
    package init(command: String, seconds: Int = Self.secondsStandard) {
        self.init(words: ["sh", "-c", command], seconds: seconds)
    }

    init(words: [String], seconds: Int) { (self.words, milliseconds) = (words, seconds * 1_000) }

    /// The default time limit for a response, in seconds.
    package static let secondsStandard = 10

    /// Returns the executable file called `steps` in the folder of the features; or nil.
    ///
    /// - Parameter paths: The folders with features, and features.
    /// - Throws: ``PlayUsageError`` if two such files exist.
    static func file(beside paths: [String]) throws(PlayUsageError) -> String? {
        var found: [String] = []
        for path in paths {
            guard let name = try? ScenarioFiles.split(path).path, let kind = try? FileSystem.kind(of: name) else {
                continue
            }
            var folder = name
            if kind != .folder { folder = name.utf8.lastIndex(of: 0x2F).map { String(name[..<$0]) } ?? "." }
            let file = folder.hasSuffix("/") ? folder + "steps" : folder + "/steps"
            guard (try? FileSystem.kind(of: file)) == .file, FileSystem.isExecutable(file) else { continue }
            if !found.contains(where: { FileSystem.areSame($0, file) }) { found.append(file) }
        }
        guard found.count < 2 else {
            throw PlayUsageError("\(found[0]) and \(found[1]) are both step programs: choose one with --steps")
        }
        return found.first
    }

    /// Starts the program once and asks it for its steps.
    ///
    /// - Returns: The definitions of the steps.
    /// - Throws: ``PlayUsageError`` if the program does not answer, or if its answer is invalid.
    package func definitions() throws(PlayUsageError) -> [StepDefinition<ScenarioContext>] {
        do throws(StepFailure) {
            let talk = try StepConversation(self)
            let answer = try talk.ask("steps.list", ["version": 1])
            try talk.end()
            return try read(answer)
        } catch {
            var line = error.message
            if let actual = error.actual { line += ": " + ReportStyle.oneLine(actual) }
            throw PlayUsageError("--steps: \(line)")
        }
    }

    private func read(_ answer: JSONValue) throws(StepFailure) -> [StepDefinition<ScenarioContext>] {
        do throws(InvalidField) {
            var fields = try JSONFields(answer, path: "result")
            let definitions = try fields.list("steps") { (step) throws(InvalidField) in try definition(&step) }
            guard definitions.count <= Self.stepsMax else {
                throw fields.invalid("steps", "has more than \(Self.stepsMax) elements")
            }
            return definitions
        } catch {
            throw StepFailure("the step program's answer to steps.list cannot be used", actual: "\(error)")
        }
    }

    private func definition(_ fields: inout JSONFields) throws(InvalidField) -> StepDefinition<ScenarioContext> {
        let phrase = try fields.string("phrase")
        do throws(PatternError) { _ = try Phrase(phrase) } catch {
            throw fields.invalid("phrase", "“\(phrase)”: \(error.problem)")
        }
        let word = try fields.optionalString("argument") ?? StepArgumentKind.none.rawValue
        guard let argument = StepArgumentKind(rawValue: word) else {
            throw fields.invalid("argument", "must be none, table or docString, not “\(word)”")
        }
        let meaning = PhraseMeaning(
            summary: try fields.optionalString("summary") ?? "Runs in a program.", example: nil, argument: argument,
            isCheck: try fields.optionalBool("check") ?? false, name: nil
        ) { step in
            try step.context.conversation(with: self).run(step, phrase: phrase)
        }
        return PhraseChapter.definition(phrase, meaning, example: try fields.optionalString("example"))
    }
}
