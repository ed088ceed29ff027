import ChatCore

/// A check of a log's indexes: compares all indexed reads with the answers of a log in memory that has the same
/// records.
package struct LogCheck {
    /// The problems found, one line each.
    package private(set) var problems: [String] = []
    /// The number of records read.
    package private(set) var records: Int64 = 0
    /// The number of conversations.
    package private(set) var conversations = 0

    /// The maximum number of problems to report.
    private static let problemsMax = 100
    private static let page = 1_000
    /// The maximum number of records that the word searches of the twin examine in total.
    private static let looksMax = 4_000_000

    private let log: any EventLog
    private let twin = MemoryEventLog()

    /// Reads the whole log. Time and memory grow with its length.
    ///
    /// - Parameters:
    ///   - log: The log to check.
    ///   - searchText: Returns the searchable text of a record's entry, derived from the body.
    ///   - progress: Receives the position reached, after each page of records.
    package init(_ log: any EventLog, searchText: (LogRecord) -> String?, progress: (Int64) -> Void = { _ in }) {
        self.log = log
        var words: [String] = []
        var keys: [IdempotencyKey] = []
        var places: Set<BytewiseString> = []
        while records < log.end {
            guard var batch = read() else { return }
            for index in batch.indices {
                batch[index].searchText = searchText(batch[index])
                if let key = batch[index].idempotencyKey { keys.append(key) }
                if let entry = batch[index].entry { places.insert(BytewiseString(entry.conversation)) }
                words += batch[index].searchText?.split(whereSeparator: \.isWhitespace).prefix(1).map(String.init) ?? []
            }
            do {
                try twin.append(batch, expectedEnd: records)
            } catch {
                note("a record after position \(records) breaks a rule of the log: \(error)")
                return
            }
            records += Int64(batch.count)
            progress(records)
        }
        conversations = places.count
        compare("records to load at startup") { try $0.readHot(after: 0, limit: .max).map(\.position) }
        compare("newest messages of the conversations") { try $0.heads() }
        for key in keys { compare("request “\(key.clientID)” of \(key.handle)") { try $0.position(of: key) } }
        for place in places { compareEntries(in: place.text) }
        // The current words of an edited or unsent entry differ from its first words.
        for word in Self.sample(of: Set(words).sorted(), records: Int(records)) {
            compare("search for “\(word)”") { log in
                try log.search(SearchQuery(word), conversations: nil, before: nil, limit: 50).map(\.place)
            }
        }
    }

    /// Returns as many words as `looksMax` permits, evenly spaced, because the twin scans all records for each word.
    private static func sample(of words: [String], records: Int) -> [String] {
        let count = min(words.count, max(1, looksMax / max(1, records)))
        return (0..<count).map { words[$0 * words.count / count] }
    }

    private mutating func note(_ problem: String) {
        if problems.count < Self.problemsMax { problems.append(problem) }
    }

    /// Reads the next records. Returns nil if some cannot be read, after noting a problem for each of them.
    private mutating func read() -> [LogRecord]? {
        if let batch = try? log.read(after: records, limit: Self.page), !batch.isEmpty {
            let numbers = records + 1...records + Int64(batch.count)
            if zip(batch, numbers).allSatisfy({ $0.position == $1 }) { return batch }
        }
        for position in records + 1...min(records + Int64(Self.page), log.end) {
            do {
                if try log.record(at: position) == nil { note("the record at position \(position) is missing") }
            } catch {
                note("the record at position \(position) cannot be read: \(error.reason)")
            }
        }
        if problems.isEmpty { note("the records after \(records) cannot be read in order") }
        note("the check stopped there: later records were not compared")
        return nil
    }

    private mutating func compare<Answer: Equatable>(_ what: String, _ answer: (any EventLog) throws -> Answer) {
        do {
            if try answer(log) != answer(twin) { note("\(what): the index does not match the records") }
        } catch {
            note("\(what): \((error as? LogError)?.reason ?? "\(error)")")
        }
    }

    private mutating func compareEntries(in conversation: String) {
        var before: Int64?
        while true {
            let page = try? twin.entries(conversation: conversation, before: before, limit: Self.page)
            compare("thread of \(conversation)") {
                try $0.entries(conversation: conversation, before: before, limit: Self.page)
            }
            guard let page, let first = page.first else { return }
            for entry in page {
                guard let id = entry.record.entry?.id else { continue }
                compare("entry \(id)") { try $0.entry(id: id) }
                compare("replies to \(id)") { try $0.threadCounts(of: [id], after: 0) }
            }
            before = first.place
        }
    }
}
