/// Entries of a menu about a highlight: the app's own, and the system's (`attr-menu`).
public struct AttributionMenu: Hashable, Sendable {
    /// One entry.
    public struct Entry: Hashable, Sendable {
        /// What it does.
        public enum Deed: Hashable, Sendable {
            /// Something of the app, by the app's own word for it.
            case app(String)
            /// Opens the conversation: the same as activating the attribution (`attr-reply-equals-tap`).
            case reply
            /// Takes the highlight off the list, for this person and for good (`attr-remove`).
            case remove
        }

        /// What it says.
        public var title: String
        /// What it does.
        public var deed: Deed
    }

    /// In order.
    public var entries: [Entry]

    /// A menu of an app's entries.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Reply and Remove, in that order; the latter under a custom title, if it has the word (`attr-remove-title`).
    public static func system(hideTitle: String?) -> AttributionMenu {
        let title = hideTitle.flatMap { isHideTitle($0) ? $0 : nil }
        return AttributionMenu([Entry(title: "Reply", deed: .reply), Entry(title: title ?? "Remove", deed: .remove)])
    }

    /// The same with entries behind: system entries added so stand at the end of an app's own menu (`attr-menu-place`,
    /// `attr-menu-export`), and an app's entries at the end of the view's (`attr-supplemental`).
    public func adding(_ other: AttributionMenu?) -> AttributionMenu {
        AttributionMenu(entries + (other?.entries ?? []))
    }

    /// Whether a title says what the entry does: the word "Remove" or "Hide" is in it.
    public static func isHideTitle(_ title: String) -> Bool {
        let words = title.lowercased().split { !$0.isLetter }
        return words.contains("remove") || words.contains("hide")
    }
}

extension AttributionMenu.Entry {
    /// An entry of an app.
    ///
    /// - Parameter action: the app's own word for what it does; the title if left out.
    public init(_ title: String, action: String? = nil) { self.init(title: title, deed: .app(action ?? title)) }
}
