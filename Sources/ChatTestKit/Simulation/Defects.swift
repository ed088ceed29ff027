import ChatEngine
import ChatLog
import ChatProtocol

/// The defect that is planted, if one is: it stands between the real parts, and is in none of them.
final class Defects {
    let planted: Defect?
    private var chance: SplitMix64

    init(_ defect: Defect?, seed: UInt64) {
        planted = defect
        chance = SplitMix64(seed: seed ^ 0xdefec7)
    }

    func log(on disk: SimulatedDisk) -> any EventLog { KeptLog(disk) }
    func client(_ client: any SimulatedClient) -> any SimulatedClient { client }
    func garble(_ bytes: inout [UInt8]) {}
    func lose(from disk: SimulatedDisk) {}
    func inbound(_ message: [UInt8], on line: SimulatedLine, of device: SimulatedDevice) -> [[UInt8]] { [message] }
    func outbound(_ put: [(line: SimulatedLine, content: Delivery.Content)], in simulation: Simulation, since: Int64)
        -> [(line: SimulatedLine, content: Delivery.Content)]
    { put }
}
