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

/// A client with a defect: it changes or drops some of the messages that the inner client sends.
final class DefectiveClient: SimulatedClient {
    private let client: any SimulatedClient
    private let defects: Defects
    private var sent: Set<String> = []

    init(_ client: any SimulatedClient, defects: Defects) { (self.client, self.defects) = (client, defects) }

    var isIdle: Bool { client.isIdle }
    var deadline: Int64? { client.deadline }
    func start(at now: Int64) { client.start(at: now) }
    func opened(at now: Int64) { client.opened(at: now) }
    func received(_ message: [UInt8], at now: Int64) { client.received(message, at: now) }
    func lost(at now: Int64) { client.lost(at: now) }
    func passed(to now: Int64) { client.passed(to: now) }
    func ask(_ method: ChatProtocol.Method, _ params: JSONValue) { client.ask(method, params) }

    func takeActions() -> [SimulatedAction] {
        client.takeActions().compactMap {
            guard case .send(let message) = $0 else { return $0 }
            return defective(message).map(SimulatedAction.send)
        }
    }

    private func defective(_ message: [UInt8]) -> [UInt8]? {
        guard let envelope = try? RequestEnvelope.read(message) else { return message }
        if envelope.method == "session.hello", let after = envelope.params?["after"]?.integerValue {
            if defects.planted == .deafClient { return message.editing { $0["after"] = nil } }
            if defects.planted == .hastyClient { return message.editing { $0["after"] = .integer(after + 2) } }
        }
        guard let clientID = envelope.params?["clientID"]?.stringValue, !sent.insert(clientID).inserted else {
            return message
        }
        if defects.planted == .freshClientID { return message.editing { $0["clientID"] = .string(clientID + "+") } }
        return defects.planted == .forgetfulClient ? nil : message
    }
}
