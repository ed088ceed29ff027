import ChatConnection
import ChatProtocol
import ChatSystem

/// The server that the checks examine.
package final class ServerSubject {
    let endpoint: ServerEndpoint
    private let credentials: Credentials
    private(set) var world: WorldName?

    init(_ endpoint: ServerEndpoint, _ credentials: Credentials) {
        (self.endpoint, self.credentials) = (endpoint, credentials)
    }

    /// The maximum time of an answer, in milliseconds.
    static let patience: Int64 = 5_000

    // MARK: The world

    /// Returns a session of an observer; nil if the server refuses it.
    func observer() -> LineProbe? {
        guard let probe = try? LineProbe(endpoint) else { return nil }
        let hello = Hello(.observer(nil), receivesEvents: false).with(credentials)
        guard (try? probe.call("session.hello", hello))?["result"] != nil else { return nil }
        return probe
    }

    func makeWorld() {
        let name = "check-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let made = try? observer()?.call("world.create", ["world": .string(name)] as JSONValue)
        if made?["result"] != nil { world = WorldName(name) }
    }

    func endWorld() {
        guard let world else { return }
        _ = try? observer()?.call("world.delete", ["world": .string(world.rawValue)] as JSONValue)
    }

    // MARK: People

    /// Returns an unused handle that begins with a name.
    func someone(_ name: String) throws -> Handle {
        let random = String(UInt32.random(in: .min ... .max), radix: 36)
        guard let handle = Handle("\(name)-\(random)") else { throw CheckEnd.skipped("\(name) is not a valid handle") }
        return handle
    }

    /// Returns the login of a person.
    func hello(_ handle: Handle, device: String? = nil, after: Int64? = nil) -> Hello {
        Hello(.person(handle, name: nil), device: device, world: world ?? .main, after: after).with(credentials)
    }

    /// Returns a session of a person in line mode.
    func session(_ handle: Handle, device: String? = nil, after: Int64? = nil) throws -> LineProbe {
        let probe = try LineProbe(endpoint)
        let answer = try probe.call("session.hello", hello(handle, device: device, after: after))
        try expect(answer["result"] != nil, "a welcome", seen: answer.text)
        probe.cursor = answer["result"]?["cursor"]?.integerValue ?? 0
        return probe
    }

    /// Returns the sessions of two new persons who have a conversation.
    func pair() throws -> (first: LineProbe, second: LineProbe, conversation: JSONValue, handles: [Handle]) {
        let handles = [try someone("anna"), try someone("bea")]
        let (first, second) = (try session(handles[0]), try session(handles[1]))
        let created = try first.result("conversation.create", ["participants": [.string(handles[1].rawValue)]])
        let conversation = created["conversation"]?["id"] ?? .null
        return (first, second, conversation, handles)
    }
}
