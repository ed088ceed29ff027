import ChatProtocol
import Gherkin

/// A step of a trace, as the page reads it: what is empty is left out, and what stands in a table is named by its place.
struct TraceStep {
    private let outcome: StepOutcome

    init(_ outcome: StepOutcome) {
        self.outcome = outcome
    }

    /// The JSON text.
    func bytes(_ tables: inout TraceTables) -> [UInt8] {
        var json = JSONWriter(reserving: 512)
        let step = outcome.step
        json.object { json in
            json.member("keyword", step.keyword)
            json.member("text", TraceText.clipped(step.text))
            json.member("status", outcome.status.rawValue)
            json.member("line", step.location.line)
            let (start, end) = (outcome.timing.storyStart.wholeMilliseconds, outcome.timing.storyEnd.wholeMilliseconds)
            if start > 0 { json.member("from", start) }
            if end > start { json.member("to", end) }
            if let wall = outcome.timing.wall { json.member("wall", wall.wholeMilliseconds) }
            writeArgument(to: &json)
            if let suggestion = outcome.suggestion { json.member("suggestion", TraceText.clipped(suggestion)) }
            if !outcome.phrases.isEmpty { json.member("phrases", outcome.phrases) }
            if let failure = outcome.failure {
                json.key("failure")
                Self.write(failure, to: &json, &tables)
            }
            if let scene = outcome.scene { Self.write(scene, to: &json, &tables) }
        }
        return json.bytes
    }

    private func writeArgument(to json: inout JSONWriter) {
        if let table = outcome.step.table {
            json.key("table")
            json.array { json in
                for row in table { json.array { for cell in row { $0.string(TraceText.clipped(cell)) } } }
            }
        }
        if let text = outcome.step.docString { json.member("doc", TraceText.clipped(text.content)) }
    }

    /// Why something failed.
    static func write(_ failure: StepFailure, to json: inout JSONWriter, _ tables: inout TraceTables) {
        json.object { json in
            json.member("message", TraceText.clipped(failure.message))
            json.member("expected", failure.expected.map(TraceText.clipped))
            json.member("actual", failure.actual.map(TraceText.clipped))
            json.member("nearest", failure.nearest.map(TraceText.clipped))
            if !failure.trail.isEmpty { write(failure.trail, "trail", to: &json, &tables) }
            guard !failure.threads.isEmpty else { return }
            json.key("threads")
            json.array { json in
                for thread in failure.threads.prefix(SceneCamera.drawnMax) {
                    json.object { json in
                        json.member("person", thread.person)
                        json.member("verdict", TraceText.clipped(thread.verdict))
                        json.member("lines", clipped(thread.lines))
                    }
                }
            }
            let leftOut = failure.threads.count - SceneCamera.drawnMax
            if leftOut > 0 { json.member("threadsLeftOut", leftOut) }
        }
    }

    /// The most lines of one person's threads.
    private static let linesMax = 200

    private static func clipped(_ lines: [String]) -> [String] {
        let leftOut = lines.count - linesMax
        return (leftOut > 0 ? ["… \(leftOut) more above"] : []) + lines.suffix(linesMax).map(TraceText.clipped)
    }

    private static func write(_ scene: StepScene, to json: inout JSONWriter, _ tables: inout TraceTables) {
        json.key("screens")
        json.array { json in
            for screen in scene.screens {
                json.array { json in
                    json.integer(Int64(tables.names.place { $0.string(screen.person) }))
                    json.integer(screen.isAwaited ? 2 : screen.isOnline ? 1 : 0)
                    json.integer(Int64(tables.screens.place(of: screen)))
                }
            }
        }
        if let actor = scene.actor { json.member("actor", actor) }
        if !scene.wire.isEmpty {
            json.key("wire")
            json.array { json in
                for message in scene.wire {
                    json.array { json in
                        json.integer(Int64(tables.names.place { $0.string(message.stream) }))
                        json.integer(message.direction == .toServer ? 1 : 0)
                        json.integer(Int64(tables.texts.place { $0.string(message.text) }))
                    }
                }
            }
        }
        if !scene.decisions.isEmpty { write(scene.decisions, "decisions", to: &json, &tables) }
        if !scene.pages.isEmpty {
            json.key("pages")
            json.array { json in
                for page in scene.pages { json.integer(Int64(place(of: page, &tables))) }
            }
        }
        write(scene.leftOut, to: &json)
    }

    private static func write(_ leftOut: StepScene.LeftOut, to json: inout JSONWriter) {
        guard leftOut != StepScene.LeftOut() else { return }
        json.key("leftOut")
        json.object { json in
            json.member("screens", leftOut.screens)
            json.member("wire", leftOut.wire)
            json.member("decisions", leftOut.decisions)
        }
    }

    private static func place(of page: StepScene.Page, _ tables: inout TraceTables) -> Int {
        tables.pages.place {
            $0.object { json in
                json.member("url", page.url)
                json.member("title", page.title)
                json.member("revision", page.revision)
                json.member("text", page.content)
            }
        }
    }

    private static func write(
        _ decisions: [DeliveryDecision], _ key: StaticString, to json: inout JSONWriter, _ tables: inout TraceTables
    ) {
        json.key(key)
        json.array { json in
            for decision in decisions { json.integer(Int64(place(of: decision, &tables))) }
        }
    }

    private static func place(of decision: DeliveryDecision, _ tables: inout TraceTables) -> Int {
        tables.decisions.place {
            $0.object { json in
                json.member("person", decision.person)
                json.member("about", decision.about)
                json.member("came", decision.isDelivered)
                json.key("reasons")
                json.array { json in
                    for reason in decision.reasons {
                        json.array { json in
                            json.string(reason.rule)
                            json.string(reason.text)
                        }
                    }
                }
            }
        }
    }
}
