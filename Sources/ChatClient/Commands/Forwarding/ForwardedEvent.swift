import ChatProtocol

/// A notification as it is posted: a JSON object with its type and its recipient.
struct ForwardedEvent {
    /// The id of the event, which is the same in each attempt and when it is posted again.
    let id: String
    /// The notification's method.
    let type: String
    /// The exact bytes of the body, which are signed.
    let body: [UInt8]

    /// Creates the event of a new notification.
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

    /// Reads an event of a log; nil if the value is not an event.
    init?(_ value: JSONValue) {
        guard let id = value["id"]?.stringValue, let type = value["type"]?.stringValue else { return nil }
        (self.id, self.type) = (id, type)
        body = JSONWriter.bytes(of: value)
    }
}
