import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

extension PlayPhrases {
    /// Phrases about the activities that apps and extensions offer on share sheets.
    static let activities: PhraseChapter = [
        "the app {app} offers {text} on the share sheet [with the glyph {text}]": .registers(
            "Registers an action of the app on its own share sheet, for every item.",
            example: ["Photos", "Copy Photo", "❐"]
        ) { try $1.offer($0.text, glyph: $0.given(.text, 1)) },
        "the app {app} offers {text} on the share sheet for (documents|links|texts|files) only": .registers(
            "Registers an action of the app on its own share sheet, for items of a kind.",
            example: ["Photos", "Adjust Location"]
        ) { step, app in
            let kinds = ["documents": ActivityItemKind.document, "links": .link, "texts": .text, "files": .file]
            try app.offer(step.text, to: kinds[step.choice])
        },
        "the app {app} leaves {text} out of share sheets": .registers(
            "Removes Copy, Print or Add to Files from the app's share sheet.",
            example: ["Photos", "Print"]
        ) { step, app in
            let title = try step.text
            let known = SystemActivity.allCases.first { activity in
                ActivityType.system.contains { $0.type == ActivityType(activity) && $0.title == title }
            }
            app.excludedActivityTypes.append(
                try step.found(known, or: "the system has no such action", expected: title))
        },
        "the clipboard of {person} has {text}": .reads(
            "Checks the last copied text.", example: ["Anna", "https://notes.example/d/1"]
        ) { try $0.person.copied },
        "the app {app} cannot offer {text} on the share sheet": .refuses(
            "Checks that such an action is refused.", example: ["Photos", "Print"], naming: { _ in "activities" },
            or: "the action was not refused"
        ) { step in
            var app = try step.app
            app.offer(try step.text)
            return .appRegister(app.registration)
        },
        "the app {app} did {text} with {text} for {person}": .reads(
            "Checks the last action that the app performed, and its item.",
            example: ["Photos", "Copy Photo", "A shared album", "Bea"], is: { "\(try $0.text): \(try $0.text(1))" }
        ) { step in
            let titles = Dictionary(try step.app.activities.map { ($0.type, $0.title) }) { first, _ in first }
            return try step.screen.runtime.performed.last.map { "\(titles[$0.type] ?? $0.type): \($0.item)" }
        },
        "the app {app} offers {person} only {text} on the share sheet": .step(
            "Replaces the app's actions for this person: titles separated by commas.",
            example: ["Photos", "Anna", "Copy Photo, Crop"]
        ) { step in
            let titles = try step.text.split(separator: ",").map { String($0.drop { $0 == " " }) }
            let registered = try step.app.activities
            try step.offer(
                titles.enumerated().map { index, title in
                    registered.first { $0.title == title } ?? AppActivity(type: "offered\(index + 1)", title: title)
                })
        },
        "the app {app} offers {person} what it registered on the share sheet": .step(
            "Offers this person the registered actions of the app again.", example: ["Photos", "Anna"]
        ) { try $0.offer(nil) },
        "the app {app} is told that {person} chose {text} for {url}": .reads(
            "Checks the last action that the app received, and its item.",
            example: ["Photos", "Anna", "Copy Photo", ""], is: { "\(try $0.text) for \(try $0.url)" }
        ) { step in
            let titles = Dictionary(try step.app.activities.map { ($0.type, $0.title) }) { first, _ in first }
            let chosen = try step.runningScreen().told.last { $0.method == NotificationName.activityChosen }
            guard let type = chosen?.params.text("type"), let url = chosen?.params.text("url") else { return nil }
            return "\(titles[type] ?? type) for \(url)"
        },
        "{person} installs the (share|action) extension {text} of {text} [that reads {text}]": .step(
            """
            Installs an extension on this person's device. By default it reads the title and the address of its \
            item. A share extension asks for a text first.
            """, example: ["Anna", "Bookmark", "Reader", "url"]
        ) { try $0.install(composes: $0.says("share")) },
        "{person} installs the share extension {text} of {text} that asks for no text [and reads {text}]": .step(
            "Installs a share extension on this person's device that runs as soon as it is chosen.",
            example: ["Anna", "Postcard", "Mail", "url"]
        ) { try $0.install(composes: false, isShare: true) },
        "{person} gives the extension {text} the title {text}": .step(
            "Changes the title in the file that describes the extension.",
            example: ["Anna", "Bookmark", "Add Bookmark"]
        ) { step in
            let isThere = try step.person.activities.rename(step.text, to: step.text(1))
            try step.expect(isThere, or: "there is no such extension", expected: step.text, actual: "nothing")
        },
        "the extension {text} of {person} was given:": .reads(
            "Checks the extension's last input, as one line of JSON.", argument: .docString,
            is: { try $0.arguments.docString() }
        ) { try $0.person.activities.given[$0.text] },
        "the extension {text} of {person} was given nothing": .none(
            "Checks that the extension did not run.", example: ["Postcard", "Anna"]
        ) { [try $0.person.activities.given[$0.text]].compactMap { $0 } },
        "the extension {text} of {person} is at {count} percent": .step(
            "Reports the progress of the extension's program.", example: ["Postcard", "Anna", "40"]
        ) { try $0.extensionSays(percent: $0.count) },
        "the extension {text} of {person} puts up (an alert|a sheet) {text}": .step(
            "Makes the extension's program show an alert above its sheet.", example: ["Postcard", "Anna", "No stamps"]
        ) { try $0.extensionSays($0.says("an alert") ? .alert($0.text(1)) : .sheet(Sheet(title: $0.text(1)))) },
        "the extension {text} of {person} is done": .step(
            "Ends the extension's program with success.", example: ["Postcard"]
        ) { try $0.extensionSays(end: "") },
        "the extension {text} of {person} fails with {text}": .step(
            "Ends the extension's program with a reason for its failure.",
            example: ["Postcard", "Anna", "No space left"]
        ) { try $0.extensionSays(end: $0.text(1)) },
    ]
}

extension CastApp {
    /// Adds an activity to the app's share sheets, for items of one kind or of all kinds.
    fileprivate mutating func offer(_ title: String, glyph: String? = nil, to kind: ActivityItemKind? = nil) {
        activities.append(
            AppActivity(
                type: "activity\(activities.count + 1)", title: title, glyph: glyph,
                accepts: kind.map { [$0] } ?? ActivityItemKind.allCases))
    }
}

extension PlayStep {
    /// Installs the extension that the step describes.
    fileprivate func install(composes: Bool, isShare: Bool? = nil) throws(StepFailure) {
        let (title, isShare) = (try text, isShare ?? says("share"))
        let parts = given(.text, 2)?.split(separator: " ").compactMap { ActivityExtension.Part(rawValue: String($0)) }
        try settledPerson().activities.install(
            ActivityExtension(
                identifier: title, app: text(1), title: title, glyph: isShare ? nil : "✦",
                category: isShare ? .share : .action, reads: parts ?? [.title, .url], command: [title],
                composes: composes))
    }

    /// Makes the step's app offer activities to the step's person; nil offers the registered ones.
    fileprivate func offer(_ activities: [AppActivity]?) throws(StepFailure) {
        let screen = try screen
        var refusal: RPCError?
        screen.runtime.session.offer(activities) { refusal = $0 }
        screen.catchUp()
        if let refusal { throw failure("{app} was refused", actual: refusal.message) }
    }

    /// Sets the progress or the result of the step's extension.
    fileprivate func extensionSays(
        _ presentation: ShareSheet.Presentation? = nil, percent: Int? = nil, end: String? = nil
    ) throws(StepFailure) {
        let runs = try person.activities.say(try text, presentation, percent: percent, end: end)
        try expect(runs, or: "the extension does not run", expected: text, actual: "nothing runs")
        try person.settle()
    }
}
