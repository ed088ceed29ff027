import ChatProtocol
import ServerTestSupport
import TestExtent
import Testing

@testable import ChatEngine
@testable import ChatLog

/// Exactly-once delivery: lost connections and restarts neither lose, repeat nor reorder a notification.
struct ExactlyOnceTests {
    private func check(_ seed: UInt64, log: any EventLog = MemoryEventLog()) throws -> WobblyScenario {
        let calm = try WobblyScenario(seed: seed, isWobbly: false)
        try calm.play(requests: 50)
        let scenario = try WobblyScenario(seed: seed, isWobbly: true, log: log)
        try scenario.play(requests: 50)
        #expect(
            try scenario.server.log.allFacts() == calm.server.log.allFacts(), "seed \(seed): something was done twice")
        for (device, reference) in zip(scenario.listeners, calm.listeners) {
            let place = "seed \(seed): \(device.handle)"
            let cursors = device.received.map(\.cursor)
            #expect(zip(cursors, cursors.dropFirst()).allSatisfy { $0 < $1 }, "\(place) hears once and in order")
            let delivered = Dictionary(uniqueKeysWithValues: device.received.map { ($0.cursor, $0) })
            let expected = Dictionary(uniqueKeysWithValues: reference.received.map { ($0.cursor, $0) })
            for received in device.received {
                #expect(expected[received.cursor] != nil, "\(place) is told \(received)")
            }
            for received in reference.received {
                guard let again = delivered[received.cursor] else {
                    #expect(
                        NotificationMatch.isOver(received, followedBy: reference.received),
                        "\(place) is not told \(received)")
                    continue
                }
                #expect(NotificationMatch.isSame(again, received), "\(place): \(again) and \(received)")
            }
        }
        for (device, reference) in zip(scenario.talkers, calm.listeners) {
            let place = "seed \(seed): \(device.handle), who talks,"
            let delivered = Dictionary(uniqueKeysWithValues: device.received.map { ($0.cursor, $0) })
            #expect(delivered.count == device.received.count, "\(place) hears once")
            let answered = calm.asked.filter { device.answered.contains($0.clientID) && $0.talker == device.handle }
            for received in reference.received where delivered[received.cursor] == nil {
                let isAnswered = answered.contains { $0.positions?.contains(received.cursor) == true }
                #expect(
                    isAnswered || NotificationMatch.isOver(received, followedBy: reference.received),
                    "\(place) is not told \(received)")
            }
        }
        return scenario
    }

    @Test(
        "D9, D13: devices with lost connections and restarts receive what stable devices receive",
        arguments: 0..<(TestExtent.isWhole ? 6 : 2))
    func devicesReceiveEachNotificationOnce(_ part: UInt64) throws {
        var falls = (lines: 0, resuming: 0, servers: 0)
        for seed in part * 4..<(part + 1) * 4 {
            let scenario = try check(seed)
            falls.lines += scenario.falls.lines
            falls.resuming += scenario.falls.resuming
            falls.servers += scenario.falls.servers
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
