import ChatProtocol
import ChatTestKit
import Foundation
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatCore
@testable import ChatEngine
@testable import ChatLog

/// Concurrent edits, many of them based on an older text. The document always has the text accepted last, no accepted
/// edit is lost, and a refused edit leaves no event.
struct DocumentHistoryTests {
    private let here = DocumentReference.url(TripFixture.url)

    /// The revision and text that one person's editor has loaded.
    private struct Knowledge {
        var revision: Int64 = 0
        var text = ""
    }

    @Test(
        "a document always has the text of the last accepted edit",
        arguments: 0..<(TestExtent.isWhole ? 40 : 15) as Range<UInt64>)
    func documentHasTheLastAcceptedText(seed: UInt64) throws {
        let log = MemoryEventLog()
        let trip = try TripFixture(log: log)
        var random = SplitMix64(seed: seed)
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        try trip.bea.document.open(here)
        try trip.carl.document.open(here)
        var people = [trip.anna, trip.bea, trip.carl]
        var known = [Knowledge](repeating: Knowledge(), count: 3)
        var text = ""
        var textRevision: Int64 = 0
        var revision: Int64 = 0
        var accepted: [String] = []
        for step in 0..<60 {
            let who = Int.random(in: 0..<3, using: &random)
            if chance(35) {
                let document = try people[who].document.get(here)
                known[who] = Knowledge(revision: document.revision, text: document.text ?? "?")
                #expect(known[who].text == text && known[who].revision == revision, "seed \(seed) at \(step)")
            } else if chance(15) {
                try people[who].document.comment(document: here, text: "c\(step)")
                revision += 1
            } else if chance(8) {
                try people[who].document.rename(document: here, title: "T\(step)")
                revision += 1
            } else {
                let new = known[who].text + "\(who)\(step)\n"
                let end = log.end
                let refusal = people[who].refusal {
                    try $0.document.edit(document: here, text: new, revision: known[who].revision)
                }
                if known[who].revision >= textRevision {
                    #expect(refusal == nil, "seed \(seed) at \(step)")
                    #expect(new.hasPrefix(text), "what was accepted builds on all that was accepted before")
                    text = new
                    revision += 1
                    textRevision = revision
                    accepted.append("\(who)\(step)")
                    known[who] = Knowledge(revision: revision, text: new)
                } else {
                    #expect(refusal == .conflict && log.end == end, "seed \(seed) at \(step): a trace")
                }
            }
            if chance(4) {
                let state = trip.server.state
                try trip.server.restart()
                #expect(trip.server.state == state, "seed \(seed) at \(step): another after a restart")
                people = try ["anna", "bea", "carl"].map { try trip.server.person($0) }
            }
        }
        #expect(text.split(separator: "\n").map(String.init) == accepted, "seed \(seed): an edit was lost")
        #expect(try people[0].document.get(here).text == text)
        let edits = try log.allFacts().count {
            if case .documentSaved(let saved) = $0.event { saved.change.kind == .change(.edit) } else { false }
        }
        #expect(edits == accepted.count, "seed \(seed)")
    }

    @Test("start-up folds no edits and still has the newest text")
    func startUpFoldsNoEdit() throws {
        let log = MemoryEventLog()
        let trip = try TripFixture(log: log)
        let hot = try log.readHot(after: 0, limit: .max).count
        for revision in 0..<200 as Range<Int64> {
            try trip.anna.document.edit(document: here, text: "v\(revision)", revision: revision)
        }
        #expect(try log.readHot(after: 0, limit: .max).count == hot)
        let state = trip.server.state
        try trip.server.restart()
        #expect(trip.server.state == state)
        let read = try trip.server.person("anna").document.get(here)
        #expect(read.text == "v199" && read.revision == 200)
    }

    @Test("the database of a killed server has the last accepted state of a document")
    func databaseOfAKilledServerHasTheDocument() throws {
        try withTemporaryDirectory { directory in
            let path = directory + "/chat.sqlite"
            let log = try SQLiteEventLog(path: path)
            let trip = try TripFixture(log: log)
            try trip.bea.document.open(here)
            for revision in 0..<20 as Range<Int64> {
                let client = revision.isMultiple(of: 2) ? trip.anna : trip.bea
                try client.document.edit(document: here, text: "v\(revision)", revision: revision)
            }
            try trip.bea.document.rename(document: here, title: "Lake plan")
            try trip.anna.document.comment(document: here, text: "well?")
            let copy = directory + "/copy.sqlite"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
            let survivor = try SQLiteEventLog(path: copy)
            let server = try EngineFixture(log: survivor)
            #expect(server.state == trip.server.state)
            let bea = try server.person("bea")
            let document = try bea.document.get(here)
            #expect(document.text == "v19" && document.title == "Lake plan" && document.revision == 22)
            #expect(document.comments?.count == 1)
            #expect(try bea.message.search(text: "v19").messages == [], "no message")
            survivor.close()
            log.close()
        }
    }

    @Test("a share from before the document service has an empty document")
    func oldShareHasAnEmptyDocument() throws {
        let log = MemoryEventLog()
        _ = try TripFixture(log: log)
        let facts = try log.allFacts()
        let old = MemoryEventLog()
        try old.append(
            facts.map { fact in
                var row = LogRecord(fact)
                var value = try JSONReader.read(row.body).value
                if case .shareSaved = fact.event, let share = value["share"] {
                    let young: Set = ["document", "revision", "representations", "roster"]
                    let members = share.objectValue?.members.filter { !young.contains($0.key) } ?? []
                    value = with(value, "share", .object(JSONObject(members)))
                    row.body = JSONWriter.bytes(of: value)
                }
                return row
            }, expectedEnd: 0)
        let server = try EngineFixture(log: old)
        let anna = try server.person("anna")
        let document = try anna.document.get(here)
        #expect(document.text == "" && document.title == "Trip plan" && document.revision == 0)
        try anna.document.edit(document: here, text: "Tents", revision: 0)
    }
}
