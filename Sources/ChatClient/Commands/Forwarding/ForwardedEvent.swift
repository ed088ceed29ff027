import ChatProtocol

/// A notification as it is posted: a JSON object that says what it is and whose.
struct ForwardedEvent {
    /// What names it, whenever and however often it is posted.
    let id: String
    /// The notification's method.
    let type: String
    /// The body, byte for byte: its signature is of these.
    let body: [UInt8]

    /// A notification that was just heard.
    init(_ heard: NotificationStream.Heard, id: String, at now: Instant, world: WorldName, to owner: Hello.Identity) {
        (self.id, type) = (id, heard.method)
        body = JSONWriter.object {
            $0.member("id", id)
            $0.member("type", heard.method)
            $0.member("created", now)
            $0.member("world", world)
            $0.key("to")
            $0.object { owner.writeMembers(to: &$0) }
            $0.member("data", heard.params)
        }
    }

    /// One that a log has; nil where that is none.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.stringValue, let type = value["type"]?.stringValue else { return nil }
        (self.id, self.type) = (id, type)
        body = JSONWriter.bytes(of: value)
    }
}
