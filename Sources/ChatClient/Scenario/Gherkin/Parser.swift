extension Gherkin {
    /// Reads lines by the official grammar. A line that cannot stand where it stands is a complaint, and is left out:
    /// so one run finds several.
    struct Parser {
        private let lines: [SourceLine]
        private var state = ParserState.start
        private var matcher = TokenMatcher()
        private var builder = DocumentBuilder()
        private var complaints: [Complaint] = []

        init(lines: [SourceLine]) {
            self.lines = lines
        }

        /// The whole document.
        mutating func document() throws(SyntaxErrors) -> Document {
            for index in lines.indices {
                try read(lineAt: index)
                try takeTableComplaints()
            }
            if !state.expected.contains(.endOfFile) {
                try complain(
                    Complaint(
                        Location(line: lines.count + 1), "unexpected end of file, expected: \(expectation)"))
            }
            builder.finish()
            try takeTableComplaints()
            guard complaints.isEmpty else { throw SyntaxErrors(complaints) }
            return builder.document
        }

        private mutating func read(lineAt index: Int) throws(SyntaxErrors) {
            let line = lines[index]
            for kind in state.expected {
                guard let token = matcher.match(kind, line) else { continue }
                try accept(token, at: index)
                return
            }
            let quoted = line.trimmed.trimmingGherkinSpace().unicodeScalars
            let shown =
                String(Substring(quoted.prefix(Limits.quotedLine))) + (quoted.count > Limits.quotedLine ? "…" : "")
            try complain(Complaint(line.location, "expected: \(expectation), got '\(shown)'"))
        }

        private mutating func accept(_ token: Token, at index: Int) throws(SyntaxErrors) {
            switch token.kind {
            case .endOfFile, .empty:
                break
            case .comment:
                builder.add(token)
                if case .heading(let section) = state { state = .description(section) }
            case .language:
                try accept(language: token)
            case .tagLine:
                let owner = tagOwner(at: index)
                let (tags, complaint) = token.line.tags()
                if let complaint { try complain(complaint) }
                builder.add(tags: tags)
                state = .tags(owner)
            case .featureLine: open(.feature, token)
            case .ruleLine: open(.rule, token)
            case .backgroundLine: open(.background, token)
            case .scenarioLine: open(.scenario, token)
            case .examplesLine: open(.examples, token)
            case .stepLine:
                builder.openStep(token)
                state = .step(state.section ?? .scenario)
            case .docStringSeparator: accept(separator: token)
            case .tableRow: accept(row: token)
            case .other: accept(text: token)
            }
        }

        private mutating func open(_ section: Section, _ token: Token) {
            builder.open(section, token)
            state = .heading(section)
        }

        /// Only English is read. A file in another language would be all complaints: this one says why.
        private mutating func accept(language token: Token) throws(SyntaxErrors) {
            state = .afterLanguage
            guard token.text != "en" else { return }
            try complain(Complaint(token.line.location, "Language not supported: \(token.text)"))
            throw SyntaxErrors(complaints)
        }

        private mutating func accept(separator token: Token) {
            switch state {
            case .docString(let section, let afterTable):
                builder.closeDocString()
                state = .docStringClosed(section, afterTable: afterTable)
            case .table(let section, _):
                builder.openDocString(token)
                state = .docString(section, afterTable: true)
            case .start, .afterLanguage, .tags, .heading, .description, .step, .docStringClosed, .examplesTable:
                builder.openDocString(token)
                state = .docString(state.section ?? .scenario, afterTable: false)
            }
        }

        private mutating func accept(row token: Token) {
            builder.add(row: token.line)
            switch state {
            case .step(let section): state = .table(section, afterDocString: false)
            case .docStringClosed(let section, _): state = .table(section, afterDocString: true)
            case .heading, .description: state = .examplesTable
            case .start, .afterLanguage, .tags, .table, .docString, .examplesTable: break
            }
        }

        private mutating func accept(text token: Token) {
            switch state {
            case .docString:
                builder.add(docString: token.text)
            case .heading(let section):
                builder.add(description: token.text)
                state = .description(section)
            case .start, .afterLanguage, .tags, .description, .step, .table, .docStringClosed, .examplesTable:
                builder.add(description: token.text)
            }
        }

        /// Whose tags these are is told by the first line below that is no tag, comment or empty line.
        private mutating func tagOwner(at index: Int) -> TagOwner {
            if case .tags(let owner) = state { return owner }
            guard let section = state.section else { return .feature }
            let isPassedOver = { (line: SourceLine) in
                line.isEmpty || line.starts(with: "#") || line.starts(with: "@")
            }
            guard let next = lines[(index + 1)...].first(where: { !isPassedOver($0) }) else { return .rule }
            let canHaveExamples = section == .scenario || section == .examples
            if canHaveExamples, matcher.match(.examplesLine, next) != nil { return .examples }
            return matcher.match(.scenarioLine, next) != nil ? .scenario : .rule
        }

        private var expectation: String {
            state.expected.map(\.rawValue).joined(separator: ", ")
        }

        private mutating func takeTableComplaints() throws(SyntaxErrors) {
            for complaint in builder.takeComplaints() { try complain(complaint) }
        }

        private mutating func complain(_ complaint: Complaint) throws(SyntaxErrors) {
            guard !complaints.contains(complaint) else { return }
            complaints.append(complaint)
            if complaints.count >= Limits.errors { throw SyntaxErrors(complaints) }
        }
    }
}
