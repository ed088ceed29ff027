/// A part of a file that has a heading and a description.
enum Section: Hashable, Sendable {
    case feature, background, scenario, examples, rule
}

/// The part of a file that the current tags belong to.
enum TagOwner: Hashable, Sendable {
    case feature, scenario, examples, rule
}

/// A state of the parser in the grammar.
///
/// The official grammar generates about fifty states. Most of them are the same few states for each section, so they
/// are written by hand here.
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

    /// The kinds of the next line that are allowed, in the order in which the parser tries them and a complaint lists
    /// them.
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

    /// The section of the current steps and their arguments; nil outside a section.
    var section: Section? {
        switch self {
        case .start, .afterLanguage, .tags: nil
        case .heading(let section), .description(let section), .step(let section): section
        case .table(let section, _), .docString(let section, _), .docStringClosed(let section, _): section
        case .examplesTable: .examples
        }
    }

    /// Returns the kinds of lines that can follow in a section or end it.
    private static func children(of section: Section) -> [TokenKind] {
        switch section {
        case .feature, .rule: [.backgroundLine, .tagLine, .scenarioLine, .ruleLine]
        case .background: [.stepLine, .tagLine, .scenarioLine, .ruleLine]
        case .scenario: [.stepLine, .tagLine, .examplesLine, .scenarioLine, .ruleLine]
        case .examples: [.tableRow, .tagLine, .examplesLine, .scenarioLine, .ruleLine]
        }
    }
}
