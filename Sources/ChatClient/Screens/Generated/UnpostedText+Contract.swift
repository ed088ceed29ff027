// Written by script/contract: change the contract instead.
package import ChatProtocol

/// A text that a person wrote for a share extension and did not post. The client stores it, so that it survives the end of
/// the client.
package struct UnpostedText: Sendable, Hashable {
    /// The identifier of the extension's activity.
    package var type: String
    /// The title of the extension.
    package var title: String
    /// The shared item as plain text: an address, a text or a path.
    package var item: String
    /// The title of the item.
    package var itemTitle: String
    /// The text.
    package var text: String

    /// Creates a value from its members.
    package init(type: String, title: String, item: String, itemTitle: String, text: String) {
        self.type = type
        self.title = title
        self.item = item
        self.itemTitle = itemTitle
        self.text = text
    }
}

extension UnpostedText: JSONRecord {
    /// Returns true if an object has its members.
    package static func isIn(_ fields: JSONFields) -> Bool { fields.has("type") }

    package init(from fields: inout JSONFields) throws(InvalidField) {
        type = try fields.read("type")
        title = try fields.read("title")
        item = try fields.read("item")
        itemTitle = try fields.read("itemTitle")
        text = try fields.read("text")
    }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("type", type)
        json.member("title", title)
        json.member("item", item)
        json.member("itemTitle", itemTitle)
        json.member("text", text)
    }
}
