import ChatEngine
import ChatLog
import ChatProtocol
import ChatSystem

/// The planted defect, if any. It takes effect between the real parts of a simulation and changes none of them.
final class Defects {
    let planted: Defect?
    private var chance: SplitMix64
    /// The notifications that stay back until the next tick.
    var held: [(line: SimulatedLine, content: Delivery.Content)] = []
    var lastSaid: [String: [UInt8]] = [:]
    private var stale: ArraySlice<UInt8> = []
    private var originals: [Int64: [UInt8]] = [:]

    init(_ defect: Defect?, seed: UInt64) {
        planted = defect
        chance = SplitMix64(seed: seed ^ 0xdefec7)
    }

    /// Returns true if this defect is planted and takes effect now, which happens with a probability in percent.
    func strikes(_ defect: Defect, percent: Int = 100) -> Bool {
        planted == defect && (percent == 100 || chance.happens(percent: percent))
    }

    func log(on disk: SimulatedDisk) -> any EventLog {
        planted == nil ? KeptLog(disk) : DefectiveLog(disk, defects: self)
    }

    /// Returns the clock function of a server that starts now.
    func time(of clock: SimulatedClock) -> () -> Instant {
        guard strikes(.frozenClock) else {
            return ServerClock(wall: { clock.wall.milliseconds }, steady: { clock.monotonic }).now
        }
        var latest = clock.wall
        return {
            latest = max(latest, clock.wall)
            return latest
        }
    }

    func client(_ client: any SimulatedClient) -> any SimulatedClient {
        switch planted {
        case .freshClientID, .forgetfulClient, .deafClient, .hastyClient: DefectiveClient(client, defects: self)
        default: client
        }
    }

    // MARK: Bytes

    func garble(_ bytes: inout [UInt8]) {
        guard bytes.count > 20 else { return }
        if strikes(.flippedBit, percent: 3) {
            bytes[Int.random(in: 1..<bytes.count - 2, using: &chance)] ^= 1
        } else if strikes(.lostByte, percent: 3) {
            bytes.remove(at: Int.random(in: 1..<bytes.count - 2, using: &chance))
        }
    }

    /// Stores bytes that are on their way when a line is cut.
    func keep(from line: SimulatedLine) {
        guard planted == .staleBytes else { return }
        while let piece = line.down.take(by: .max) { if piece.count > stale.count { stale = piece } }
    }

    /// Puts the stored bytes of an earlier line on a new one.
    func begin(_ line: SimulatedLine, at now: Int64) {
        guard !stale.isEmpty else { return }
        line.down.put(Array(stale), at: now, lag: 0, chance: &chance)
        stale = []
    }

    /// Removes the last record of a disk that loses its power.
    func lose(from disk: SimulatedDisk) {
        if strikes(.skippedSync), disk.end > 1 { disk.truncate(to: disk.end - 1) }
    }

    /// Stores the body of a record as it was first written.
    func remember(_ record: LogRecord) { if planted == .unerased { originals[record.position] = record.body } }
    func original(_ record: LogRecord) -> [UInt8] { originals[record.position] ?? record.body }

    // MARK: Requests

    /// Uses processor time that grows with the square of a message's length.
    func waste(on message: [UInt8]) {
        guard planted == .quadraticText else { return }
        let end = Clocks.thread() + Int64(message.count) * Int64(message.count) / 10_000
        while Clocks.thread() < end {}
    }

    /// Returns the messages that a node receives instead of the one that a device sent.
    func inbound(_ message: [UInt8], on line: SimulatedLine, of device: SimulatedDevice) -> [[UInt8]] {
        guard let planted, let id = message.requestID, let asked = line.asked[id] else { return [message] }
        let isHello = asked.method == .sessionHello
        switch planted {
        case .doubledRequest where asked.clientID != nil && strikes(.doubledRequest, percent: 10):
            let bare = message.editing { $0["clientID"] = nil }
            return [bare, bare]
        case .renamedRetry where asked.clientID != nil && !asked.isFirst:
            return [message.editing { $0["clientID"] = .string("other \(id)") }]
        case .lostResume where isHello: return [message.editing { $0["after"] = nil }]
        case .lateResume where isHello && (asked.after ?? .max) < .max:
            return [message.editing { $0["after"] = .integer((asked.after ?? 0) + 1) }]
        case .earlyResume where isHello && (asked.after ?? 0) > 0:
            return [message.editing { $0["after"] = .integer((asked.after ?? 1) - 1) }]
        case .lostForward where line.isForwarded && asked.clientID != nil && strikes(.lostForward, percent: 5):
            return []
        case .swallowedRequest where asked.clientID != nil && strikes(.swallowedRequest, percent: 5): return []
        case .impostor where isHello && device.person == "dan": return [message.editing { $0["handle"] = "eve" }]
        default: return [message]
        }
    }
}
