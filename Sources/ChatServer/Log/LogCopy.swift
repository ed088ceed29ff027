import ChatCore
import ChatProtocol

/// A copy of the intact records of a log into a new log.
///
/// The records keep their positions, and a note replaces each lost record, so that every cursor remains valid.
package struct LogCopy {
    /// The positions of lost records: damaged records, and records that depend on a damaged one.
    package private(set) var lost: [Int64] = []
    private let records: IntactRecords
    private let log: any EventLog
    private var lastAt: Int64 = 0

    private static let batch = 500

    /// Copies all records.
    ///
    /// - Parameter log: The destination, which must be empty.
    /// - Throws: ``LogError`` if the copy cannot be written.
    package init(
        _ records: IntactRecords, to log: any EventLog, progress: (Int64) -> Void = { _ in }
    ) throws(LogError) {
        (self.records, self.log) = (records, log)
        while log.end < records.end {
            let positions = log.end + 1...min(log.end + Int64(Self.batch), records.end)
            do throws(LogError) {
                try append(positions)
            } catch .rejected {
                // A record of the batch depends on a lost record. Appending each record alone finds it.
                for position in positions { try appendAlone(position) }
            }
            progress(log.end)
        }
        lost.sort()
    }

    /// Returns the positions at which the copy differs from the original, lost records excluded.
    ///
    /// - Throws: ``LogError`` if the copy cannot be read.
    package func differences() throws(LogError) -> [Int64] {
        let lost = Set(lost)
        var differences: [Int64] = []
        var position: Int64 = 0
        while position < records.end {
            let page = try log.read(after: position, limit: Self.batch)
            for copied in page where !lost.contains(copied.position) && copied != records[copied.position] {
                differences.append(copied.position)
            }
            guard let last = page.last else { return differences + Array(position + 1...records.end) }
            position = last.position
        }
        return differences
    }

    private mutating func append(_ positions: ClosedRange<Int64>) throws(LogError) {
        let before = lastAt
        var batch: [LogRecord] = []
        for position in positions { batch.append(records[position].map { whole($0) } ?? note(at: position)) }
        do throws(LogError) {
            try log.append(batch, expectedEnd: positions.lowerBound - 1)
        } catch {
            lastAt = before
            throw error
        }
        lost += positions.filter { records[$0] == nil }
    }

    private mutating func appendAlone(_ position: Int64) throws(LogError) {
        do throws(LogError) {
            try append(position...position)
        } catch .rejected {
            try log.append([note(at: position)], expectedEnd: position - 1)
            lost.append(position)
        }
    }

    /// Returns the record with its searchable text and its erasure, so that the copy erases unsent texts again.
    private mutating func whole(_ record: LogRecord) -> LogRecord {
        var record = record
        lastAt = record.at
        guard let event = try? EventRecord(record) else { return record }
        record.searchText = event.event.message?.searchText
        record.erasure = Erasure(event)
        return record
    }

    /// Returns the note that replaces a lost record. It has the time of the record before it, because time never
    /// decreases.
    private func note(at position: Int64) -> LogRecord {
        LogRecord(EventRecord(position: position, at: Instant(milliseconds: lastAt), event: .recordLost))
    }
}
