import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal

/// What an app registered of itself, as far as its own screens need it: its name, and what its links look like. A
/// preview is made of this and of the link alone; nothing is fetched.
struct AppRegistration: Equatable, Sendable {
    /// The app's name.
    var name: String
    /// In order: the first that matches decides.
    var previews: [AppPreview] = []
    /// The title of the entry that removes; nil is the system's.
    var menuTitleForHideAction: String?

    /// What the button that manages sharing is called; nil is the system's.
    var manageTitle: String?
    /// The back ends that it can share with; the first is that of new documents.
    var backends: [Share.Backend] = []
    /// What it offers on the share sheet within itself.
    var activities: [AppActivity] = []
    /// The system's actions that do not apply to what it shares.
    var excludedActivityTypes: [SystemActivity] = []
}

extension AppRegistration {
    /// What the server says of it.
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

    /// What the app shows of a document in its list.
    func item(for document: SharedDocument) -> AppItem {
        let preview = preview(of: document.url)
        let facts = [document.folder, document.canEdit ? nil : "View only"].compactMap { $0 }
        return AppItem(
            id: document.url, url: document.url, title: document.title,
            subtitle: facts.isEmpty ? nil : facts.joined(separator: " · "), preview: preview)
    }

    /// What the app shows of a highlight.
    func item(for highlight: Highlight) -> AppItem {
        let preview = preview(of: highlight.url)
        let document = highlight as? CollaborationHighlight
        return AppItem(
            id: highlight.identifier.rawValue, url: highlight.url,
            title: document?.title ?? preview?.title ?? LinkText.title(highlight.url), subtitle: preview?.subtitle,
            preview: preview, isCollaboration: document != nil)
    }
}

/// The patterns of previews: `*` is anything, `?` one character, `$(digit)` and its like one of a kind.
enum PreviewPattern {
    /// The path of a link, without query and fragment.
    static func path(of url: String) -> Substring {
        let rest = url.range(bytes: "://").map { url[$0.upperBound...] } ?? url[...]
        guard let slash = rest.firstIndex(of: "/") else { return "/" }
        let path = rest[slash...]
        return path[..<(path.firstIndex { $0 == "?" || $0 == "#" } ?? path.endIndex)]
    }

    /// Whether all of a path matches. Work is bounded by the product of both lengths.
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
    /// Where an ASCII text first stands.
    fileprivate func range(bytes text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
