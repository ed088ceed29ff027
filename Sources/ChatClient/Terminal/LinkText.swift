/// Links as text for people.
package enum LinkText {
    /// Returns the title of a link without a preview: its host and path, as the server makes it.
    package static func title(_ url: String) -> String {
        let name = String(short(url).prefix { $0 != "?" && $0 != "#" })
        let isRoot = name.last == "/" && name.dropLast().allSatisfy { $0 != "/" }
        return isRoot ? String(name.dropLast()) : name
    }

    /// True if the text is one web address and nothing else.
    package static func isAddress(_ text: String) -> Bool {
        ["https://", "http://"].contains { text.hasPrefix($0) && text.count > $0.count }
            && !text.contains(where: \.isWhitespace)
    }

    /// Returns the address without `https://` or `http://`.
    package static func short(_ url: String) -> String {
        let text = CleanText.line(url)
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) } ?? ""
        return String(text.dropFirst(scheme.count))
    }
}
