package import ChatProtocol

extension JSONValue {
    /// By what `delivery.explain` knows what the params of a notification are about: the id of a notice, message or
    /// consent, or a link; nil if there is none.
    package var deliverySubject: String? {
        self["notice"]?["id"]?.stringValue ?? self["message"]?["id"]?.stringValue ?? self["consent"]?.stringValue
            ?? self["share"]?["url"]?.stringValue ?? self["document"]?["url"]?.stringValue
            ?? self["added"]?.arrayValue?.first?["url"]?.stringValue
    }
}
