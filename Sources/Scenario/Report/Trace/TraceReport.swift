import ChatProtocol
import Gherkin

/// The trace: one page that shows a run step by step. It contains every person's terminal, the messages on the wire,
/// the decisions of the server with their reasons, and the documents. It needs only a browser: no network and no other
/// file.
///
/// The page is written at the end of the run, because it contains each row, screen, message and decision only once. All
/// texts from scenarios, servers and people are data in it, never markup.
///
/// Each step is drawn and encoded on another thread while the next steps are played.
struct TraceReport: Report {
    private let write: (String) -> Void
    private let page = QueuedChanges(TracePages(), most: 64)

    /// Creates a report.
    /// - Parameter write: Receives the page, in parts.
    init(write: @escaping (String) -> Void) { self.write = write }

    /// Receives an event.
    func report(_ event: RunEvent) {
        page.add { $0.take(event) }
        guard case .finished = event else { return }
        for part in page.settled({ $0.takeParts() }) { write(part) }
    }
}

/// The items that a trace contains once each and refers to by index.
struct TraceTables {
    var screens = TraceScreens()
    var features = TraceTable()
    var names = TraceTable()
    var texts = TraceTable()
    var decisions = TraceTable()
    var pages = TraceTable()
    /// The messages of this scenario. A message to a hundred people is encoded once.
    private var messages: [HashedBytes: JSONValue] = [:]

    /// Clears the data about the current scenario, at its end.
    mutating func endScenario() {
        for list in TraceList.allCases { self[list].endScenario() }
        screens.forget()
        messages = [:]
    }

    /// Returns the index of the text of a message.
    mutating func place(of message: StepScene.WireMessage) -> JSONValue {
        let bytes = HashedBytes(message.bytes)
        if let known = messages[bytes] { return known }
        let place = texts.place(.string(message.text))
        messages[bytes] = place
        return place
    }

    subscript(list: TraceList) -> TraceTable {
        get {
            switch list {
            case .styles: screens.styles
            case .rows: screens.rows
            case .screens: screens.screens
            case .names: names
            case .texts: texts
            case .decisions: decisions
            case .pages: pages
            }
        }
        _modify {
            switch list {
            case .styles: yield &screens.styles
            case .rows: yield &screens.rows
            case .screens: yield &screens.screens
            case .names: yield &names
            case .texts: yield &texts
            case .decisions: yield &decisions
            case .pages: yield &pages
            }
        }
    }
}

/// Limits for texts in a trace.
enum TraceText {
    /// The largest number of bytes of one text of a scenario.
    static let bytesMax = 8_192

    /// Returns the text, cut with an ellipsis if it is longer than ``bytesMax``.
    static func clipped(_ text: String) -> String {
        text.utf8.count > bytesMax ? text.beginning(bytesMax: bytesMax) + "…" : text
    }
}
