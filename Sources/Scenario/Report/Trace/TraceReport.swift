import ChatProtocol
import Gherkin

/// The trace: one page that shows a run step by step, with every person's terminal, what went over the wire, what the
/// server decided and why, and the documents. It needs nothing but a browser: no network, no other file.
///
/// The page is written when the run is over, because it has each row, screen, message and decision once. All that a
/// scenario, a server or a person said is data in it, and never markup.
///
/// A step's part of it is drawn and written on a thread of its own while the next steps are played.
struct TraceReport: Report {
    private let write: (String) -> Void
    private let page = QueuedChanges(TracePages(), most: 64)

    /// Makes a report.
    /// - Parameter write: Takes the page, in parts.
    init(write: @escaping (String) -> Void) { self.write = write }

    /// Tells an event.
    func report(_ event: RunEvent) {
        page.add { $0.take(event) }
        guard case .finished = event else { return }
        for part in page.settled({ $0.takeParts() }) { write(part) }
    }
}

/// All that stands in a trace once and is named by its place.
struct TraceTables {
    var screens = TraceScreens()
    var features = TraceTable()
    var names = TraceTable()
    var texts = TraceTable()
    var decisions = TraceTable()
    var pages = TraceTable()
    /// The messages of this scenario: what goes to a hundred people is written once.
    private var messages: [HashedBytes: JSONValue] = [:]

    /// Forgets what the scenario showed: another begins.
    mutating func endScenario() {
        for list in TraceList.allCases { self[list].endScenario() }
        screens.forget()
        messages = [:]
    }

    /// The place of the text of a message.
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

/// Texts as a trace has room for them.
enum TraceText {
    /// The most bytes of one text of a scenario.
    static let bytesMax = 8_192

    /// The text, cut where it is long.
    static func clipped(_ text: String) -> String {
        text.utf8.count > bytesMax ? text.beginning(bytesMax: bytesMax) + "…" : text
    }
}
