import ChatLog
import ChatProtocol

/// A log with a defect, between an engine and its disk.
final class DefectiveLog: KeptLog {
    private let defects: Defects
    private let disk: SimulatedDisk

    init(_ disk: SimulatedDisk, defects: Defects) {
        (self.disk, self.defects) = (disk, defects)
        super.init(disk)
    }

    override func append(_ batch: [LogRecord], expectedEnd: Int64) throws(LogError) {
        var batch = batch
        for index in batch.indices {
            defects.remember(batch[index])
            if defects.strikes(.forgottenReceipt, percent: 50) { batch[index].idempotencyKey = nil }
            if defects.strikes(.olderTime, percent: 3) { batch[index].at -= 86_400_000 }
        }
        if defects.planted == .deniedAndDone, disk.state == .full {
            try disk.write(batch, expectedEnd: expectedEnd)
            throw .unavailable(reason: "the disk is full")
        }
        do throws(LogError) {
            try super.append(batch, expectedEnd: expectedEnd)
        } catch {
            if defects.planted == .uncheckedLease, case .notHeld = error {
                disk.truncate(to: expectedEnd)
                return try disk.write(batch, expectedEnd: expectedEnd)
            }
            // The stored half has the request, but not the last record that follows from it.
            if defects.planted == .halfCommit, batch.count > 1, disk.isDead || error.outcome == .unknown {
                try disk.write(batch.dropLast(), expectedEnd: expectedEnd)
            }
            throw error
        }
    }

    override func read(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        var page = try super.read(after: position, limit: limit)
        if defects.strikes(.skippingRead, percent: 30), page.count > 1 { page.remove(at: page.count / 2) }
        if defects.strikes(.swappedRead, percent: 50), page.count > 1 { page.swapAt(0, 1) }
        if defects.planted == .repeatingRead, position > 0 {
            page = try super.read(after: position - 1, limit: limit)
        }
        if defects.planted == .unerased {
            for index in page.indices { page[index].body = defects.original(page[index]) }
        }
        return page
    }

    override func readHot(after position: Int64, limit: Int) throws(LogError) -> [LogRecord] {
        let page = try super.readHot(after: position, limit: limit)
        return defects.planted == .lostFacts ? page.dropLast() : page
    }

    override func heads() throws(LogError) -> [ConversationHead] {
        let heads = try super.heads()
        return defects.planted == .lostHeads ? heads.dropLast() : heads
    }

    override func entry(id: String) throws(LogError) -> StoredEntry? {
        guard var entry = try super.entry(id: id) else { return nil }
        if defects.planted == .staleEntry, let first = try super.record(at: entry.place) { entry.record = first }
        return entry
    }

    override func entries(
        conversation: String, after: Int64, before: Int64?, limit: Int
    ) throws(LogError) -> [StoredEntry] {
        var page = try super.entries(conversation: conversation, after: after, before: before, limit: limit)
        if defects.planted == .shortHistory, page.count > 2 { page.remove(at: page.count / 2) }
        if defects.planted == .staleHistory {
            for index in page.indices {
                if let first = try super.record(at: page[index].place) { page[index].record = first }
            }
        }
        return page
    }

    override func position(of key: IdempotencyKey) throws(LogError) -> Int64? {
        let position = try super.position(of: key)
        guard defects.planted == .otherReceipt, let position, position > 1 else { return position }
        // Returns the position of the nearest earlier request.
        for earlier in stride(from: position - 1, to: 0, by: -1)
        where try super.record(at: earlier)?.idempotencyKey != nil {
            return earlier
        }
        return position
    }
}
