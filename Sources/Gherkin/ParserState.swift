/// What has a heading and a description.
enum Section: Hashable, Sendable {
    case feature, background, scenario, examples, rule
}

/// What the tags that are being read belong to.
enum TagOwner: Hashable, Sendable {
    case feature, scenario, examples, rule
}

/// Where in the grammar the parser stands.
///
/// The official grammar generates some fifty states; most of them are the same few, once for each section that
/// they can happen in, and so they are written here.
enum ParserState: Hashable, Sendable {
    case start
    case afterLanguage
    case tags(TagOwner)
    case heading(Section)
    case description(Section)
    case step(Section)
    case table(Section, afterDocString: Bool)
    case docString(Section, afterTable: Bool)
    case docStringClosed(Section, afterTable: Bool)
    case examplesTable

    /// What the next line may be, in the order in which that is tried (and in which a complaint lists it).
    var expected: [TokenKind] {
        switch self {
        case .start: [.endOfFile, .language, .tagLine, .featureLine, .comment, .empty]
        case .afterLanguage, .tags(.feature): [.tagLine, .featureLine, .comment, .empty]
        case .tags(.scenario): [.tagLine, .scenarioLine, .comment, .empty]
        case .tags(.examples): [.tagLine, .examplesLine, .comment, .empty]
        case .tags(.rule): [.tagLine, .ruleLine, .comment, .empty]
        case .heading(let section):
            [.endOfFile, .empty, .comment] + Self.children(of: section) + [.other]
        case .description(let section):
            [.endOfFile, .comment] + Self.children(of: section) + [.other]
        case .step(let section):
            [.endOfFile, .tableRow, .docStringSeparator] + Self.children(of: section) + [.comment, .empty]
        case .table(let section, let afterDocString):
            [.endOfFile, .tableRow] + (afterDocString ? [] : [.docStringSeparator])
                + Self.children(of: section) + [.comment, .empty]
        case .docString: [.docStringSeparator, .other]
        case .docStringClosed(let section, let afterTable):
            [.endOfFile] + (afterTable ? [] : [.tableRow]) + Self.children(of: section) + [.comment, .empty]
        case .examplesTable: [.endOfFile] + Self.children(of: .examples) + [.comment, .empty]
        }
    }

    /// The section that steps and their arguments are read in; nil outside of one.
    var section: Section? {
        switch self {
        case .start, .afterLanguage, .tags: nil
        case .heading(let section), .description(let section), .step(let section): section
        case .table(let section, _), .docString(let section, _), .docStringClosed(let section, _): section
        case .examplesTable: .examples
        }
    }

    /// What may stand in a section, or end it.
    private static func children(of section: Section) -> [TokenKind] {
        switch section {
        case .feature, .rule: [.backgroundLine, .tagLine, .scenarioLine, .ruleLine]
        case .background: [.stepLine, .tagLine, .scenarioLine, .ruleLine]
        case .scenario: [.stepLine, .tagLine, .examplesLine, .scenarioLine, .ruleLine]
        case .examples: [.tableRow, .tagLine, .examplesLine, .scenarioLine, .ruleLine]
        }
    }
}
