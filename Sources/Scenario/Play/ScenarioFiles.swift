package import ChatSystem
package import Gherkin

/// The feature files at the given paths, each with the requested lines.
package struct ScenarioFiles: Hashable, Sendable {
    package struct File: Hashable, Sendable {
        /// The path as given, or the given folder with the path from there.
        package var path: String
        /// The requested lines; nil for the whole file.
        package var lines: [Int]?
    }

    /// The files in the order of the paths, those of a folder sorted. Each file is listed once, under the first name by
    /// which it was given.
    package private(set) var files: [File] = []

    /// The number of nested folders that are entered; a deeper one is an error. Links to folders are not followed, so
    /// cycles cannot occur.
    private static let depthMax = 64

    /// Finds the files.
    /// - Throws: ``FileProblem`` for the first path that does not exist, is no file or folder, or is a folder without a
    ///   feature file.
    package init(paths: [String]) throws(FileProblem) {
        var positions: [FileSystem.Identity: Int] = [:]
        for path in paths {
            let (name, lines) = try Self.split(path)
            for found in try Self.found(at: name, hasLines: lines != nil) {
                let identity = FileSystem.identity(of: found)
                if let position = positions[identity] {
                    files[position].lines = Self.union(files[position].lines, lines)
                } else {
                    positions[identity] = files.count
                    files.append(File(path: found, lines: lines))
                }
            }
        }
    }

    /// Returns the files and the requested scenarios in them, in order.
    /// - Throws: ``ScenarioFilesError`` with all the errors of all the files.
    package func read() throws(ScenarioFilesError) -> (sources: [RunPlan.Source], pickles: [Gherkin.Pickle]) {
        var sources: [RunPlan.Source] = []
        var pickles: [Gherkin.Pickle] = []
        var problems: [String] = []
        for file in files {
            do throws(FileProblem) {
                let bytes = try FileSystem.bytes(ofFile: file.path, max: GherkinLimits.sourceBytes)
                do throws(Gherkin.SyntaxErrors) {
                    let (source, own) = try Self.parsed(bytes, file)
                    pickles += own
                    sources.append(source)
                } catch {
                    problems += Self.problems(error, in: bytes, file)
                }
            } catch {
                problems.append(error.description)
            }
        }
        guard problems.isEmpty else { throw ScenarioFilesError(problems: problems) }
        return (sources, pickles)
    }

    /// Returns a text and its scenarios, as of a file with that path, which is not read.
    /// - Throws: ``ScenarioFilesError`` with all the errors of the text.
    static func read(
        _ text: String, as path: String
    ) throws(ScenarioFilesError) -> (sources: [RunPlan.Source], pickles: [Gherkin.Pickle]) {
        let (bytes, file) = (Array(text.utf8), File(path: path))
        do throws(Gherkin.SyntaxErrors) {
            let (source, pickles) = try parsed(bytes, file)
            return ([source], pickles)
        } catch {
            throw ScenarioFilesError(problems: problems(error, in: bytes, file))
        }
    }

    private static func parsed(
        _ bytes: [UInt8], _ file: File
    ) throws(Gherkin.SyntaxErrors) -> (RunPlan.Source, [Gherkin.Pickle]) {
        let document = try Gherkin.parse(bytes: bytes, notation: Gherkin.Notation(path: file.path))
        let source = RunPlan.Source(
            path: file.path, text: String(decoding: bytes, as: UTF8.self), document: document)
        return (source, try pickles(of: document, bytes, file))
    }

    /// Returns the errors of a file, one line each; a file that is not a feature file, or that gives no language for
    /// its keywords, has only one error.
    private static func problems(_ error: Gherkin.SyntaxErrors, in bytes: [UInt8], _ file: File) -> [String] {
        guard Gherkin.Notation(path: file.path) == .plain else { return error.problems(in: file.path) }
        switch Gherkin.intent(of: bytes) {
        case .feature: return error.problems(in: file.path)
        case .none: return ["\(file.path) is not a feature file: no line of it begins with “Feature:”"]
        case .unnamedLanguage(let codes):
            let comments = codes.prefix(3).map { "“# language: \($0)”" }.joined(separator: " or ")
            return ["\(file.path) is not in English: begin it with its language, \(comments)"]
        }
    }

    /// Returns the scenarios of a file that its requested lines select.
    /// - Throws: `Gherkin.SyntaxErrors` if a line selects no scenario or lies after the end of the file.
    static func pickles(
        of document: GherkinDocument, _ bytes: [UInt8], _ file: File
    ) throws(Gherkin.SyntaxErrors) -> [Gherkin.Pickle] {
        let pickles = try Gherkin.pickles(of: document, path: file.path)
        guard let lines = file.lines else { return pickles }
        let selection = Gherkin.LineSelection(document)
        var chosen: Set<Int> = []
        // Text after the last line end is a line only if it is not empty.
        let last = bytes.count { $0 == 0x0A } + (bytes.last == 0x0A ? 0 : 1)
        for line in lines {
            guard line <= last else {
                throw Gherkin.SyntaxErrors([
                    Gherkin.Complaint(Gherkin.Location(line: line), "the file ends at line \(last)")
                ])
            }
            let found = selection.pickles(at: line, of: pickles)
            guard !found.isEmpty else {
                throw Gherkin.SyntaxErrors([
                    Gherkin.Complaint(Gherkin.Location(line: line), "there is no scenario at this line")
                ])
            }
            chosen.formUnion(found.map(\.id))
        }
        return pickles.filter { chosen.contains($0.id) }
    }

    /// Splits `FILE:LINE` and `FILE:LINE:LINE`. If a file exists whose name contains the colon, the text is its path.
    /// - Throws: ``FileProblem`` for the line 0.
    static func split(_ path: String) throws(FileProblem) -> (path: String, lines: [Int]?) {
        var rest = path[...]
        var lines: [Int] = []
        while let colon = rest.utf8.lastIndex(of: 0x3A), (try? FileSystem.kind(of: String(rest))) == nil {
            let digits = rest[rest.utf8.index(after: colon)...]
            guard (1...9).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let line = Int(digits)
            else { break }
            guard line > 0 else { throw FileProblem(path: path, reason: "lines are counted from 1") }
            lines.insert(line, at: 0)
            rest = rest[..<colon]
        }
        return (String(rest), lines.isEmpty ? nil : lines)
    }

    private static func found(at path: String, hasLines: Bool) throws(FileProblem) -> [String] {
        switch try FileSystem.kind(of: path) {
        case .file: return [path]
        case .other: throw FileProblem(path: path, reason: "it is neither a file nor a folder")
        case .folder:
            guard !hasLines else { throw FileProblem(path: path, reason: "a folder has no lines") }
            let files = try files(inFolder: path, depth: 0)
            guard !files.isEmpty else { throw FileProblem(path: path, reason: "there is no .feature file in it") }
            return files
        }
    }

    private static func files(inFolder path: String, depth: Int) throws(FileProblem) -> [String] {
        guard depth < depthMax else { throw FileProblem(path: path, reason: "folders are nested too deep") }
        var files: [String] = []
        for name in try FileSystem.names(inFolder: path) {
            let inner = path.hasSuffix("/") ? path + name : path + "/" + name
            let isFeature = name.hasSuffix(".feature") || name.hasSuffix(".feature.md")
            // A broken link is skipped, unless it has the name of a feature file.
            guard let kind = try? FileSystem.kind(of: inner) else {
                if isFeature { throw FileProblem(path: inner, reason: "it cannot be read") }
                continue
            }
            switch kind {
            case .file where isFeature: files.append(inner)
            case .folder where !FileSystem.isLink(inner) && !name.hasPrefix("."):
                files += try Self.files(inFolder: inner, depth: depth + 1)
            case .file, .folder, .other: break
            }
        }
        return files
    }

    private static func union(_ left: [Int]?, _ right: [Int]?) -> [Int]? {
        guard let left, let right else { return nil }
        return left + right
    }
}

extension Gherkin.SyntaxErrors {
    /// Returns one line for each complaint, `FILE:LINE:COLUMN: what`, without those that follow from an earlier one.
    package func problems(in path: String) -> [String] {
        complaints.filter { !$0.isConsequence }.map { "\(path):\($0.location): \($0.message)" }
    }
}

/// All the errors of the files of a run.
package struct ScenarioFilesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The errors, one line each, with `FILE:LINE:COLUMN: ` in front if they are about a place in a file.
    let problems: [String]

    /// All the lines.
    package var description: String { problems.joined(separator: "\n") }
}
