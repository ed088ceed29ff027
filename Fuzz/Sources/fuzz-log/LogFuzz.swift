import ChatProtocol
import FuzzDriver

@testable import ChatCore

/// Records of the log. Whatever stands in one: no crash; and a fact that was read is written, read again as the same
/// fact, and called by the same name.
@main
enum LogFuzz: FuzzTarget {
    static func check(_ bytes: [UInt8]) {
        _ = EventRecord.kind(of: bytes)
        _ = EventRecord.storedResult(in: bytes)
        let at = Instant(milliseconds: 1_700_000_000_000)
        guard let record = try? EventRecord(position: 7, at: at, body: bytes) else { return }
        let body = record.body
        guard let again = try? EventRecord(position: 7, at: at, body: body) else {
            hold(false, "a fact that is written is read")
            return
        }
        hold(again == record, "a fact that is written is read as what it was")
        hold(EventRecord.kind(of: body) == record.event.kind, "a fact is called by its name")
        _ = record.event.entryKey(at: 7)
    }
}
