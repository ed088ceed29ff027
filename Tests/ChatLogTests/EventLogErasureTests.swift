import ChatCore
import Foundation
import ServerTestSupport
import Testing

@testable import ChatLog

/// The erasure of unsent texts, which leaves everything else unchanged.
@Suite struct EventLogErasureTests {
    private static let erasure = Erasure(first: Array("{\"first\":0}".utf8), rest: Array("{\"rest\":0}".utf8))

    @Test(arguments: LogKind.allCases) func erasureReplacesTheEarlierTextsOfAnEntry(_ kind: LogKind) throws {
        var first = LogRecord.found(1, "m1", by: "one")
        first.idempotencyKey = IdempotencyKey(handle: "anna", clientID: "1")
        first.isHot = true
        var erasing = LogRecord.found(6, "m1", by: nil, replaces: true)
        erasing.erasure = Self.erasure
        let other = LogRecord.found(3, "m3", by: "other")
        let batch = [
            first, .found(2, "m1", by: "two", replaces: true), other, .found(4, "m3", by: "changed", replaces: true),
            .found(5, "m1", by: "five", replaces: true),
        ]
        try kind.withLog { log in
            try log.append(batch, expectedEnd: 0)
            try log.append([erasing], expectedEnd: 5)
            var expected = (batch + [erasing]).map(\.asRead)
            expected[0].body = Self.erasure.first
            expected[1].body = Self.erasure.rest
            expected[4].body = Self.erasure.rest
            #expect(try log.read(after: 0, limit: 9) == expected)
            #expect(try log.readHot(after: 0, limit: 9) == [expected[0]])
            #expect(try log.position(of: IdempotencyKey(handle: "anna", clientID: "1")) == 1)
            #expect(try log.entry(id: "m1") == StoredEntry(place: 1, record: expected[5]))
            for text in ["one", "two", "five"] { #expect(try log.places(text).isEmpty) }
            #expect(try log.places("changed") == [3])
            // Records after the erasure stay.
            try log.append([.found(7, "m1", by: "seven", replaces: true)], expectedEnd: 6)
            #expect(try log.record(at: 6) == expected[5])
        }
    }

    /// Earlier versions ended a record with this mark if its decision had further records.
    @Test("records with the mark of an earlier version are read and erased", arguments: LogKind.allCases)
    func recordsWithAnOldMarkAreErased(_ kind: LogKind) throws {
        let mark = #","goesOn":true}"#
        var named = LogRecord.plain(1)
        named.body = Array(#"{"event":"personNamed","person":{"handle":"anna","name":"Anna"}"#.utf8) + Array(mark.utf8)
        var batch = [named, .found(2, "m2", by: "one"), .found(3, "m2", by: "two", replaces: true)]
        batch[1].body = batch[1].body.dropLast() + Array(mark.utf8)
        var erasing = LogRecord.found(4, "m2", by: nil, replaces: true)
        erasing.erasure = Self.erasure
        try kind.withLog { log in
            try log.append(batch, expectedEnd: 0)
            try log.append([erasing], expectedEnd: 3)
            let records = try log.read(after: 0, limit: 3)
            #expect(try EventRecord(records[0]).event.kind == .personNamed)
            #expect(records[0].body == named.body)
            #expect(records[1...].map(\.body) == [Self.erasure.first, Self.erasure.rest])
        }
    }

    @Test(arguments: LogKind.allCases) func onlyAReplacementCanErase(_ kind: LogKind) throws {
        var new = LogRecord.found(1, "m1", by: "one")
        new.erasure = Self.erasure
        var none = LogRecord.plain(1)
        none.erasure = Self.erasure
        try kind.withLog { log in
            for record in [new, none] {
                #expect(throws: LogError.rejected(.misplacedErasure(position: 1))) {
                    try log.append([record], expectedEnd: 0)
                }
            }
            var unknown = LogRecord.found(1, "m1", by: nil, replaces: true)
            unknown.erasure = Self.erasure
            #expect(throws: LogError.rejected(.unknownEntry(id: "m1"))) { try log.append([unknown], expectedEnd: 0) }
        }
    }

    /// Texts of several lengths, some already in the search index and some not, while the server runs.
    @Test(arguments: [20, 900, 9_000]) func erasedTextIsInNoFileOfTheLog(_ length: Int) throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            let secret = { (place: Int64) in
                "Geheimnis\(place)x " + String(repeating: "Sorge\(place)x ", count: length / 9)
            }
            for start in stride(from: Int64(0), to: 1_500, by: 50) {
                let batch = (start + 1...start + 50).map { place in
                    place % 25 == 0
                        ? LogRecord.found(place, "m\(place)", by: secret(place))
                        : .found(place, "m\(place)", by: "talk \(place)")
                }
                try log.append(batch, expectedEnd: start)
            }
            #expect(try Self.bytes(at: path).contains("Geheimnis25x"))
            var end: Int64 = 1_500
            for place in stride(from: Int64(25), through: 1_500, by: 25) {
                // Some messages were edited before they are erased.
                if place % 50 == 0 {
                    end += 1
                    try log.append(
                        [.found(end, "m\(place)", by: "Nochgeheim " + secret(place), replaces: true)],
                        expectedEnd: end - 1)
                }
                end += 1
                var erasing = LogRecord.found(end, "m\(place)", by: nil, replaces: true)
                erasing.erasure = Self.erasure
                try log.append([erasing], expectedEnd: end - 1)
            }
            for _ in 0..<2 {
                let bytes = try Self.bytes(at: path).lowercased()
                for word in ["geheim", "sorge"] {
                    // A failed expectation would print the whole file if it searched the bytes itself.
                    let isThere = bytes.contains(word)
                    #expect(!isThere, "\(word) of \(length)")
                }
                #expect(bytes.contains("talk 1499"))
                log.close()
            }
        }
    }

    @Test("an erasure that was interrupted by a kill is completed at the next start")
    func interruptedErasureIsCompletedAtTheNextStart() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(foundAt: path)
            try log.append([.found(1, "m1", by: "Geheimnis")], expectedEnd: 0)
            let copy = directory + "/copy.sqlite"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
            log.close()
            // The state of the log between the commit and the truncation of the write-ahead log.
            let connection = try SQLiteConnection(path: copy)
            try connection.execute(
                """
                PRAGMA locking_mode = EXCLUSIVE; PRAGMA secure_delete = ON;
                UPDATE log SET body = '{}'
                """)
            let killed = directory + "/killed.sqlite"
            try FileManager.default.copyItem(atPath: copy, toPath: killed)
            try FileManager.default.copyItem(atPath: copy + "-wal", toPath: killed + "-wal")
            #expect(try Self.bytes(at: killed).contains("Geheimnis"))
            let survivor = try SQLiteEventLog(foundAt: killed)
            #expect(try !Self.bytes(at: killed).lowercased().contains("geheimnis"))
            survivor.close()
        }
    }

    /// The bytes of a log file, its write-ahead log and its journal.
    private static func bytes(at path: String) throws -> String {
        var bytes: [UInt8] = []
        for name in [path, path + "-wal", path + "-journal"] where FileManager.default.fileExists(atPath: name) {
            bytes += try Data(contentsOf: URL(fileURLWithPath: name))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
