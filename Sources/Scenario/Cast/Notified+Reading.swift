import ChatConnection
import ChatProtocol

extension ScriptedClient.Notified {
    /// The persistent notification to a person; nil for any other message.
    var notification: ChatProtocol.Notification? {
        read { name, fields throws(InvalidField) in try Notification(name, from: &fields) }
    }

    /// The live notification, which is not stored; nil for any other message.
    var liveNotification: LiveNotification? {
        read { name, fields throws(InvalidField) in try LiveNotification(name, from: &fields) }
    }

    private func read<Told>(_ read: (NotificationName, inout JSONFields) throws(InvalidField) -> Told?) -> Told? {
        guard let name = NotificationName(rawValue: method), var fields = try? JSONFields(params) else { return nil }
        return (try? read(name, &fields)) ?? nil
    }
}
