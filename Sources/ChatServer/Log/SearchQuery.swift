import ChatProtocol
import ChatSystem
import Synchronization

/// A query: phrases that must all occur in a text, as parsed by ``SearchPhrase``. Any text is a valid query.
public struct SearchQuery: Sendable, Equatable {
    /// The maximum number of words in a query; later words are ignored.
    static let wordsMax = 64

    let phrases: [SearchPhrase]

    /// Parses the text that a person typed.
    package init(_ text: String) { phrases = SearchPhrase.phrases(of: text, most: Self.wordsMax) }

    /// True if the query has no word.
    package var isEmpty: Bool { phrases.isEmpty }

    /// Returns true if a line of words contains all phrases. `SearchWords.line(of:)` makes such lines.
    package func matches(line: String) -> Bool {
        matches(line: Array(line.utf8)[...])
    }

    /// Returns true if the bytes of a line of words contain all phrases.
    package func matches(line: ArraySlice<UInt8>) -> Bool {
        guard !isEmpty, phrases.allSatisfy({ $0.mayStand(in: line) }) else { return false }
        let words = line.split(separator: UInt8(ascii: " "))
        return phrases.allSatisfy { $0.stands(in: words) }
    }
}

extension SearchPhrase {
    /// Returns true if each word of the phrase is a substring of the line, at word boundaries or not.
    ///
    /// Most lines fail this cheap test and need no closer look.
    fileprivate func mayStand(in line: ArraySlice<UInt8>) -> Bool {
        words.allSatisfy { ByteSearch.contains($0, in: line) }
    }

    /// Returns true if the line contains the phrase, compared byte by byte as in the index.
    ///
    /// Each word of the line is examined a few times at most, even if the phrase almost matches at many places (Knuth,
    /// Morris and Pratt). One search must not keep the server from its other clients.
    fileprivate func stands(in line: [ArraySlice<UInt8>]) -> Bool {
        let whole = isOpen ? words.count - 1 : words.count
        let fallbacks = Self.fallbacks(of: words[..<whole])
        // The number of words of the phrase that match directly before this word.
        var matched = 0
        for word in line {
            if isOpen, matched == whole, word.starts(with: words[whole].utf8) { return true }
            if matched == whole, whole > 0 { matched = fallbacks[whole - 1] }
            while matched > 0, !word.elementsEqual(words[matched].utf8) { matched = fallbacks[matched - 1] }
            if whole > 0, word.elementsEqual(words[matched].utf8) { matched += 1 }
            if !isOpen, matched == whole { return true }
        }
        return false
    }

    /// Returns, for each prefix of the words, the length of its longest proper suffix that is also a prefix.
    private static func fallbacks(of words: ArraySlice<String>) -> [Int] {
        var fallbacks = [Int](repeating: 0, count: words.count)
        var matched = 0
        for index in words.indices.dropFirst() {
            while matched > 0, !words[index].utf8.elementsEqual(words[matched].utf8) {
                matched = fallbacks[matched - 1]
            }
            if words[index].utf8.elementsEqual(words[matched].utf8) { matched += 1 }
            fallbacks[index] = matched
        }
        return fallbacks
    }
}

/// The conversations to search.
public struct SearchScope: Sendable {
    /// The conversations by their ids; nil for all conversations.
    let conversations: Set<BytewiseString>?

    /// - Parameter conversations: The ids of the conversations; nil for all conversations.
    package init(_ conversations: [String]?) {
        self.conversations = conversations.map { Set($0.map(BytewiseString.init)) }
    }

    func contains(_ conversation: String) -> Bool { conversations?.contains(BytewiseString(conversation)) ?? true }
}

/// The result of a search.
public struct FoundEntries: Sendable {
    /// The entries, newest place first.
    public var entries: [StoredEntry] = []
    /// The place before which to resume; nil if the search is complete.
    public var rest: Int64?
}

/// The remaining effort of a search, counted in entries.
struct SearchEffort {
    private var left: Int

    init(_ entries: Int) { left = entries }

    var isSpent: Bool { left <= 0 }

    /// Spends the effort of examining one entry, or of work that takes as long as examining some entries.
    mutating func spend(_ entries: Int = 1) { left -= entries }

    /// Spends the effort of splitting a text of some bytes into words, which takes much longer than rejecting an entry.
    mutating func spend(words bytes: Int) { left -= bytes / 64 }
}

/// A search on another thread. That thread sets the outcome, and the thread that started the search takes it.
public final class PendingSearch: Sendable {
    /// The outcome of a search on another thread.
    package enum Outcome: Sendable {
        case found(FoundEntries)
        case failed(LogError)
        /// No connection could run the search: the caller must search in place.
        case notRun
    }

    private enum State {
        case isUnderway
        case isDone(Outcome)
        case isCancelled
    }

    private let state = Mutex(State.isUnderway)

    /// True if the outcome can be taken.
    package var isDone: Bool { state.withLock { if case .isDone = $0 { true } else { false } } }

    /// Returns the outcome; nil while the search is running or if it was cancelled.
    package var outcome: Outcome? { state.withLock { if case .isDone(let outcome) = $0 { outcome } else { nil } } }

    /// Cancels the search: any outcome is discarded.
    package func giveUp() { state.withLock { $0 = .isCancelled } }

    var isCancelled: Bool { state.withLock { if case .isCancelled = $0 { true } else { false } } }

    func end(with outcome: Outcome) {
        state.withLock { if case .isUnderway = $0 { $0 = .isDone(outcome) } }
    }
}
