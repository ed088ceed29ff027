import ChatConnection
import ChatProtocol

extension ScriptedClient.Notified {
    /// What is told to people and lasts; nil for anything else.
    var notification: ChatProtocol.Notification? {
        read { name, fields throws(InvalidField) in try Notification(name, from: &fields) }
    }

    /// What is told and never kept; nil for anything else.
    var liveNotification: LiveNotification? {
        read { name, fields throws(InvalidField) in try LiveNotification(name, from: &fields) }
    }

    private func read<Told>(_ read: (NotificationName, inout JSONFields) throws(InvalidField) -> Told?) -> Told? {
        guard let name = NotificationName(rawValue: method), var fields = try? JSONFields(params) else { return nil }
        return (try? read(name, &fields)) ?? nil
    }
}
