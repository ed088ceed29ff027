/// The kind of a change, which is also a part of a mutant's identifier.
enum MutantKind: String, CaseIterable, Codable {
    case negatedCondition = "negated-condition"
    case skippedCheck = "skipped-check"
    case skippedBranch = "skipped-branch"
    case movedBoundary = "moved-boundary"
    case swappedLogic = "swapped-logic"
    case droppedCall = "dropped-call"
    case droppedAssignment = "dropped-assignment"
    case addedMembers = "added-members"
    case removedMembers = "removed-members"
    case removedMember = "removed-member"
    case droppedOne = "dropped-one"
    case flippedResult = "flipped-result"
    case swappedExtreme = "swapped-extreme"

    /// The change in a few words.
    var sentence: String {
        switch self {
        case .negatedCondition: "the condition is negated"
        case .skippedCheck: "the guard always passes"
        case .skippedBranch: "the branch is never entered"
        case .movedBoundary: "the comparison includes or excludes equal values"
        case .swappedLogic: "&& and || are swapped"
        case .droppedCall: "the call is dropped"
        case .droppedAssignment: "the assignment is dropped"
        case .addedMembers: "the filter keeps all elements"
        case .removedMembers: "the filter keeps no element"
        case .removedMember: "the first element is missing"
        case .droppedOne: "the 1 is a 0"
        case .flippedResult: "the result is the opposite"
        case .swappedExtreme: "min and max are swapped"
        }
    }
}

/// One small change of the sources.
struct Mutant: Codable {
    /// The number that the environment variable chooses, from 1. It is valid for one build.
    var number: Int
    /// The path of the file, below `Sources`.
    let file: String
    /// The line of the change, from 1.
    let line: Int
    /// The declaration that contains the change, such as `Draft.decide(_:at:)`.
    let function: String
    let kind: MutantKind
    /// The number among the mutants of one kind in one declaration, from 1.
    let ordinal: Int
    /// The changed text, in one line.
    let source: String

    /// The identifier, which stays the same while its declaration stays the same.
    var id: String { "\(file)#\(function)#\(kind.rawValue)#\(ordinal)" }

    /// The folder that the counts are grouped by: the first two parts of the path.
    var folder: String { file.split(separator: "/").prefix(2).joined(separator: "/") }
}

/// A change of the text for one mutant. Edits of nested mutants nest.
struct Edit {
    /// The place of an edit among the edits at the same offset.
    enum Place { case opening, closing, replacement }

    let offset: Int
    /// The number of bytes that the text replaces.
    let length: Int
    let text: String
    let place: Place
    /// The range of the mutant, in the original file.
    let range: Range<Int>
    /// The index of the mutant in its file.
    let index: Int
}

/// The mutants of one file, with their edits.
struct MutatedFile {
    /// The path below `Sources`.
    let path: String
    let text: [UInt8]
    var mutants: [Mutant] = []
    /// The range of each mutant in the original file.
    var ranges: [Range<Int>] = []
    var edits: [Edit] = []
}
