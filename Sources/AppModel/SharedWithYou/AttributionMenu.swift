/// The entries of a menu about a highlight, which the app and the system add (`attr-menu`).
public struct AttributionMenu: Hashable, Sendable {
    /// One entry.
    public struct Entry: Hashable, Sendable {
        /// The action of an entry.
        public enum Deed: Hashable, Sendable {
            /// An action of the app, by the app's own identifier.
            case app(String)
            /// Opens the conversation: the same as activating the attribution (`attr-reply-equals-tap`).
            case reply
            /// Removes the highlight from the person's list permanently (`attr-remove`).
            case remove
        }

        /// The title of the entry.
        public var title: String
        /// The action of the entry.
        public var deed: Deed
    }

    /// The entries, in order.
    public var entries: [Entry]

    /// Creates a menu of an app's entries.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Returns the entries Reply and Remove, in that order.
    ///
    /// - Parameter hideTitle: the title of the second entry. It counts only if ``isHideTitle(_:)`` accepts it
    ///   (`attr-remove-title`).
    public static func system(hideTitle: String?) -> AttributionMenu {
        let title = hideTitle.flatMap { isHideTitle($0) ? $0 : nil }
        return AttributionMenu([Entry(title: "Reply", deed: .reply), Entry(title: title ?? "Remove", deed: .remove)])
    }

    /// Returns the menu with another menu's entries at its end. System entries so follow an app's own menu
    /// (`attr-menu-place`, `attr-menu-export`), and an app's entries follow the view's menu (`attr-supplemental`).
    public func adding(_ other: AttributionMenu?) -> AttributionMenu {
        AttributionMenu(entries + (other?.entries ?? []))
    }

    /// Returns true if a title describes the entry that hides a highlight: it contains the word "Remove" or "Hide".
    public static func isHideTitle(_ title: String) -> Bool {
        let words = title.lowercased().split { !$0.isLetter }
        return words.contains("remove") || words.contains("hide")
    }
}

extension AttributionMenu.Entry {
    /// Creates an entry of an app.
    ///
    /// - Parameter action: the app's identifier of the action; the title if nil.
    public init(_ title: String, action: String? = nil) { self.init(title: title, deed: .app(action ?? title)) }
}
