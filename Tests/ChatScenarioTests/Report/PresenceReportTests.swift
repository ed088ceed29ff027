import Testing

@testable import ChatScenario

/// Each report shows whether a person who saw nothing was online.
@Suite struct PresenceReportTests {
    @Test(arguments: ReportRequest.Kind.allCases)
    func eachReportDistinguishesAbsenceFromSeeingNothing(_ kind: ReportRequest.Kind) throws {
        let text = try ReportStage().text(of: ReportStage.everything) { write in
            switch kind {
            case .pretty: PrettyReport(hasColors: false, write: write)
            case .summary: SummaryReport(hasColors: false, write: write)
            case .dot: DotReport(hasColors: false, write: write)
            case .tap: TapReport(write: write)
            case .junit: JUnitReport(write: write)
            case .messages: MessagesReport(write: write)
            case .annotations: AnnotationsReport(write: write)
            case .html: TraceReport(write: write)
            }
        }
        for (person, verdict) in [
            ("Anna", " saw"), ("Bea", " saw nothing"), ("Carl", " has not logged in"),
            ("Dee", ", offline since “Dee bows”, had seen"),
        ] {
            let said = kind == .html ? #"{"person":"\#(person)","verdict":"\#(verdict)","lines""# : person + verdict
            #expect(text.contains(said), "\(said) in \(text.suffix(2_000))")
        }
        #expect(!text.contains("(nothing)"))
    }

    @Test func eachPresenceIsSaidInItsWords() {
        let verdict = { (presence: StepFailure.ThreadShown.Presence, lines: [String]) in
            StepFailure.ThreadShown(person: "Bea", lines: lines, presence: presence).verdict
        }
        #expect(verdict(.here, []) == " saw nothing")
        #expect(verdict(.here, ["Hi"]) == " saw")
        #expect(verdict(.awaited, []) == " has not logged in")
        #expect(verdict(.offline(since: nil), []) == ", offline, had seen nothing")
        #expect(verdict(.offline(since: "Bea goes offline"), ["Hi"]) == ", offline since “Bea goes offline”, had seen")
    }

    @Test func aTraceSaysHowMuchItLeavesOut() throws {
        var stage = ReportStage()
        stage.change = { outcome in
            guard outcome.status == .failed else { return }
            outcome.failure?.threads = (1...20).map { number in
                .init(person: "P\(number)", lines: (1...201).map { "line \($0)" }, presence: .here)
            }
        }
        let text = try stage.text(of: ReportStage.everything) { TraceReport(write: $0) }
        #expect(text.contains(#""lines":["… 1 more above","line 2","#))
        #expect(text.contains(#""threadsLeftOut":4"#))
    }
}
