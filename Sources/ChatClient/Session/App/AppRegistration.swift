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
        let facts = [
            document.covers == nil ? document.folder : "Folder",
            document.canEdit || document.takesDocuments ? nil : "View only",
        ].compactMap { $0 }
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

/// An action that an app offers on the share sheet. In a terminal the framework only calls its methods, in their order
/// (`ua-methods`).
final class RegisteredActivity: Activity {
    /// The action as the app offers it.
    let registered: AppActivity
    private let entry: ActivityMenu.Entry
    private var items: [ActivityItem] = []

    init(_ registered: AppActivity, of app: AppID) {
        self.registered = registered
        entry = ActivityMenu.Entry(registered, of: app)
    }

    var activityType: ActivityType { entry.type }
    var activityTitle: String { registered.title }
    var activityImage: String? { registered.glyph }

    func canPerform(withActivityItems items: [ActivityItem]) -> Bool {
        items.allSatisfy { registered.accepts.contains($0.kind) }
    }

    func prepare(withActivityItems items: [ActivityItem]) { self.items = items }

    func perform() -> Bool { !items.isEmpty }
}

extension AppRegistration {
    /// Performs an action of the app.
    ///
    /// - Parameter title: the title of the item, if the app lists it.
    /// - Returns: the action and the title; nil if the app does not offer it for such an item.
    func perform(
        _ chosen: ChosenActivity, titled title: String?, of app: AppID
    ) -> (activity: AppActivity, item: String)? {
        let item: ActivityItem =
            chosen.kind == .document
            ? .document(url: chosen.url, title: title ?? LinkText.title(chosen.url))
            : .link(url: chosen.url, title: title)
        let own = activities.map { RegisteredActivity($0, of: app) }
        guard let activity = own.first(where: { $0.registered.type == chosen.type }),
            let sheet = try? ShareSheet(activityItems: [item], applicationActivities: own),
            sheet.perform(activity.activityType)
        else { return nil }
        return (activity.registered, item.title)
    }

    /// Returns the context of the share sheet for an item of the app, with the app's own actions (`av-app-actions`).
    func shareContext(for item: AppItem, isDocument: Bool, of app: AppID) -> ShareContext {
        var context = ShareContext(
            isDocument ? .document(url: item.url, title: item.title) : .link(url: item.url, title: item.title),
            preview: "\(name) · \(LinkText.short(item.url))")
        (context.app, context.picture) = (app, item.glyph)
        context.own = activities.map { ActivityMenu.Entry($0, of: app) }
        context.excluded = excludedActivityTypes.map(ActivityType.init)
        return context
    }
}
