import Foundation
import ServerTestSupport
import Testing

@testable import ChatCore
@testable import ChatLog

/// The data files of earlier releases in `Tests/Releases`, read without a server.
@Suite struct ReleaseLogTests {
    /// The events that no recorded history causes, and those that are newer than the release.
    private static let absent: Set<Event.Kind> = [
        .recordLost, .linkStored, .storedLinksDelivered, .deviceAdded, .identityProved,
    ]

    @Test("the data file of a release has every kind of event and passes the check of the log")
    func dataFileHasEveryKindOfEvent() throws {
        let releases = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Releases")
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            try FileManager.default.copyItem(
                atPath: releases.appending(path: "2026-11/chat.sqlite").path, toPath: path)
            let log = try SQLiteEventLog(path: path, pagesMax: nil, searchText: LogRecord.textOfBody)
            defer { log.close() }
            var kinds: Set<Event.Kind> = []
            for record in try log.read(after: 0, limit: 10_000) {
                kinds.insert(try EventRecord(record).event.kind)
            }
            #expect(Set(Event.Kind.allCases).subtracting(kinds) == Self.absent)
            #expect(LogCheck(log, searchText: LogRecord.textOfBody).problems.isEmpty)
        }
    }
}
