import ChatProtocol
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
