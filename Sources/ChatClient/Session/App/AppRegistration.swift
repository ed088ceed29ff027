import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// The registration of an app, as far as its own screens need it: its name, and the previews of its links. A preview
/// depends on the registration and the link alone; nothing is fetched.
struct AppRegistration: Equatable, Sendable {
    /// The app's name.
    var name: String
    /// The previews of links, in order: the first that matches applies.
    var previews: [AppPreview] = []
    /// The title of the menu entry that removes an attribution; nil for the system's.
    var menuTitleForHideAction: String?

    /// The title of the button that manages sharing; nil for the system's.
    var manageTitle: String?
    /// The back ends with which the app can share. New documents use the first.
    var backends: [Share.Backend] = []
    /// The app's own actions on the share sheet within the app.
    var activities: [AppActivity] = []
    /// The system's actions that do not apply to the app's items.
    var excludedActivityTypes: [SystemActivity] = []
}

extension AppRegistration {
    /// Creates the registration from the server's data.
    init(_ app: App) {
        name = app.name
        previews = app.previews
        menuTitleForHideAction = app.menuTitleForHideAction
        manageTitle = app.manageTitle
        backends = app.backends
        activities = app.activities
        excludedActivityTypes = app.excludedActivityTypes
    }

    /// Returns what the app registered for a link; nil if it registered nothing.
    func preview(of url: String) -> LinkPreview? {
        let path = PreviewPattern.path(of: url)
        return previews.first { PreviewPattern.matches($0.path, path) }?.content
    }

    /// Returns the app's list item for a document.
    func item(for document: SharedDocument) -> AppItem {
        let preview = preview(of: document.url)
        let facts = [document.folder, document.canEdit ? nil : "View only"].compactMap { $0 }
        return AppItem(
            id: document.url, url: document.url, title: document.title,
            subtitle: facts.isEmpty ? nil : facts.joined(separator: " · "), preview: preview)
    }

    /// Returns the app's list item for a highlight.
    func item(for highlight: Highlight) -> AppItem {
        let preview = preview(of: highlight.url)
        let document = highlight as? CollaborationHighlight
        return AppItem(
            id: highlight.identifier.rawValue, url: highlight.url,
            title: document?.title ?? preview?.title ?? LinkText.title(highlight.url), subtitle: preview?.subtitle,
            preview: preview, isCollaboration: document != nil)
    }
}

/// The patterns of previews: `*` matches any text, `?` one character, and `$(digit)` and the like one character of a
/// kind.
enum PreviewPattern {
    /// Returns the path of a link, without query and fragment.
    static func path(of url: String) -> Substring {
        let rest = url.range(bytes: "://").map { url[$0.upperBound...] } ?? url[...]
        guard let slash = rest.firstIndex(of: "/") else { return "/" }
        let path = rest[slash...]
        return path[..<(path.firstIndex { $0 == "?" || $0 == "#" } ?? path.endIndex)]
    }

    /// True if a pattern matches a whole path. The work is bounded by the product of both lengths.
    static func matches(_ pattern: String, _ path: some StringProtocol) -> Bool {
        // A path that begins with plain text is meant from the root: `abc` is `/abc`.
        let isRooted = ["/", "*", "?", "$("].contains { pattern.hasPrefix($0) }
        let parts = parts(isRooted ? pattern : "/" + pattern)
        let characters = Array(path)
        var reached = [true] + Array(repeating: false, count: characters.count)
        for part in parts {
            switch part {
            case .anything:
                guard let first = reached.firstIndex(of: true) else { return false }
                for index in first..<reached.count { reached[index] = true }
            case .one(let takes):
                for index in stride(from: characters.count, to: 0, by: -1) {
                    reached[index] = reached[index - 1] && takes(characters[index - 1])
                }
                reached[0] = false
            }
        }
        return reached[characters.count]
    }

    private enum Part {
        case anything
        case one((Character) -> Bool)
    }

    private static func parts(_ pattern: String) -> [Part] {
        var parts: [Part] = []
        var rest = pattern[...]
        while let character = rest.first {
            if rest.hasPrefix("$("), let end = rest.firstIndex(of: ")") {
                parts.append(.one(kind(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])))
                rest = rest[rest.index(after: end)...]
                continue
            }
            rest = rest.dropFirst()
            switch character {
            case "*": parts.append(.anything)
            case "?": parts.append(.one { _ in true })
            default: parts.append(.one { $0 == character })
            }
        }
        return parts
    }

    private static func kind(_ name: Substring) -> (Character) -> Bool {
        switch name {
        case "alpha": { $0.isASCII && $0.isLetter }
        case "upper": { $0.isASCII && $0.isUppercase }
        case "lower": { $0.isASCII && $0.isLowercase }
        case "alnum": { $0.isASCII && ($0.isLetter || $0.isNumber) }
        case "digit": { $0.isASCII && $0.isNumber }
        case "xdigit": { $0.isASCII && $0.isHexDigit }
        default: { _ in false }
        }
    }
}

extension String {
    /// Returns the range of the first occurrence of an ASCII text; nil if there is none.
    fileprivate func range(bytes text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
