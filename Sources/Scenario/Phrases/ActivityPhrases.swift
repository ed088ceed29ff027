import AppFrameworks
import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

extension PlayPhrases {
    /// What apps and extensions offer on share sheets.
    static let activities: PhraseChapter = [
        "the app {app} offers {text} on the share sheet [with the glyph {text}]": .step(
            "Registers an action that the app offers on the share sheet within itself, whatever the item.",
            example: ["Photos", "Copy Photo", "❐"]
        ) { step in
            let activity = try step.activity(for: nil)
            try step.reregister { $0.activities.append(activity) }
        },
        "the app {app} offers {text} on the share sheet for (documents|links|texts|files) only": .step(
            "Registers an action that the app offers on the share sheet within itself, for items of a kind.",
            example: ["Photos", "Adjust Location"]
        ) { step in
            let kinds = ["documents": ActivityItemKind.document, "links": .link, "texts": .text, "files": .file]
            let activity = try step.activity(for: kinds[step.choice])
            try step.reregister { $0.activities.append(activity) }
        },
        "the app {app} leaves {text} out of share sheets": .step(
            "Registers that Copy, Print or Add to Files does not apply to what the app shares.",
            example: ["Photos", "Print"]
        ) { step in
            let title = try step.text
            let known = SystemActivity.allCases.first { activity in
                ActivityType.system.contains { $0.type == ActivityType(activity) && $0.title == title }
            }
            let activity = try step.found(known, or: "the system has no such action", expected: title)
            try step.reregister { $0.excludedActivityTypes.append(activity) }
        },
        "the clipboard of {person} has {text}": .check(
            "Checks what was copied last.", example: ["Anna", "https://notes.example/d/1"]
        ) { step in
            let copied = try step.person.copied
            try step.expect(
                copied == step.text, or: "the clipboard has something else", expected: try step.text,
                actual: copied ?? "nothing")
        },
        "the app {app} cannot offer {text} on the share sheet": .check(
            "Checks that such an action is refused.", example: ["Photos", "Print"]
        ) { step in
            var app = try step.app
            app.activities.append(AppActivity(type: "refused", title: try step.text))
            try step.expectRefusal(
                naming: "activities", or: "the action was not refused", .appRegister(app.registration))
        },
        "the app {app} did {text} with {text} for {person}": .check(
            "Checks the last thing that the app did of what it offers on the share sheet, and with what.",
            example: ["Photos", "Copy Photo", "A shared album", "Bea"]
        ) { step in
            let (title, item) = (try step.text, try step.arguments.text(1))
            let type = try step.app.activities.first { $0.title == title }?.type
            let last = try step.screen.runtime.performed.last
            try step.expect(
                last.map { $0.type == type && $0.item == item } == true, or: "the app did something else",
                expected: "\(title): \(item)", actual: last.map { "\($0.type): \($0.item)" } ?? "nothing")
        },
        "{person} installs the (share|action) extension {text} of {text} [that reads {text}]": .step(
            """
            Puts an extension on this person's device, whose client starts anew. Without anything said it reads the \
            title and the address of what it is given.
            """, example: ["Anna", "Bookmark", "Reader", "url"]
        ) { step in
            let person = try step.settledPerson()
            person.activities.install(try step.plugin())
            person.close()
            step.context.logIn(person)
            try step.context.beThere(person)
        },
        "the extension {text} of {person} was given:": .check(
            "Checks what the extension was given last, as one line of JSON.", argument: .docString
        ) { step in
            let given = try step.person.activities.given[try step.text] ?? "nothing"
            let wanted = try step.arguments.docString()
            try step.expect(given == wanted, or: "it was given something else", expected: wanted, actual: given)
        },
        "the extension {text} of {person} is at {count} percent": .step(
            "Says how far the extension's program is.", example: ["Postcard", "Anna", "40"]
        ) { try $0.extensionSays(percent: $0.count) },
        "the extension {text} of {person} puts up (an alert|a sheet) {text}": .step(
            "Has the extension's program show something above its sheet.", example: ["Postcard", "Anna", "No stamps"]
        ) { step in
            let text = try step.arguments.text(1)
            try step.extensionSays(step.says("an alert") ? .alert(text) : .sheet(Sheet(title: text)))
        },
        "the extension {text} of {person} is done": .step(
            "Ends the extension's program, and all is well.", example: ["Postcard"]
        ) { try $0.extensionSays(end: "") },
        "the extension {text} of {person} fails with {text}": .step(
            "Ends the extension's program, and says why it failed.", example: ["Postcard", "Anna", "No space left"]
        ) { try $0.extensionSays(end: $0.arguments.text(1)) },
    ]
}

extension PlayStep {
    /// What the step's app offers.
    fileprivate func activity(for kind: ActivityItemKind?) throws(StepFailure) -> AppActivity {
        AppActivity(
            type: "activity\(try app.activities.count + 1)", title: try text, glyph: try? arguments.text(1),
            accepts: kind.map { [$0] } ?? ActivityItemKind.allCases)
    }

    /// Lets the program of the step's extension say something.
    fileprivate func extensionSays(
        _ presentation: ShareSheet.Presentation? = nil, percent: Int? = nil, end: String? = nil
    ) throws(StepFailure) {
        let runs = try person.activities.say(try text, presentation, percent: percent, end: end)
        try expect(runs, or: "the extension does not run", expected: try text, actual: "nothing runs")
        try person.settle()
    }

    /// The extension that the step installs.
    fileprivate func plugin() throws(StepFailure) -> ActivityExtension {
        let (title, app) = (try text, try arguments.text(1))
        let parts = (try? arguments.text(2)).map { text in
            text.split(separator: " ").compactMap { ActivityExtension.Part(rawValue: String($0)) }
        }
        return ActivityExtension(
            identifier: title, app: app, title: title, glyph: says("share") ? nil : "✦",
            category: says("share") ? .share : .action,
            reads: parts ?? [.title, .url], command: [title])
    }
}
