import ChatProtocol
import ChatScreens
import ChatTerminal
import Gherkin

/// A step of a trace in the JSON form of the page. Empty members are omitted, and items in tables are written as their
/// indices.
struct TraceStep {
    private let outcome: StepOutcome

    init(_ outcome: StepOutcome) { self.outcome = outcome }

    /// Returns the JSON text.
    func bytes(_ tables: inout TraceTables) -> [UInt8] {
        let step = outcome.step
        return JSONWriter.object(reserving: 512) { json in
            json.member("keyword", step.keyword)
            json.member("text", TraceText.clipped(step.text))
            json.member("status", outcome.status.rawValue)
            json.member("line", step.location.line)
            let (start, end) = (outcome.timing.storyStart.wholeMilliseconds, outcome.timing.storyEnd.wholeMilliseconds)
            if start > 0 { json.member("from", start) }
            if end > start { json.member("to", end) }
            json.member("wall", outcome.timing.wall?.wholeMilliseconds)
            json.member(
                "table",
                step.table.map { .array($0.map { .array($0.map { .string(TraceText.clipped($0)) }) }) } as JSONValue?)
            json.member("doc", (step.docString?.content).map(TraceText.clipped))
            json.member("suggestion", outcome.suggestion.map(TraceText.clipped))
            if !outcome.phrases.isEmpty { json.member("phrases", outcome.phrases) }
            if let failure = outcome.failure {
                json.key("failure")
                Self.write(failure, to: &json, &tables)
            }
            if let scene = outcome.scene { Self.write(scene, to: &json, &tables) }
        }
    }

    /// Writes a failure.
    static func write(_ failure: StepFailure, to json: inout JSONWriter, _ tables: inout TraceTables) {
        json.object { json in
            json.member("message", TraceText.clipped(failure.message))
            json.member("expected", failure.expected.map(TraceText.clipped))
            json.member("actual", failure.actual.map(TraceText.clipped))
            json.member("nearest", failure.nearest.map(TraceText.clipped))
            if !failure.trail.isEmpty { json.member("trail", failure.trail.map { place(of: $0, &tables) }) }
            guard !failure.threads.isEmpty else { return }
            let threads = failure.threads.prefix(SceneCamera.drawnMax).map { thread -> JSONValue in
                [
                    "person": .string(thread.person), "verdict": .string(TraceText.clipped(thread.verdict)),
                    "lines": .array(clipped(thread.lines).map { .string($0) }),
                ]
            }
            json.member("threads", threads)
            let leftOut = failure.threads.count - SceneCamera.drawnMax
            if leftOut > 0 { json.member("threadsLeftOut", leftOut) }
        }
    }

    /// The largest number of lines of one person's threads.
    private static let linesMax = 200

    private static func clipped(_ lines: [String]) -> [String] {
        let leftOut = lines.count - linesMax
        return (leftOut > 0 ? ["… \(leftOut) more above"] : []) + lines.suffix(linesMax).map(TraceText.clipped)
    }

    private static func write(_ scene: StepScene, to json: inout JSONWriter, _ tables: inout TraceTables) {
        let screens = scene.screens.map { screen -> JSONValue in
            let presence: JSONValue = screen.isAwaited ? 2 : screen.isOnline ? 1 : 0
            return [tables.names.place(.string(screen.person)), presence, tables.screens.place(of: screen)]
        }
        json.member("screens", screens)
        if let actor = scene.actor { json.member("actor", actor) }
        let wire = scene.wire.map { message -> JSONValue in
            let direction: JSONValue = message.direction == .toServer ? 1 : 0
            return [tables.names.place(.string(message.stream)), direction, tables.place(of: message)]
        }
        if !wire.isEmpty { json.member("wire", wire) }
        if !scene.decisions.isEmpty { json.member("decisions", scene.decisions.map { place(of: $0, &tables) }) }
        if !scene.pages.isEmpty { json.member("pages", scene.pages.map { place(of: $0, &tables) }) }
        guard scene.leftOut != StepScene.LeftOut() else { return }
        json.key("leftOut")
        json.object { json in
            json.member("screens", scene.leftOut.screens)
            json.member("wire", scene.leftOut.wire)
            json.member("decisions", scene.leftOut.decisions)
        }
    }

    private static func place(of page: StepScene.Page, _ tables: inout TraceTables) -> JSONValue {
        tables.pages.place([
            "url": .string(page.url), "title": .string(page.title), "revision": .integer(page.revision),
            "text": .string(page.content),
        ])
    }

    private static func place(of decision: DeliveryDecision, _ tables: inout TraceTables) -> JSONValue {
        tables.decisions.place([
            "person": .string(decision.person), "about": .string(decision.about), "came": .bool(decision.isDelivered),
            "reasons": .array(decision.reasons.map { [.string($0.rule), .string($0.text)] }),
        ])
    }
}

/// The terminals of a trace, as rows of runs in one style. Each row and each screen is stored once.
///
/// A row is `[style, text, style, text, …]`. The columns of a text are its UTF-16 units. A grapheme for which that is
/// not true, or which a font may draw wider than its cell, is written separately, as `[grapheme, columns]`.
struct TraceScreens {
    var styles = TraceTable()
    var rows = TraceTable()
    var screens = TraceTable()
    /// The last drawn screen of each person, so that an unchanged screen is not encoded again.
    private var last: [String: (picture: StepScene.Picture, place: JSONValue)] = [:]
    private let laidOut = EntryRows()
    /// The encoded rows of this scenario. A new message only moves the other rows up, and appears on many terminals.
    private var known: [GridRow: Int] = [:]

    /// Returns the index of a person's screen.
    mutating func place(of screen: StepScene.Screen) -> JSONValue {
        if let known = last[screen.person], known.picture == screen.picture { return known.place }
        let grid = screen.picture.grid(laidOut)
        var shown = (0..<grid.size.rows).map { grid.row($0) }
        while shown.last?.shown == 0 { shown.removeLast() }
        let places = shown.map { place(of: $0) }
        let text = JSONWriter.array { json in
            for number in [grid.size.columns, grid.size.rows] + places { json.integer(Int64(number)) }
        }
        let number = JSONValue.integer(Int64(screens.place(of: text)))
        last[screen.person] = (screen.picture, number)
        return number
    }

    /// Clears the screens and rows of the last scenario.
    mutating func forget() { (last, known) = ([:], [:]) }

    private mutating func place(of row: GridRow) -> Int {
        if let place = known[row] { return place }
        let written = JSONWriter.array(reserving: 96) { json in
            var text = ""
            var style: Style?
            for cell in (0..<row.shown).lazy.map({ row[$0] }) where !cell.isTail {
                let isTame = Self.isTame(cell.character)
                if let current = style, cell.style != current || !isTame {
                    if !text.isEmpty { write(text, current, to: &json) }
                    text = ""
                }
                style = cell.style
                if isTame {
                    text.append(cell.character)
                } else {
                    place(of: cell.style).write(to: &json)
                    json.array { json in
                        json.string(String(cell.character))
                        json.integer(Int64(TextWidth.columns(of: cell.character)))
                    }
                }
            }
            if let style, !text.isEmpty { write(text, style, to: &json) }
        }
        let number = rows.place(of: written)
        known[row.alone] = number
        return number
    }

    private mutating func write(_ text: String, _ style: Style, to json: inout JSONWriter) {
        place(of: style).write(to: &json)
        json.string(text)
    }

    private mutating func place(of style: Style) -> JSONValue {
        var marks: [String] = []
        if style.ink != .plain { marks.append("ink-\(style.ink)") }
        if style.surface != .none { marks.append("on-\(style.surface)") }
        if style.isBold { marks.append("bold") }
        if style.isDim { marks.append("dim") }
        if style.isUnderlined { marks.append("underlined") }
        if style.isReversed { marks.append("reversed") }
        return styles.place(.string(marks.joined(separator: " ")))
    }

    /// Returns true if every monospaced font that has the character draws it in one column: ASCII, Latin and box
    /// drawing.
    private static func isTame(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return false }
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x17F, 0x2010...0x2015, 0x2018...0x201F, 0x2026, 0x2500...0x257F:
            return true
        default: return false
        }
    }
}
