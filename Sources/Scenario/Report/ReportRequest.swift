import ChatProtocol

/// One `--report`: which, and where to.
package struct ReportRequest: Hashable, Sendable {
    /// What a run can be told as.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Every scenario with its steps, for a person.
        case pretty
        /// Only what did not pass, and the counts.
        case summary
        /// One character a scenario.
        case dot
        /// The Test Anything Protocol, version 14.
        case tap
        /// JUnit's XML.
        case junit
        /// Cucumber Messages, one JSON a line.
        case messages
        /// Workflow commands of GitHub Actions.
        case annotations
        /// The trace: one page with everybody's screen at every step.
        case html

        /// Whether half of it means nothing, so that it comes into its place only when it is whole. The others are of
        /// use as far as they got, and tell by themselves that they are cut off.
        var isWhole: Bool {
            switch self {
            case .junit, .html: true
            case .pretty, .summary, .dot, .tap, .messages, .annotations: false
            }
        }
    }

    /// Where a report is written.
    enum Destination: Hashable, Sendable {
        case standardOutput
        case file(String)
    }

    /// Which report.
    var kind: Kind
    /// Where it is written.
    var destination: Destination

    /// A report.
    init(_ kind: Kind, to destination: Destination = .standardOutput) {
        self.kind = kind
        self.destination = destination
    }

    /// Reads `NAME` or `NAME:FILE`; what stands behind the first colon is the file, and `-` is standard output.
    /// - Throws: ``PlayUsageError`` for a name that is not known, with the nearest one, and for a file that no report
    ///   may be written to.
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

    /// The destination in one form, as far as words tell: `./a` is `a`.
    var place: Destination {
        guard case .file(let path) = destination else { return destination }
        let parts = path.utf8.split(separator: 0x2F).map { String(Substring($0)) }.filter { $0 != "." }
        return .file((path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/"))
    }

    /// Every name, with `github` for annotations.
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

/// The times that a report has: what `--times` chooses.
package enum ReportTimes: String, Hashable, Sendable {
    /// What the steps really took; no two runs are alike in it.
    case real
    /// What passed on the story's clock; the same in every run.
    case story
}
