import ChatProtocol
import ChatScenario
import ChatSystem
import Gherkin

/// `chat-client gherkin`: prints parsed feature files as the official tools do.
enum GherkinCommand {
    static let description = CommandDescription(
        "gherkin", "print parsed feature files as Gherkin's official tools do",
        help: """
            Prints parsed feature files in the official format of Gherkin's test data: JSON messages, one a line.

            usage: chat-client gherkin [--source] [--ast] [--pickles] FILE…
                   chat-client gherkin --tokens FILE…
                   chat-client gherkin --corpus DIR

            FILE is a .feature file, or one in Markdown, .feature.md; - is standard input. A syntax error is printed as
            a parseError message.

              --ast            the document (the default)
              --pickles        the scenarios to play, with expanded outlines and with background steps
              --source         the text of the file
              --tokens         tokens instead of messages, one a line
              --language CODE  the language of the keywords in a file without “# language: CODE” (default: en)
              --languages      lists the language codes
              --corpus DIR     compares with a copy of the official test data; DIR has the folders good and bad
              --help           this text

            exit status: 0 done, 1 the corpus differs, 2 bad usage, or a file that cannot be read or parsed

            """)

    /// The parts of a file to print.
    private struct Choice {
        var tokens: Bool
        var source: Bool
        var ast: Bool
        var pickles: Bool
        var language: String
    }

    /// Prints the given files.
    ///
    /// - Returns: The exit status.
    static func run(_ words: [String], environment: PlayEnvironment) throws(UsageError) -> Int32 {
        guard let words = try OptionWords.read(words, of: description, help: environment.output) else { return 0 }
        if words.has("--languages") {
            environment.output(Gherkin.languages.joined(separator: "\n") + "\n")
            return 0
        }
        if let folder = words.value("--corpus") {
            try words.limit(to: 0)
            return GherkinCorpus(folder: folder).compare(environment)
        }
        let choice = try choice(words)
        guard !words.rest.isEmpty else { throw words.problem("give a feature file: chat-client gherkin FILE…") }
        var status: Int32 = 0
        for path in words.rest {
            do throws(FileProblem) {
                let bytes = try FileSystem.bytes(ofFileOrInput: path, max: GherkinLimits.sourceBytes)
                if !show(bytes, path, choice, environment) { status = 2 }
            } catch {
                status = 2
                environment.complaints("chat-client gherkin: \(error)\n")
            }
        }
        return status
    }

    private static func choice(_ words: OptionWords) throws(UsageError) -> Choice {
        let hasMessages = ["--source", "--ast", "--pickles"].contains { words.has($0) }
        guard !hasMessages || !words.has("--tokens") else {
            throw words.problem("--tokens prints no messages: leave out the other options")
        }
        let language = words.value("--language") ?? "en"
        guard Gherkin.isLanguage(language) else {
            let near = Spelling.nearest(to: language, among: Gherkin.languages)
            throw words.problem(
                "there is no language “\(language)”\(near.map { "; did you mean \($0)?" } ?? "; --languages lists them")"
            )
        }
        return Choice(
            tokens: words.has("--tokens"), source: words.has("--source"),
            ast: words.has("--ast") || !(hasMessages || words.has("--tokens")), pickles: words.has("--pickles"),
            language: language)
    }

    /// Prints one file.
    ///
    /// - Returns: True if the file has no syntax errors.
    private static func show(
        _ bytes: [UInt8], _ path: String, _ choice: Choice, _ environment: PlayEnvironment
    ) -> Bool {
        let notation = Gherkin.Notation(path: path)
        do throws(Gherkin.SyntaxErrors) {
            let text = try Gherkin.Source.text(of: bytes)
            if choice.tokens {
                environment.output(try Gherkin.tokens(text, language: choice.language, notation: notation))
                return true
            }
            if choice.source {
                environment.output(Gherkin.Messages.line(forSource: text, path: path, notation: notation) + "\n")
            }
            guard choice.ast || choice.pickles else { return true }
            let document = try Gherkin.parse(text, language: choice.language, notation: notation)
            if choice.ast { environment.output(Gherkin.Messages.line(for: document, path: path) + "\n") }
            guard choice.pickles else { return true }
            for pickle in try Gherkin.pickles(of: document, path: path) {
                environment.output(Gherkin.Messages.line(for: pickle) + "\n")
            }
            return true
        } catch {
            for complaint in error.complaints {
                if choice.tokens {
                    environment.complaints("\(path):\(complaint.location): \(complaint.message)\n")
                } else {
                    environment.output(Gherkin.Messages.line(for: complaint, path: path) + "\n")
                }
            }
            return false
        }
    }
}

/// A copy of the official test data, with which the output of this parser is compared.
struct GherkinCorpus {
    /// The folder that contains `good` and `bad`, or the folder that contains `testdata`.
    let folder: String

    /// The kinds of output that are compared. The raw value is the last part of the name of the file with the expected
    /// output.
    private enum Aspect: String, CaseIterable {
        case source = "source.ndjson"
        case tokens = "tokens"
        case ast = "ast.ndjson"
        case pickles = "pickles.ndjson"
        case errors = "errors.ndjson"
    }

    /// The most bytes of a file with expected output. The feature files are small, and the expected output is not much
    /// larger.
    private static let bytesMax = 4 * GherkinLimits.sourceBytes

    /// Compares everything, prints `ok` or `FAILED` for each comparison, and the totals.
    ///
    /// - Returns: The exit status: 1 if anything differs, 2 if the folder has no test data.
    func compare(_ environment: PlayEnvironment) -> Int32 {
        var (files, passed, failed) = (0, 0, 0)
        var unused: [String] = []
        do throws(FileProblem) {
            let root = (try? FileSystem.kind(of: folder + "/testdata")) == .folder ? folder + "/testdata" : folder
            for part in ["good", "bad"] {
                let names = try FileSystem.names(inFolder: "\(root)/\(part)")
                let features = names.filter { $0.hasSuffix(".feature") || $0.hasSuffix(".feature.md") }
                let aspects: [Aspect] = part == "bad" ? [.errors] : [.source, .tokens, .ast, .pickles]
                let expectations = Set(features.flatMap { name in aspects.map { "\(name).\($0.rawValue)" } })
                unused += names.filter { !features.contains($0) && !expectations.contains($0) }.map { "\(part)/\($0)" }
                files += features.count
                for name in features {
                    for aspect in aspects {
                        let place = "\(part)/\(name) \(aspect)"
                        if let difference = try difference(aspect, of: name, in: "\(root)/\(part)", part) {
                            failed += 1
                            environment.output("FAILED \(place): \(difference)\n")
                        } else {
                            passed += 1
                            environment.output("ok     \(place)\n")
                        }
                    }
                }
            }
        } catch {
            environment.complaints("chat-client gherkin: \(error)\n")
            return 2
        }
        for name in unused { environment.output("unused \(name): there is no feature file of that name\n") }
        environment.output("\(files) files, \(passed + failed) comparisons: \(passed) passed, \(failed) failed\n")
        guard files > 0 else {
            environment.complaints("chat-client gherkin: \(folder): there is no feature file in good or bad\n")
            return 2
        }
        return failed == 0 ? 0 : 1
    }

    /// Returns the first difference from the expected output; nil if they are the same.
    private func difference(
        _ aspect: Aspect, of name: String, in folder: String, _ part: String
    ) throws(FileProblem) -> String? {
        let bytes = try FileSystem.bytes(ofFile: "\(folder)/\(name)", max: GherkinLimits.sourceBytes)
        let expectation = "\(folder)/\(name).\(aspect.rawValue)"
        guard (try? FileSystem.kind(of: expectation)) == .file else { return "there is no \(expectation)" }
        let expected = try FileSystem.bytes(ofFile: expectation, max: Self.bytesMax)
        let actual = Self.output(aspect, of: bytes, path: "../testdata/\(part)/\(name)", Gherkin.Notation(path: name))
        if aspect == .tokens { return Self.difference(ofText: Array(actual.utf8), from: expected) }
        return Self.difference(ofMessages: Array(actual.utf8), from: expected)
    }

    private static func output(
        _ aspect: Aspect, of bytes: [UInt8], path: String, _ notation: Gherkin.Notation
    ) -> String {
        do throws(Gherkin.SyntaxErrors) {
            let text = try Gherkin.Source.text(of: bytes)
            switch aspect {
            case .source: return Gherkin.Messages.line(forSource: text, path: path, notation: notation)
            case .tokens: return try Gherkin.tokens(text, notation: notation)
            case .ast, .errors:
                return Gherkin.Messages.line(for: try Gherkin.parse(text, notation: notation), path: path)
            case .pickles:
                let pickles = try Gherkin.pickles(of: try Gherkin.parse(text, notation: notation), path: path)
                return pickles.map { Gherkin.Messages.line(for: $0) }.joined(separator: "\n")
            }
        } catch {
            return error.complaints.map { Gherkin.Messages.line(for: $0, path: path) }.joined(separator: "\n")
        }
    }

    private static func difference(ofText actual: [UInt8], from expected: [UInt8]) -> String? {
        guard actual != expected else { return nil }
        let pair = zip(lines(actual), lines(expected)).first { $0 != $1 }
        guard let pair else { return "\(lines(actual).count) lines, not \(lines(expected).count)" }
        return "“\(String(decoding: pair.0, as: UTF8.self))”, not “\(String(decoding: pair.1, as: UTF8.self))”"
    }

    private static func difference(ofMessages actual: [UInt8], from expected: [UInt8]) -> String? {
        let (ours, theirs) = (lines(actual), lines(expected))
        guard ours.count == theirs.count else { return "\(ours.count) messages, not \(theirs.count)" }
        for (index, pair) in zip(ours, theirs).enumerated() {
            do throws(JSONError) {
                let ours = try JSONReader.read(Array(pair.0), depthMax: 64).value
                let theirs = try JSONReader.read(Array(pair.1), depthMax: 64).value
                if let difference = JSONDifference.first(ours, theirs) { return "message \(index + 1): \(difference)" }
            } catch {
                return "message \(index + 1) is not valid JSON: \(error.problem)"
            }
        }
        return nil
    }

    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] { bytes.split(separator: 0x0A) }
}

/// Compares two JSON values. The order of members is ignored, and strings are compared scalar by scalar.
enum JSONDifference {
    /// Returns the first difference, with its path; nil if the values are the same.
    static func first(_ actual: JSONValue, _ expected: JSONValue, at path: String = "$") -> String? {
        switch (actual, expected) {
        case (.object(let ours), .object(let theirs)):
            for member in theirs.members {
                guard let value = ours[member.key] else { return "\(path).\(member.key) is missing" }
                if let difference = first(value, member.value, at: "\(path).\(member.key)") { return difference }
            }
            let surplus = ours.members.first { theirs[$0.key] == nil }
            return surplus.map { "\(path).\($0.key) is unexpected" }
        case (.array(let ours), .array(let theirs)):
            for (index, pair) in zip(ours, theirs).enumerated() {
                if let difference = first(pair.0, pair.1, at: "\(path)[\(index)]") { return difference }
            }
            return ours.count == theirs.count ? nil : "\(path) has \(ours.count) elements, not \(theirs.count)"
        case (.string(let ours), .string(let theirs)):
            return ours.utf8.elementsEqual(theirs.utf8) ? nil : "\(path) is “\(ours)”, not “\(theirs)”"
        default:
            return actual == expected ? nil : "\(path) differs"
        }
    }
}
