import Testing

@testable import ChatScenario

/// Reports in the XML format of JUnit.
@Suite struct JUnitReportTests {
    @Test func aWholeReport() throws {
        let text = try ReportStage().text(of: ReportStage.everything) { JUnitReport(write: $0) }
        #expect(
            text.hasPrefix(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="chat-client play" tests="6" failures="2" errors="0" time="0.000">
                  <testsuite name="Trip" tests="6" failures="2" errors="0" skipped="1" time="0.000">
                    <properties>
                      <property name="file" value="stage.feature"/>
                      <property name="seed" value="7"/>
                      <property name="clock" value="story"/>
                    </properties>
                    <testcase name="passes" classname="Trip" file="stage.feature" line="6" time="0.000">
                      <system-out>passed: Given Anna waves
                passed: Given it lists:</system-out>
                    </testcase>
                    <testcase name="fails" classname="Trip" file="stage.feature" line="11" time="0.000">
                      <failure type="failed" message="Anna edited nothing">stage.feature:12
                When Anna fails
                Anna edited nothing
                expected: “Plan”
                          and more

                """))
        let names = try XMLReader.elements(in: text).filter { $0.name == "testcase" }.map { $0.attributes["name"] }
        #expect(
            names == [
                "passes", "fails", "R › says waves (example 1.1)", "R › says wavs (example 1.2)", "R › bows",
                "R › nothing",
            ])
    }

    @Test func aFailureOutsideAStepIsAnError() throws {
        let stage = ReportStage(stage: RunnerStage(failsToBegin: true))
        let text = try stage.text(of: "Feature: F\nScenario: S\n* Anna waves\n") { JUnitReport(write: $0) }
        let elements = try XMLReader.elements(in: text)
        #expect(elements.first { $0.name == "error" }?.attributes["message"] == "no stage for S")
        #expect(elements.first?.attributes["errors"] == "1")
        #expect(elements.first?.attributes["failures"] == "0")
    }

    @Test func timesAreTheStorysUntilOthersAreMeasured() throws {
        let story = "Feature: F\nScenario: S\n* Anna waves\n* Anna waves\n"
        var stage = ReportStage()
        stage.change = { $0.timing.storyEnd = .seconds(90) }
        #expect(try Self.times(stage, story) == ["90.000", "90.000", "90.000", "story"])
        stage.isMeasured = true
        stage.change = { ($0.timing.storyEnd, $0.timing.wall) = (.seconds(90), .milliseconds(1_021)) }
        #expect(try Self.times(stage, story) == ["2.042", "2.042", "2.042", "wall"])
    }

    @Test("a measured run in which no step is played names the same clock as one with steps")
    func measuredRunWithoutSteps() throws {
        var stage = ReportStage()
        stage.isMeasured = true
        #expect(try Self.times(stage, "Feature: F\nScenario: S\n") == ["0.000", "0.000", "0.000", "wall"])
    }

    /// Returns the times of the run, of its suite and of its case, and the name of the clock that measured them.
    private static func times(_ stage: ReportStage, _ story: String) throws -> [String?] {
        let elements = try XMLReader.elements(in: try stage.text(of: story) { JUnitReport(write: $0) })
        return ["testsuites", "testsuite", "testcase"].map { name in
            elements.first { $0.name == name }?.attributes["time"]
        } + [elements.first { $0.attributes["name"] == "clock" }?.attributes["value"]]
    }

    @Test func namesAreDistinct() throws {
        var stage = ReportStage()
        stage.rounds = 3
        let story = "Feature: F\nScenario: S\n* Anna waves\nScenario: S\n* Anna waves\n"
        let text = try stage.text(of: story) { JUnitReport(write: $0) }
        let names = try XMLReader.elements(in: text).filter { $0.name == "testcase" }.compactMap {
            $0.attributes["name"]
        }
        #expect(names.count == 6)
        #expect(Set(names).count == 6)
        #expect(names.first == "S (line 2) (round 1)")
    }

    @Test func scenariosThatWereNotReachedAreSkipped() throws {
        var stage = ReportStage()
        stage.options.failsFast = true
        let text = try stage.text(of: ReportStage.everything) { JUnitReport(write: $0) }
        let elements = try XMLReader.elements(in: text)
        #expect(elements.filter { $0.name == "skipped" }.count == 4)
        #expect(elements.filter { $0.name == "testcase" }.count == 6)
        #expect(elements.first { $0.name == "testsuite" }?.attributes["skipped"] == "4")
    }

    @Test func namesCannotBreakIt() throws {
        let text = try ReportStage.hostile().text(of: ReportStage.hostileStory()) { JUnitReport(write: $0) }
        let elements = try XMLReader.elements(in: text)
        #expect(elements.filter { $0.name == "testcase" }.count == ReportStage.hostileNames.count * 2 + 1)
        let shown = elements.filter { $0.name == "testcase" }.map { $0.attributes["name"] ?? "" }
        #expect(shown.contains("a ]]> b <![CDATA[ & <x/> \" ' > \\"))
        #expect(!text.contains("]]>"))
    }
}

/// A minimal XML reader that checks that a text is well formed: matching tags, entities and characters.
struct XMLReader {
    struct Element {
        var name: String
        var attributes: [String: String] = [:]
    }

    struct Complaint: Error {
        var position: Int
    }

    private let scalars: [Unicode.Scalar]
    private var position = 0

    /// Returns every element, in the order of the start tags.
    static func elements(in text: String) throws -> [Element] {
        var reader = XMLReader(scalars: Array(text.unicodeScalars))
        return try reader.elements()
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private mutating func elements() throws -> [Element] {
        let isAllowed = { (scalar: Unicode.Scalar) in
            scalar == "\t" || scalar == "\n"
                || (scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF)
        }
        if let bad = scalars.firstIndex(where: { !isAllowed($0) }) { throw Complaint(position: bad) }
        try take("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        var elements: [Element] = []
        var open: [String] = []
        while position < scalars.count {
            guard scalars[position] == "<" else {
                if try text(until: "<").contains(where: { open.isEmpty && $0 != "\n" }) {
                    throw Complaint(position: position)
                }
                continue
            }
            position += 1
            if scalars[position] == "/" {
                position += 1
                guard name() == open.popLast() else { throw Complaint(position: position) }
                try take(">")
                continue
            }
            var element = Element(name: name())
            while scalars[position] == " " {
                position += 1
                let key = name()
                try take("=\"")
                guard element.attributes.updateValue(try text(until: "\""), forKey: key) == nil else {
                    throw Complaint(position: position)
                }
                position += 1
            }
            elements.append(element)
            if scalars[position] == "/" { position += 1 } else { open.append(element.name) }
            try take(">")
        }
        guard open.isEmpty else { throw Complaint(position: position) }
        return elements
    }

    private mutating func name() -> String {
        var name = ""
        while position < scalars.count, scalars[position].properties.isAlphabetic || scalars[position] == "-" {
            name.unicodeScalars.append(scalars[position])
            position += 1
        }
        return name
    }

    private mutating func take(_ text: String) throws {
        for scalar in text.unicodeScalars {
            guard position < scalars.count, scalars[position] == scalar else { throw Complaint(position: position) }
            position += 1
        }
    }

    private mutating func text(until end: Unicode.Scalar) throws -> String {
        var text = ""
        while position < scalars.count, scalars[position] != end {
            let scalar = scalars[position]
            guard scalar != "<", scalar != ">" else { throw Complaint(position: position) }
            position += 1
            guard scalar == "&" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            guard let close = scalars[position...].firstIndex(of: ";") else { throw Complaint(position: position) }
            let entity = String(String.UnicodeScalarView(scalars[position..<close]))
            let known: [String: Unicode.Scalar] = [
                "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#9": "\t", "#10": "\n", "#13": "\r",
            ]
            guard let meant = known[entity] else { throw Complaint(position: position) }
            text.unicodeScalars.append(meant)
            position = close + 1
        }
        return text
    }
}
