import ChatProtocol
import ChatScenario
import ChatSystem
import Gherkin

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
