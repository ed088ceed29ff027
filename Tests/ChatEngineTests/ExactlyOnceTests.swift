import ChatProtocol
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Exactly-once delivery: lost connections and restarts neither lose, repeat nor reorder a notification.
struct ExactlyOnceTests {
    private func check(_ seed: UInt64, log: any EventLog = MemoryEventLog()) throws -> WobblyStory {
        let calm = try WobblyStory(seed: seed, isWobbly: false)
        try calm.play(requests: 50)
        let story = try WobblyStory(seed: seed, isWobbly: true, log: log)
        try story.play(requests: 50)
        #expect(
            try story.server.log.allFacts() == calm.server.log.allFacts(), "seed \(seed): something was done twice")
        for (device, reference) in zip(story.listeners, calm.listeners) {
            let place = "seed \(seed): \(device.handle)"
            let cursors = device.heard.map(\.cursor)
            #expect(zip(cursors, cursors.dropFirst()).allSatisfy { $0 < $1 }, "\(place) hears once and in order")
            let told = Dictionary(uniqueKeysWithValues: device.heard.map { ($0.cursor, $0) })
            let expected = Dictionary(uniqueKeysWithValues: reference.heard.map { ($0.cursor, $0) })
            for heard in device.heard { #expect(expected[heard.cursor] != nil, "\(place) is told \(heard)") }
            for heard in reference.heard {
                guard let again = told[heard.cursor] else {
                    #expect(Told.isOver(heard, followedBy: reference.heard), "\(place) is not told \(heard)")
                    continue
                }
                #expect(Told.isSame(again, heard), "\(place): \(again) and \(heard)")
            }
        }
        for (device, reference) in zip(story.talkers, calm.listeners) {
            let place = "seed \(seed): \(device.handle), who talks,"
            let told = Dictionary(uniqueKeysWithValues: device.heard.map { ($0.cursor, $0) })
            #expect(told.count == device.heard.count, "\(place) hears once")
            let answered = calm.asked.filter { device.answered.contains($0.clientID) && $0.talker == device.handle }
            for heard in reference.heard where told[heard.cursor] == nil {
                let isAnswered = answered.contains { $0.positions?.contains(heard.cursor) == true }
                #expect(
                    isAnswered || Told.isOver(heard, followedBy: reference.heard), "\(place) is not told \(heard)")
            }
        }
        return story
    }

    @Test(
        "D9, D13: devices with lost connections and restarts receive what stable devices receive",
        arguments: 0..<(TestExtent.isWhole ? 6 : 2))
    func devicesReceiveEachNotificationOnce(_ part: UInt64) throws {
        var falls = (lines: 0, resuming: 0, servers: 0)
        for seed in part * 4..<(part + 1) * 4 {
            let story = try check(seed)
            falls.lines += story.falls.lines
            falls.resuming += story.falls.resuming
            falls.servers += story.falls.servers
        }
        #expect(falls.lines > 10 && falls.resuming > 0 && falls.servers > 3, "\(falls)")
    }

    @Test(arguments: [100, 101] as [UInt64])
    func devicesReceiveEachNotificationOnceFromALogFile(_ seed: UInt64) throws {
        try withTemporaryDirectory { directory in
            let log = try SQLiteEventLog(path: directory + "/chat.sqlite")
            defer { log.close() }
            _ = try check(seed, log: log)
        }
    }
}
