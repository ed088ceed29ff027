import ChatProtocol

/// One `--report`: a kind of report and its destination.
package struct ReportRequest: Hashable, Sendable {
    /// The kinds of reports.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Every scenario with its steps, for people.
        case pretty
        /// Only the failures and the counts.
        case summary
        /// One character for each scenario.
        case dot
        /// The Test Anything Protocol, version 14.
        case tap
        /// JUnit XML.
        case junit
        /// Cucumber Messages, one JSON value on each line.
        case messages
        /// Workflow commands of GitHub Actions.
        case annotations
        /// The trace: one page with every person's screen at every step.
        case html

        /// True if the report is useless unless complete, so that the file gets its name only at the end. The other
        /// kinds are useful even if they are cut off, and show that they are.
        var isWhole: Bool {
            switch self {
            case .junit, .html: true
            case .pretty, .summary, .dot, .tap, .messages, .annotations: false
            }
        }
    }

    /// The destination of a report.
    enum Destination: Hashable, Sendable {
        case standardOutput
        case file(String)
    }

    var kind: Kind
    var destination: Destination

    /// Creates a request.
    init(_ kind: Kind, to destination: Destination = .standardOutput) {
        self.kind = kind
        self.destination = destination
    }

    /// Reads `NAME` or `NAME:FILE`. The file follows the first colon; `-` is standard output.
    /// - Throws: ``PlayUsageError`` for an unknown name, with the nearest one, and for a file that a report must not
    ///   overwrite.
    init(_ word: String) throws(PlayUsageError) {
        let colon = word.utf8.firstIndex(of: 0x3A)
        let name = String(word[..<(colon ?? word.endIndex)])
        let file = colon.map { String(word[word.utf8.index(after: $0)...]) }
        guard let kind = Self.names[name] else { throw Self.unknown(name) }
        self.kind = kind
        switch file {
        case nil, "-": destination = .standardOutput
        case "": throw PlayUsageError("--report \(name): needs a file after the colon: --report \(name):FILE")
        case let file?: destination = .file(file)
        }
        if case .file(let path) = destination, path.hasSuffix(".feature") || path.hasSuffix(".feature.md") {
            throw PlayUsageError("--report \(name): \(path) is a scenario, and a report would overwrite it")
        }
        if kind == .html, destination == .standardOutput {
            throw PlayUsageError("--report html needs a file: --report html:FILE")
        }
    }

    /// The destination with its path normalized as text: `./a` is `a`.
    var place: Destination {
        guard case .file(let path) = destination else { return destination }
        let parts = path.utf8.split(separator: 0x2F).map { String(Substring($0)) }.filter { $0 != "." }
        return .file((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))
    }

    /// The kinds by their names, and `github` for annotations.
    private static let names: [String: Kind] = {
        var names = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0.rawValue, $0) })
        names["github"] = .annotations
        return names
    }()

    private static func unknown(_ name: String) -> PlayUsageError {
        let all = Kind.allCases.map(\.rawValue)
        let near = Spelling.nearest(to: name.lowercased(), among: all + ["github"])
        let hint = near.map { "; did you mean \($0)?" } ?? "; there are \(all.joined(separator: ", "))"
        return PlayUsageError("--report has no \"\(ReportStyle.oneLine(name))\"\(hint)")
    }
}

/// The kind of times in a report, from `--times`.
package enum ReportTimes: String, Hashable, Sendable {
    /// The real durations of the steps, which differ in each run.
    case real
    /// The time on the story's clock, which is the same in every run.
    case story
}
