import AppFrameworks
import ChatProtocol
import ChatScreens
import ChatSession
import Gherkin

extension PlayPhrases {
    /// What apps and extensions offer on share sheets.
    static let activities: PhraseChapter = [
        "the app {app} offers {text} on the share sheet [with the glyph {text}]": .registers(
            "Registers an action that the app offers on the share sheet within itself, whatever the item.",
            example: ["Photos", "Copy Photo", "❐"]
        ) { try $1.offer($0.text, glyph: $0.given(.text, 1)) },
        "the app {app} offers {text} on the share sheet for (documents|links|texts|files) only": .registers(
            "Registers an action that the app offers on the share sheet within itself, for items of a kind.",
            example: ["Photos", "Adjust Location"]
        ) { step, app in
            let kinds = ["documents": ActivityItemKind.document, "links": .link, "texts": .text, "files": .file]
            try app.offer(step.text, to: kinds[step.choice])
        },
        "the app {app} leaves {text} out of share sheets": .registers(
            "Registers that Copy, Print or Add to Files does not apply to what the app shares.",
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
            "Checks what was copied last.", example: ["Anna", "https://notes.example/d/1"]
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
            "Checks the last thing that the app did of what it offers on the share sheet, and with what.",
            example: ["Photos", "Copy Photo", "A shared album", "Bea"], is: { "\(try $0.text): \(try $0.text(1))" }
        ) { step in
            let titles = Dictionary(try step.app.activities.map { ($0.type, $0.title) }) { first, _ in first }
            return try step.screen.runtime.performed.last.map { "\(titles[$0.type] ?? $0.type): \($0.item)" }
        },
        "{person} installs the (share|action) extension {text} of {text} [that reads {text}]": .step(
            """
            Puts an extension on this person's device, whose client starts anew. Without anything said it reads the \
            title and the address of what it is given.
            """, example: ["Anna", "Bookmark", "Reader", "url"]
        ) { step in
            let (title, isShare) = (try step.text, step.says("share"))
            let parts = step.given(.text, 2)?.split(separator: " ").compactMap {
                ActivityExtension.Part(rawValue: String($0))
            }
            try step.settledPerson().activities.install(
                ActivityExtension(
                    identifier: title, app: step.text(1), title: title, glyph: isShare ? nil : "✦",
                    category: isShare ? .share : .action, reads: parts ?? [.title, .url], command: [title]))
            try step.startClientAnew()
        },
        "the extension {text} of {person} was given:": .reads(
            "Checks what the extension was given last, as one line of JSON.", argument: .docString,
            is: { try $0.arguments.docString() }
        ) { try $0.person.activities.given[$0.text] },
        "the extension {text} of {person} is at {count} percent": .step(
            "Says how far the extension's program is.", example: ["Postcard", "Anna", "40"]
        ) { try $0.extensionSays(percent: $0.count) },
        "the extension {text} of {person} puts up (an alert|a sheet) {text}": .step(
            "Has the extension's program show something above its sheet.", example: ["Postcard", "Anna", "No stamps"]
        ) { try $0.extensionSays($0.says("an alert") ? .alert($0.text(1)) : .sheet(Sheet(title: $0.text(1)))) },
        "the extension {text} of {person} is done": .step(
            "Ends the extension's program, and all is well.", example: ["Postcard"]
        ) { try $0.extensionSays(end: "") },
        "the extension {text} of {person} fails with {text}": .step(
            "Ends the extension's program, and says why it failed.", example: ["Postcard", "Anna", "No space left"]
        ) { try $0.extensionSays(end: $0.text(1)) },
    ]
}

extension CastApp {
    /// Offers something on share sheets, of items of a kind or of all.
    fileprivate mutating func offer(_ title: String, glyph: String? = nil, to kind: ActivityItemKind? = nil) {
        activities.append(
            AppActivity(
                type: "activity\(activities.count + 1)", title: title, glyph: glyph,
                accepts: kind.map { [$0] } ?? ActivityItemKind.allCases))
    }
}

extension PlayStep {
    /// Lets the program of the step's extension say something.
    fileprivate func extensionSays(
        _ presentation: ShareSheet.Presentation? = nil, percent: Int? = nil, end: String? = nil
    ) throws(StepFailure) {
        let runs = try person.activities.say(try text, presentation, percent: percent, end: end)
        try expect(runs, or: "the extension does not run", expected: text, actual: "nothing runs")
        try person.settle()
    }
}
