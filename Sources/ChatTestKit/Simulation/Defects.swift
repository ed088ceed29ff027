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

/// A deliberate error between the parts of a simulation. Planting it tests the checks: they must find it.
public enum Defect: String, Sendable, CaseIterable {
    // Errors of the log.
    case skippedSync, deniedAndDone, forgottenReceipt, otherReceipt, skippingRead, repeatingRead, swappedRead, lostFacts
    case lostHeads, staleEntry, halfCommit, unerased, shortHistory, staleHistory, olderTime
    // Errors of the servers' clock.
    case frozenClock
    // Errors of leases and of forwarding.
    case uncheckedLease, trustedLease, lostForward
    // Errors of a commit in several worlds.
    case splitCommit
    // Errors in the messages to clients.
    case lostNotification, doubledNotification, swappedNotifications, wideAudience, narrowAudience, forgottenDevice
    case hastyFence, farFence, nameToApp, wordsToApp, wrongCursor, missingMember, strangeMember, otherWords,
        afterLeaving
    case beforeComing, retoldUnsent, typingToAll, loudOwn
    case lostHighlight, falseMembership
    // Errors in the processing of requests.
    case doubledRequest, renamedRetry, lostResume, lateResume, earlyResume, swallowedRequest, impostor
    case quadraticText
    // Errors of connections.
    case flippedBit, lostByte, staleBytes
    // Errors of clients.
    case freshClientID, forgetfulClient, deafClient, hastyClient

    /// A sentence that describes the error.
    public var sentence: String {
        switch self {
        case .skippedSync: "a power failure loses the last commit"
        case .deniedAndDone: "a full disk stores a commit that it reports as failed"
        case .forgottenReceipt: "the log loses the client id of a request"
        case .otherReceipt: "for a retry, the log finds the record of an earlier request"
        case .skippingRead: "a page of the log lacks a record"
        case .repeatingRead: "a page of the log begins one record too early"
        case .swappedRead: "a page of the log swaps two records"
        case .lostFacts: "a start does not load the last record of the server's state"
        case .lostHeads: "a start does not load the newest message of a conversation"
        case .staleEntry: "the log returns the first version of an edited message"
        case .halfCommit: "a power failure stores half of a commit"
        case .unerased: "the log stores the text of an unsent message"
        case .shortHistory: "a page of a thread lacks an entry"
        case .staleHistory: "a page of a thread has the first versions of edited messages"
        case .olderTime: "a record has an earlier time than the record before it"
        case .frozenClock: "after the wall clock is set back, a server's time stops until the clock catches up"
        case .uncheckedLease: "a server commits to a world that another server has taken, as if it still had it"
        case .trustedLease: "a server answers without confirming a lease that may have ended"
        case .lostForward: "a message of a forwarded client is lost"
        case .splitCommit: "a commit in two worlds stores the records of only one"
        case .lostNotification: "some notifications are lost"
        case .doubledNotification: "some notifications are delivered twice"
        case .swappedNotifications: "two notifications are swapped"
        case .wideAudience: "a message is delivered to a person who is not a member"
        case .narrowAudience: "the last member of a conversation receives no new messages"
        case .forgottenDevice: "a person's second device misses some notifications"
        case .hastyFence: "a fence does not wait for delayed notifications"
        case .farFence: "a fence certifies too high a position"
        case .nameToApp: "an app receives a person's name"
        case .wordsToApp: "an app receives the text of a message"
        case .wrongCursor: "a notification has the cursor of the next one"
        case .missingMember: "a conversation is sent without its last member"
        case .strangeMember: "a conversation is sent with a person who is not in it"
        case .otherWords: "a message is sent with a wrong sequence number"
        case .afterLeaving: "a person who left receives later messages"
        case .beforeComing: "a new member receives earlier messages"
        case .retoldUnsent: "the text of an unsent message is delivered again"
        case .typingToAll: "a typing notification reaches a person who is not a member"
        case .loudOwn: "a person is alerted to their own message"
        case .lostHighlight: "some changes of an app's highlights are not delivered"
        case .falseMembership: "a notice names the wrong person as the new participant"
        case .doubledRequest: "a request arrives twice, without its client id"
        case .renamedRetry: "a retry arrives with another client id"
        case .lostResume: "the server ignores a client's cursor"
        case .lateResume: "a client resumes one event too late"
        case .earlyResume: "a client resumes one event too early"
        case .swallowedRequest: "a request is never answered"
        case .impostor: "a session gets another person's identity"
        case .quadraticText: "the time to process a message grows with the square of its length"
        case .flippedBit: "a bit of a message changes on its way"
        case .lostByte: "a byte of a message is lost on its way"
        case .staleBytes: "a new connection begins with bytes of the old one"
        case .freshClientID: "a client retries with another client id"
        case .forgetfulClient: "a client does not retry"
        case .deafClient: "a client resumes without a cursor"
        case .hastyClient: "a client resumes with too high a cursor"
        }
    }

    /// The number of servers that the defect needs: 1 or 2.
    public var nodes: Int {
        switch self {
        case .uncheckedLease, .trustedLease, .lostForward, .splitCommit: 2
        default: 1
        }
    }

    /// The number of worlds that the defect needs: 1 or 2.
    public var worlds: Int { self == .splitCommit ? 2 : 1 }

    /// The number of seeds, from 1 on, within which the checks find the defect.
    public var seeds: Int {
        switch self {
        case .halfCommit, .staleHistory, .falseMembership, .freshClientID, .lostHighlight, .hastyFence, .trustedLease:
            40
        case .frozenClock: 80
        case .staleEntry, .unerased, .nameToApp, .retoldUnsent, .staleBytes, .quadraticText: 15
        default: 5
        }
    }
}

/// Changes that defects make to messages.
extension [UInt8] {
    /// The integer id of the request; nil for any other message.
    var requestID: Int64? {
        guard let text = try? JSONReader.read(self).value else { return nil }
        return text["method"] == nil ? nil : text["id"]?.integerValue
    }

    /// The members of one object in order, for editing.
    struct Members {
        fileprivate(set) var all: [JSONObject.Member]

        subscript(key: String) -> JSONValue? {
            get { all.first { $0.key == key }?.value }
            set {
                all.removeAll { $0.key == key }
                if let newValue { all.append(.init(key: key, value: newValue)) }
            }
        }
    }

    /// Returns the message with changed params or a changed result.
    func editing(_ edit: (inout Members) -> Void) -> [UInt8] {
        guard let text = try? JSONReader.read(self).value, let object = text.objectValue else { return self }
        var members = Members(all: object.members)
        for key in ["params", "result"] {
            guard let inner = members[key]?.objectValue else { continue }
            var changed = Members(all: inner.members)
            edit(&changed)
            members[key] = .object(JSONObject(changed.all))
        }
        return JSONWriter.bytes(of: JSONValue.object(JSONObject(members.all)))
    }

    /// Returns the message with a change to one object within its params or its result.
    func editing(_ key: String, _ edit: (inout Members) -> Void) -> [UInt8] {
        editing { outer in
            guard let inner = outer[key]?.objectValue else { return }
            var changed = Members(all: inner.members)
            edit(&changed)
            outer[key] = .object(JSONObject(changed.all))
        }
    }
}
