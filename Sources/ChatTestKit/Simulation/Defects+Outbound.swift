import ChatEngine
import ChatProtocol

/// The changes that defects make to the messages from a node to its clients.
extension Defects {
    typealias Put = (line: SimulatedLine, content: Delivery.Content)

    func outbound(_ put: [Put], in simulation: Simulation) -> [Put] {
        guard let planted else { return put }
        var all: [Put] = []
        for (line, content) in put {
            guard case .message(let message) = content else {
                all.append((line, content))
                continue
            }
            let device = simulation.devices[line.device]
            switch ServerMessage.read(message) {
            case .notification(let method, let params):
                all += notification(planted, message, method, params, on: line, of: device, in: simulation)
            case .result(.integer(let id), let result)
            where planted == .farFence && line.asked[id]?.method == .sessionFence:
                all.append(
                    Self.put(
                        line, message.editing { $0["cursor"] = .integer((result["cursor"]?.integerValue ?? 0) + 1) }))
            default: all.append((line, content))
            }
        }
        if planted == .swappedNotifications { swapSome(&all) }
        guard planted == .hastyFence else { return all }
        // Notifications stay back until the next tick, while answers are sent at once.
        let isHeld = { (put: Put) in if case .message(let message) = put.content { message.isLasting } else { false } }
        let released = held + all.filter { !isHeld($0) }
        held = all.filter(isHeld)
        return released
    }

    private static func put(_ line: SimulatedLine, _ message: [UInt8]) -> Put { (line, .message(message)) }

    private func swapSome(_ all: inout [Put]) {
        guard all.count > 1 else { return }
        for index in 1..<all.count where all[index].line === all[index - 1].line {
            if strikes(.swappedNotifications, percent: 50) { all.swapAt(index, index - 1) }
        }
    }

    private func notification(
        _ planted: Defect, _ message: [UInt8], _ method: String, _ params: JSONValue, on line: SimulatedLine,
        of device: SimulatedDevice, in simulation: Simulation
    ) -> [Put] {
        let plain = [Self.put(line, message)]
        let isMessage = method == "message.posted"
        let words = params["message"]
        let talk = simulation.model.talks[words?["conversation"]?.stringValue ?? ""]
        func copy(_ message: [UInt8], where matches: (SimulatedDevice) -> Bool) -> [Put] {
            let other = simulation.nodes.flatMap(\.openLines).first { matches(simulation.devices[$0.device]) }
            return other.map { [Self.put($0, message)] } ?? []
        }
        switch planted {
        case .lostNotification where strikes(planted, percent: 3): return []
        case .doubledNotification where strikes(planted, percent: 3): return plain + plain
        case .wideAudience where isMessage && strikes(planted, percent: 20):
            return plain + copy(message) { $0.person.map { talk?.members.contains($0) == false } ?? false }
        case .narrowAudience where isMessage && talk?.members.last == device.person: return []
        case .forgottenDevice where device.hello.device == "tablet" && strikes(planted, percent: 20): return []
        case .lostHighlight where device.isApp && strikes(planted, percent: 30): return []
        case .falseMembership where method == "notice.posted":
            guard params["notice"]?["event"]?["type"]?.stringValue == "membership" else { return plain }
            let event: JSONValue = ["type": "membership", "trigger": "addedCollaborator", "person": "fay"]
            return [Self.put(line, message.editing("notice") { $0["event"] = event })]
        case .nameToApp where device.isApp: return [Self.put(line, message.editing { $0["by"] = "ada Nym" })]
        case .wordsToApp where isMessage && strikes(planted, percent: 20): return plain + copy(message, where: \.isApp)
        case .wrongCursor where strikes(planted, percent: 10):
            return [
                Self.put(line, message.editing { $0["cursor"] = .integer((params["cursor"]?.integerValue ?? 0) + 1) })
            ]
        case .missingMember, .strangeMember:
            guard method == "conversation.changed", strikes(planted, percent: 20) else { return plain }
            let told = message.editing("conversation") {
                var names = $0["participants"]?.arrayValue ?? []
                if planted == .missingMember { names.removeLast() } else { names.append("fay") }
                $0["participants"] = .array(names)
            }
            return [Self.put(line, told)]
        case .otherWords where isMessage && strikes(planted, percent: 10):
            return [Self.put(line, message.editing("message") { $0["sequence"] = 99 })]
        case .afterLeaving where isMessage:
            return plain
                + copy(message) {
                    $0.person.map { talk?.gone[$0] != nil && talk?.members.contains($0) == false } ?? false
                }
        case .beforeComing, .retoldUnsent: return plain + retold(planted, message, method, params, on: line, of: device)
        case .typingToAll where method == "typing":
            let typingIn = simulation.model.talks[params["conversation"]?.stringValue ?? ""]
            return plain + copy(message) { $0.person.map { typingIn?.members.contains($0) == false } ?? false }
        case .loudOwn where isMessage && words?["sender"]?.stringValue == device.person:
            return [Self.put(line, message.editing { $0["alert"] = true })]
        default: return plain
        }
    }

    /// Returns an earlier message again after an event that makes it wrong: the recipient was added, or the message was
    /// unsent.
    private func retold(
        _ planted: Defect, _ message: [UInt8], _ method: String, _ params: JSONValue, on line: SimulatedLine,
        of device: SimulatedDevice
    ) -> [Put] {
        let words = params["message"]
        switch method {
        case "message.posted":
            lastSaid[words?["conversation"]?.stringValue ?? ""] = message
            lastSaid[words?["id"]?.stringValue ?? ""] = message
        case "message.changed" where planted == .retoldUnsent && params["change"]?["kind"]?.stringValue == "unsent":
            return lastSaid[words?["id"]?.stringValue ?? ""].map { [Self.put(line, $0)] } ?? []
        case "conversation.changed" where planted == .beforeComing:
            let told = params["line"]?["text"]?.stringValue ?? ""
            let id = params["conversation"]?["id"]?.stringValue ?? ""
            guard told.contains("added you "), let before = lastSaid[id] else { return [] }
            return [Self.put(line, before)]
        default: break
        }
        return []
    }
}

extension [UInt8] {
    /// True for a stored notification, which has a cursor.
    fileprivate var isLasting: Bool {
        if case .notification(_, let params) = ServerMessage.read(self) { params["cursor"] != nil } else { false }
    }
}
