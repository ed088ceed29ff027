import AppModel
import ChatProtocol
import ChatSession

/// One app of a scenario: the association of its website with links, and its instance on each person's device.
struct CastApp {
    /// One rule of a website's association, in the form of a step.
    struct Rule: Hashable, Sendable, CustomStringConvertible {
        var domain: String
        var path: String
        var fragment: String?
        var isExcluded: Bool

        /// Reads `notes.example`, `notes.example/d/*` or `notes.example/d/*#top`; nil without a domain.
        init?(_ text: String, isExcluded: Bool) {
            var rest = text[...]
            for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) { rest = rest.dropFirst(scheme.count) }
            if let hash = rest.firstIndex(of: "#") {
                fragment = String(rest[rest.index(after: hash)...])
                rest = rest[..<hash]
            }
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            guard slash > rest.startIndex else { return nil }
            domain = String(rest[..<slash])
            path = slash == rest.endIndex ? "*" : String(rest[slash...])
            self.isExcluded = isExcluded
        }

        /// The rule in the form of a step.
        var description: String { domain + (path == "*" ? "" : path) + (fragment.map { "#\($0)" } ?? "") }
    }

    /// The name in the steps.
    let name: String
    /// The bundle id: `com.example.` and the letters and digits of the name in lower case.
    let id: AppID
    /// The rules in the order of the steps; the first that matches decides.
    var rules: [Rule] = []
    /// True if the app has adopted Shared with You, and shows links that were shared with its person.
    var hasSharedWithYou = true
    /// True if people can be mentioned in its documents.
    var hasMentions = true
    /// True if the app posts notices about its person's changes, which an app may do but need not (`notice-optional`).
    var postsNotices = true
    /// The previews of its links; the first that matches decides.
    var previews: [AppPreview] = []
    /// The title of the menu item that hides one of its highlights; nil for Remove.
    var hideTitle: String?
    /// The backends that it shares with; nil for all.
    var backends: [Share.Backend]?
    /// The ways in which its documents can be shared; nil for both.
    var sharingMethods: [SharingMethod]?
    /// The options of its collaborations; nil for the standard options.
    var shareOptions: ShareOptions?
    /// The title of its manage button; nil for the standard title.
    var manageTitle: String?
    /// Its own activities, which it offers on the share sheet.
    var activities: [AppActivity] = []
    /// The system's activities that do not apply to its content.
    var excludedActivityTypes: [SystemActivity] = []
    /// The choices that its sharing screens offer.
    var sharingChoices = CloudSharingController.PermissionOptions.standard
    /// True if it gives its sharing screens the title and picture of the shared item.
    var namesItems = true
    /// The file name extensions of the documents that it opens.
    var documentTypes: [String] = []
    /// True if it opens the documents that it holds itself only after a proof of identity.
    var asksForProofs = false
    /// The warnings about its last registration.
    var warnings: [String] = []
    /// The action that it answered last, or tried to answer.
    var lastAction: ActionID?
    /// The running app on each device.
    var screens: [CastPerson.Device: CastAppScreen] = [:]

    init(name: String) {
        self.name = name
        let letters = name.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        id = AppID("com.example." + (letters.isEmpty ? "app" : String(String.UnicodeScalarView(letters))))
    }

    /// The capabilities of an app, each with the words in which a step denies it.
    static var capabilities: [(capability: App.Capability, member: WritableKeyPath<CastApp, Bool>, lack: String)] {
        [
            (.mentions, \.hasMentions, "has no mentions"),
            (.sharedWithYou, \.hasSharedWithYou, "has not adopted Shared with You"),
        ]
    }

    /// The domains, in the order of their first use.
    var domains: [String] {
        var domains: [String] = []
        for rule in rules where !domains.contains(rule.domain) { domains.append(rule.domain) }
        return domains
    }

    /// The apple-app-site-association file that its domains serve.
    var association: JSONValue {
        let components = rules.map { rule in
            var members = [JSONObject.Member(key: "/", value: .string(rule.path))]
            if let fragment = rule.fragment { members.append(.init(key: "#", value: .string(fragment))) }
            if rule.isExcluded { members.append(.init(key: "exclude", value: true)) }
            return JSONValue.object(JSONObject(members))
        }
        return ["applinks": ["details": [["appIDs": [.string("UNDERSTUDY.\(id)")], "components": .array(components)]]]]
    }

    /// The request that registers the app.
    var registration: RegisterApp {
        let missing = Self.capabilities.filter { !self[keyPath: $0.member] }.map(\.capability)
        return RegisterApp(
            app: id, name: name, domains: domains, association: association,
            backends: backends ?? Share.Backend.allCases,
            capabilities: App.Capability.allCases.filter { !missing.contains($0) }, previews: previews,
            menuTitleForHideAction: hideTitle, shareOptions: shareOptions,
            sharingMethods: sharingMethods ?? SharingMethod.allCases, manageTitle: manageTitle, activities: activities,
            excludedActivityTypes: excludedActivityTypes, documentTypes: documentTypes, asksForProofs: asksForProofs)
    }
}

/// The extensions on a person's device, whose programs report what the steps of a scenario set.
final class CastActivities {
    /// A running program of an extension.
    private final class Running {
        var report = ActivityHost.Report()
        var isStopped = false
    }

    private var extensions: [ActivityExtension] = []
    private var preferences = ActivityPreferences()
    private var programs: [String: Running] = [:]
    /// The last input of each extension, by its title.
    private(set) var given: [String: String] = [:]
    private var stored: [ActivityJob] = []
    /// Returns the story time, by which jobs expire.
    var now: () -> Int64 = { 0 }

    /// The host of extensions for one run of the client.
    var host: ActivityHost {
        ActivityHost(
            load: { [weak self] in self?.installed ?? .init() }, preferences: preferences,
            keep: { [weak self] in self?.preferences = $0 },
            run: { [weak self] command, input in
                guard let self, let title = command.first else { return (nil, problem: "there is no such program") }
                given[title] = String(decoding: input.dropLast(), as: UTF8.self)
                let running = Running()
                programs[title] = running
                return (
                    ActivityHost.Program(look: { running.report }, stop: { running.isStopped = true }),
                    ""
                )
            }, jobs: jobs)
    }

    /// The jobs of the extensions, for the person's apps.
    var jobs: JobStore {
        JobStore(
            now: { [weak self] in self?.now() ?? 0 },
            stored: { [weak self] app in self?.stored.filter { $0.app == app } ?? [] },
            store: { [weak self] job in
                guard let self else { return }
                if let index = stored.firstIndex(where: { $0.id == job.id }) {
                    stored[index] = job
                } else {
                    stored.append(job)
                }
            }, remove: { [weak self] job in self?.stored.removeAll { $0.id == job.id } })
    }

    private var installed: ActivityHost.Installed {
        var installed = ActivityHost.Installed()
        for plugin in extensions { installed.add(plugin, from: plugin.identifier + ".json") }
        return installed
    }

    /// Installs an extension. Share sheets that open from now on offer it.
    func install(_ plugin: ActivityExtension) { extensions.append(plugin) }

    /// Changes the title of an extension, and keeps its program.
    ///
    /// - Returns: False if no extension has the old title.
    func rename(_ title: String, to new: String) -> Bool {
        guard let index = extensions.firstIndex(where: { $0.title == title }) else { return false }
        extensions[index].title = new
        return true
    }

    /// Sets the progress of an extension's program, or its result: an empty text means success.
    ///
    /// - Returns: False if the program does not run.
    func say(
        _ title: String, _ presentation: ShareSheet.Presentation? = nil, percent: Int? = nil, end: String? = nil
    ) -> Bool {
        guard let running = programs[title], !running.isStopped else { return false }
        if let presentation { running.report.presented.append(presentation) }
        if let percent { running.report.percent = percent }
        if let end { running.report.end = end }
        return true
    }
}

/// The table form of an app's options.
extension ShareOptions {
    /// The columns of a table of options.
    static let columns = requiredColumns + ["needs", "does", "summary", "footer"]
    static let requiredColumns = ["group", "kind", "option", "title"]

    /// Reads the options of a table.
    /// - Throws: ``StepFailure`` for an unknown kind.
    init(_ rows: [[String: String]]) throws(StepFailure) {
        self.init(groups: [])
        for row in rows {
            guard let group = row["group"], let identifier = row["option"], let title = row["title"],
                let kind = Group.Kind(rawValue: row["kind"] ?? "")
            else { throw StepFailure("options have another kind", expected: "switches, picker", actual: row["kind"]) }
            func given(_ column: String) -> String? { row[column].flatMap { $0.isEmpty ? nil : $0 } }
            let option = Option(
                identifier: identifier, title: title, requires: given("needs").map { [$0] } ?? [],
                effect: given("does").flatMap { Effect(rawValue: $0) })
            if let summary = given("summary") { summaries.append(.init(when: [identifier], summary: summary)) }
            let index = groups.firstIndex { $0.identifier == group } ?? groups.count
            if index < groups.count {
                groups[index].options.append(option)
            } else {
                groups.append(.init(kind: kind, identifier: group, title: group, options: [option]))
            }
            if let footer = given("footer") { groups[index].footer = footer }
        }
    }

    /// The options as a table; nil if a table cannot represent them.
    var table: [[String]]? {
        let rows = groups.flatMap { group in
            group.options.map { option in
                let summary = summaries.first { $0.when == [option.identifier] }?.summary
                return [
                    group.identifier, group.kind.rawValue, option.identifier, option.title,
                    option.requires.first ?? "", option.effect?.rawValue ?? "", summary ?? "", group.footer ?? "",
                ]
            }
        }
        let records = rows.map { Dictionary(uniqueKeysWithValues: zip(Self.columns, $0)) }
        guard rows.joined().allSatisfy(StepText.fitsLine), (try? ShareOptions(records)) == self else { return nil }
        // Columns without any value are left out.
        let used = Self.columns.indices.filter { column in column < 4 || rows.contains { !$0[column].isEmpty } }
        return ([Self.columns] + rows).map { row in used.map { row[$0] } }
    }
}

/// Samples of the kinds of apps that the system provides (`sw-system-apps`): news, music, podcasts, television and
/// photos. Links of no app open in the browser.
enum SampleApps {
    /// The apps, each with its website and the preview of its links.
    static var all: [CastApp] {
        [
            app("News", "news.example/story/*", "A story", "From the morning paper", "📰", .red),
            app("Music", "music.example/album/*", "An album", "Twelve songs", "🎵", .pink),
            app("Podcasts", "podcasts.example/show/*", "An episode", "Half an hour", "🎙", .purple),
            app("TV", "tv.example/film/*", "A film", "Two hours", "🎬", .grey),
            app("Photos", "photos.example/album/*", "A shared album", "Thirty photos", "🌄", .yellow),
        ]
    }

    private static func app(
        _ name: String, _ links: String, _ title: String, _ subtitle: String, _ glyph: String,
        _ colour: LinkPreview.Colour
    ) -> CastApp {
        var app = CastApp(name: name)
        app.rules = [CastApp.Rule(links, isExcluded: false)].compactMap { $0 }
        let path = app.rules.first?.path ?? "*"
        app.previews = [
            AppPreview(path: path, content: LinkPreview(title: title, subtitle: subtitle, glyph: glyph, colour: colour))
        ]
        return app
    }
}
