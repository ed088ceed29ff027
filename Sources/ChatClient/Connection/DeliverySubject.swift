package import ChatProtocol

extension JSONValue {
    /// The subject of the params of a notification, as `delivery.explain` names it: the id of a notice, message or
    /// consent, or a link; nil if the params have none.
    package var deliverySubject: String? {
        self["notice"]?["id"]?.stringValue ?? self["message"]?["id"]?.stringValue ?? self["consent"]?.stringValue
            ?? self["share"]?["url"]?.stringValue ?? self["document"]?["url"]?.stringValue
            ?? self["added"]?.arrayValue?.first?["url"]?.stringValue
    }
}
