import AppModel
import ChatProtocol
import Testing

@Suite struct ShareSheetTests {
    private static let link = ActivityItem.link(url: "https://notes.example/d/1", title: "Plan")

    private final class Album: Activity {
        static var activityCategory: ActivityCategory { .action }
        var activityType: ActivityType { ActivityType(rawValue: "album") }
        var activityTitle: String { "Add to Album" }
        var accepts = true
        var calls: [String] = []

        func canPerform(withActivityItems items: [ActivityItem]) -> Bool {
            calls.append("can")
            return accepts
        }
        func prepare(withActivityItems items: [ActivityItem]) { calls.append("prepare \(items.count)") }
        func perform() -> Bool {
            calls.append("perform")
            return true
        }
        func activityDidFinish(_ completed: Bool) { calls.append("finish \(completed)") }
    }

    private final class Postcard: Activity {
        static var activityCategory: ActivityCategory { .share }
        var activityType: ActivityType { ActivityType(rawValue: "postcard") }
        var activityTitle: String { "Postcard" }
        func canPerform(withActivityItems items: [ActivityItem]) -> Bool { true }
        func perform() -> Bool { false }
    }

    @Test("av-what: without an item there is no sheet")
    func noItems() {
        #expect(throws: ShareSheet.Problem.noItems) { try ShareSheet(activityItems: []) }
    }

    @Test("av-app-first, ua-categories: the app's own come first, each in its group")
    func theOrder() throws {
        let sheet = try ShareSheet(activityItems: [Self.link], applicationActivities: [Album(), Postcard()])
        #expect(sheet.menu.actions.map(\.title) == ["Add to Album", "Copy", "Print", "Add to Files"])
        #expect(sheet.menu.targets.map(\.title) == ["Postcard"])
    }

    @Test("av-exclude, ua-exclude: what does not apply is left out, and the others stay in their order")
    func exclusion() throws {
        let sheet = try ShareSheet(activityItems: [Self.link])
        sheet.excludedActivityTypes = [.print]
        #expect(sheet.menu.actions.map(\.title) == ["Copy", "Add to Files"])
    }

    @Test("av-custom-when: what cannot be done now is not offered")
    func predicates() throws {
        let album = Album()
        let sheet = try ShareSheet(activityItems: [Self.link], applicationActivities: [album])
        album.accepts = false
        #expect(!sheet.menu.actions.contains { $0.title == "Add to Album" })
        #expect(!sheet.perform(album.activityType))
        #expect(!album.calls.contains("perform"))
    }

    @Test("ua-methods: asked, made ready, performed, told")
    func theOrderOfCalls() throws {
        let album = Album()
        let sheet = try ShareSheet(activityItems: [Self.link], applicationActivities: [album])
        var completed: [(ActivityType?, Bool)] = []
        sheet.completionWithItemsHandler = { completed.append(($0, $1)) }
        #expect(sheet.perform(album.activityType))
        #expect(album.calls == ["can", "prepare 1", "perform", "finish true"])
        #expect(!sheet.perform(ActivityType(rawValue: "postcard")), "it is another app's (ua-scope)")
        sheet.cancel()
        #expect(completed.map(\.1) == [true, false, false])
    }

    @Test("ua-item-source: a placeholder first, then the item of each activity")
    func itemSources() throws {
        struct Letter: ActivityItemSource {
            var placeholderItem: ActivityItem { .link(url: "", title: "Letter") }
            func item(for activityType: ActivityType?) -> ActivityItem? {
                activityType == .copyToPasteboard ? .text("https://notes.example/d/1") : placeholderItem
            }
            func subject(for activityType: ActivityType?) -> String {
                activityType == .message ? "About the plan" : ""
            }
        }
        let letter = Letter()
        #expect(letter.item(for: .copyToPasteboard)?.plainText == "https://notes.example/d/1")
        #expect(letter.subject(for: .message) == "About the plan")
        #expect(letter.dataTypeIdentifier(for: nil) == "public.url")
        #expect(try ShareSheet(activityItems: [letter]).menu.actions.map(\.title) == ["Copy", "Print", "Add to Files"])
    }

    @Test("av-symbol: everything that is offered has a glyph")
    func glyphs() throws {
        for item in [
            Self.link, .text("Hello"), .file("plan.pdf"), .document(url: "https://notes.example/d/1", title: ""),
        ] {
            let menu = try ShareSheet(activityItems: [item], applicationActivities: [Album(), Postcard()]).menu
            #expect((menu.actions + menu.targets).allSatisfy { $0.glyph.count == 1 })
        }
    }

    @Test("av-user-edit: favourites in the person's order first, and what is hidden not at all")
    func preferences() throws {
        let sheet = try ShareSheet(activityItems: [Self.link], applicationActivities: [Album()])
        sheet.preferences.toggleFavourite(.print)
        sheet.preferences.toggleFavourite(.saveToFiles)
        sheet.preferences.toggleHidden(.copyToPasteboard)
        #expect(sheet.menu.actions.map(\.title) == ["Print", "Add to Files", "Add to Album"])
        sheet.preferences.move(.saveToFiles, by: -1)
        #expect(sheet.menu.actions.map(\.title) == ["Add to Files", "Print", "Add to Album"])
        #expect(sheet.menu.allActions.count == 4)
        sheet.preferences.toggleHidden(.print)
        #expect(sheet.preferences.favourites == ["saveToFiles"])
    }

    @Test("av-ext-image: a share extension has its app's glyph, and is given what it declared alone")
    func extensions() {
        let plugin = ActivityExtension(
            identifier: "postcard", app: "Mail", title: "Postcard", category: .share, reads: [.url],
            command: ["postcard"])
        #expect(plugin.entry.glyph == "[M]" && plugin.entry.owner == .plugin(app: "Mail"))
        #expect(Self.parts(plugin, Self.link) == ["https://notes.example/d/1"])
        #expect(Self.parts(plugin, ActivityItem.text("a secret")).isEmpty)
        let menu = ActivityMenu(for: [Self.link], plugins: [plugin.entry])
        #expect(menu.targets == [plugin.entry])
    }

    private static func parts(_ plugin: ActivityExtension, _ source: some ActivityItemSource) -> [String] {
        source.handed(to: plugin.entry.type).map { plugin.parts(of: $0).map(\.value) } ?? []
    }

    @Test("an extension is offered only for items of which it reads the content")
    func whatAnExtensionReadsDecidesWhatItIsOfferedFor() {
        func isOffered(_ reads: [ActivityExtension.Part], for items: ActivityItem...) -> Bool {
            let plugin = ActivityExtension(
                identifier: "p", app: "Mail", title: "Postcard", category: .share, reads: reads, command: ["p"])
            return !ActivityMenu(for: items, plugins: [plugin.entry]).targets.isEmpty
        }
        #expect(isOffered([.url], for: Self.link) && isOffered([.title, .url], for: Self.link))
        #expect(!isOffered([.url], for: .text("x")) && !isOffered([.title, .url], for: .file("a.pdf")))
        #expect(isOffered([.text], for: .text("x")) && !isOffered([.text], for: Self.link))
        #expect(isOffered([.url, .file], for: Self.link, .file("a.pdf")))
        #expect(!isOffered([.url], for: Self.link, .file("a.pdf")), "every item must be readable")
        #expect(isOffered([.title], for: .file("a.pdf")), "one that describes items alone needs a title")
        #expect(!isOffered([.title], for: .text("x")), "the title of a text is the text itself")
    }

    @Test("all items decide the menu")
    func allItemsDecideTheMenu() throws {
        let sheet = try ShareSheet(activityItems: [Self.link, ActivityItem.file("plan.pdf")])
        #expect(sheet.menu.actions.map(\.title) == ["Print", "Add to Files"], "a file cannot be copied")
        #expect(sheet.title == "↗ 2 Items")
    }

    @Test("an activity receives the subject, the type and the thumbnail that its source has for it")
    func subjectTypeAndThumbnailAreUsed() throws {
        struct Photo: ActivityItemSource {
            var placeholderItem: ActivityItem { .file("/tmp/beach.png") }
            func item(for activityType: ActivityType?) -> ActivityItem? {
                activityType == .print ? nil : placeholderItem
            }
            func subject(for activityType: ActivityType?) -> String { activityType == nil ? "A photo" : "The beach" }
            func thumbnail(for activityType: ActivityType?) -> String? { "⛱" }
        }
        let sheet = try ShareSheet(activityItems: [Photo()])
        #expect(sheet.title == "⛱ A photo")
        let mail = ActivityExtension(
            identifier: "letter", app: "Mail", title: "Letter", category: .share,
            reads: [.file, .subject, .type, .thumbnail], command: ["letter"])
        let handed = try #require(sheet.items(for: mail.entry.type).first)
        #expect(mail.parts(of: handed).map(\.value) == ["/tmp/beach.png", "The beach", "public.png", "⛱"])
        #expect(sheet.items(for: .print).isEmpty, "the source has no item for it")
    }

    @Test("extensions of one app with one title are duplicates, whatever the case and the spaces")
    func duplicateExtensions() {
        func plugin(_ app: String, _ title: String, _ category: ActivityCategory = .action) -> ActivityExtension {
            ActivityExtension(identifier: title, app: app, title: title, category: category, command: ["x"])
        }
        #expect(plugin("Reader", "Add Bookmark").duplicates(plugin("Reader", "addbookmark…")))
        #expect(
            !plugin("Reader", "Add Bookmark").duplicates(plugin("Linker", "Add Bookmark")), "its app's name tells it")
        #expect(!plugin("Reader", "Add Bookmark").duplicates(plugin("Reader", "Add Bookmark", .share)))
    }

    @Test("a job that ended expires after an hour, a failure only once it was read")
    func jobsExpire() {
        var job = ActivityJob(id: "1", app: "Mail", title: "Postcard")
        #expect(!job.isExpired(at: .max))
        (job.state, job.endedAt) = (.done, 1_000)
        #expect(!job.isExpired(at: 3_600_999) && job.isExpired(at: 3_601_000))
        job.state = .failed("No paper")
        #expect(!job.isExpired(at: 3_601_000) && job.isExpired(at: 7 * 24 * 3_600_000 + 1_000))
        job.isRead = true
        #expect(job.isExpired(at: 3_601_000))
    }

    @Test("av-ext-no-modal-stack: an alert above an extension, and no other sheet")
    func nothingModalAbove() throws {
        let sheet = try ShareSheet(activityItems: [Self.link])
        try sheet.present(.alert("There is no paper."))
        #expect(throws: ShareSheet.Problem.modalStack) { try sheet.present(.sheet(Sheet(title: "More"))) }
        #expect(sheet.alerts == ["There is no paper."])
    }

    @Test("av-no-dupes, av-title-no-brand: a title of its own, which names no app")
    func titles() {
        func activity(_ title: String) -> AppActivity { AppActivity(type: "a", title: title) }
        for title in ["print", "Print…", " PRINT ", "AddToFiles...", "copy"] { #expect(activity(title).problem != nil) }
        #expect([activity("Crop"), AppActivity(type: "b", title: "crop…")].duplicate?.member == "title")
        #expect([activity("Crop"), activity("Rotate")].duplicate?.member == "type")
        #expect([activity("Crop"), AppActivity(type: "b", title: "Rotate")].duplicate == nil)
        #expect(activity("Print Transaction").problem == nil)
        #expect(activity("Open in Photo Booth").warning(in: "Photo Booth") != nil)
        #expect(activity("Open in Photos").warning(in: "Photo Booth") == nil)
        #expect(
            AppActivity(type: "a", title: "Photos", category: .share).warning(in: "Photos") == nil, "av-share-title")
    }
}
