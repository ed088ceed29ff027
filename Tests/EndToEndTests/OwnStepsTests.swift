import ChatSystem
import ChatTestKit
import Testing

@testable import ChatScenario
@testable import TestSupport

/// Steps that a program performs: a small program in shell, and the errors that programs can make.
@Suite struct OwnStepsTests {
    /// Returns a shell program that reads each request, and answers it by its text.
    ///
    /// - Parameter run: The shell commands for `step.run`; `$line` is the request, and `$id` its number.
    private static func program(_ run: String, list: String = Self.list, end: String = "") -> String {
        """
        while read -r line; do
          id=${line#*\\"id\\":}; id=${id%%[!0-9]*}
          case $line in
            *steps.list*) printf '{"jsonrpc":"2.0","id":%s,"result":{"steps":[%s]}}\\n' "$id" '\(list)' ;;
            *) \(run) ;;
          esac
        done
        \(end)
        """
    }

    private static let list = """
        {"phrase":"the backend greets {persons} {count} times after {duration} in {conversation}","summary":"Greets.",\
        "example":"the backend greets Anna and Bea 2 times after 1 minute in \\"Trip\\""},\
        {"phrase":"the backend has written:","argument":"docString","check":true}
        """

    private static let fine = #"printf '{"jsonrpc":"2.0","id":%s,"result":{}}\n' "$id""#

    private static let story = """
        Feature: F
          Scenario: S
            Given a conversation "Trip" between Anna and Bea
            When the backend greets Anna and Bea 2 times after 1 minute in "Trip"
            Then Bea sees no notice in "Trip"

        """

    private static func play(_ program: String, story: String = Self.story, _ words: [String] = []) throws -> PlayedText
    {
        try PlayedText.play(
            story: story, words: ["--steps", program, "--report", "summary"] + words,
            stage: { arguments in
                if arguments.needsSocket { return try LocalServer() }
                return try EmbeddedServer()
            })
    }

    @Test func aProgramDoesWhatNoPhraseSays() throws {
        let played = try Self.play(Self.program(Self.fine))
        #expect(played.complaints == "")
        #expect(played.output.hasSuffix("3 steps: 3 passed\n1 passed, 0 failed\n"))
    }

    @Test func itIsToldAllThatTheStepSays() throws {
        let told =
            #"printf '{"jsonrpc":"2.0","id":%s,"error":{"message":"told","data":{"actual":%s}}}\n' "$id" "$line""#
        let output = try Self.play(Self.program(told)).output
        #expect(output.contains("told\n"))
        for piece in [
            #""arguments":[["Anna","Bea"],2,60000,"Trip"]"#, #""people":{"Anna":"anna","Bea":"bea"}"#,
            #""world":"main""#,
            #""server":"127.0.0.1:"#, #""text":"the backend greets Anna and Bea 2 times after 1 minute in \"Trip\"""#,
            #""scenario":{"name":"S","file":"#,
        ] {
            #expect(output.contains(piece), "\(piece)")
        }
    }

    @Test func itReachesTheServerThatIsPlayedOn() throws {
        let port = "${UNDERSTUDY_SERVER##*:}"
        let said =
            #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"role":"observer","world":"'$UNDERSTUDY_WORLD'"}}"#
        // The story needs a shell with sockets, and is skipped without one.
        let bash = """
            exec 3<>"/dev/tcp/127.0.0.1/\(port)"; printf '%s\\n' '\(said)' >&3; read -r answer <&3; \
            printf '{"jsonrpc":"2.0","id":%s,"error":{"message":"met","data":{"actual":%s}}}\\n' "$id" "$answer"
            """
        guard (try? FileSystem.kind(of: "/bin/bash")) == .file else { return }
        let script = Self.program(bash).split(separator: "'").joined(separator: "'\\''")
        let output = try Self.play("exec /bin/bash -c '\(script)'").output
        #expect(output.contains("met\n"))
        #expect(output.contains(#""protocol":1"#))
    }

    @Test(arguments: [
        ("exit 7", "the step program ended with exit status 7 before it answered"),
        ("echo oops >&2; kill -9 $$", "the step program ended with signal 9 before it answered"),
        ("echo hello", "the step program's answer is not valid JSON"),
        (#"echo '{"jsonrpc":"2.0","id":99,"result":{}}'"#, "the step program's line is not an answer to request 1"),
        (#"echo "{\"id\":$id}""#, "an answer has a result, or an error with a message"),
        ("head -c 2000000 /dev/zero | tr '\\0' x", "the step program answered with more than 1048576 bytes"),
    ])
    func aFaultOfTheStepProgramFailsTheStep(run: String, problem: String) throws {
        let played = try Self.play(Self.program(run))
        #expect(played.status == 1)
        #expect(played.output.contains(problem))
        #expect(played.output.hasSuffix("3 steps: 1 passed, 1 failed, 1 skipped\n0 passed, 1 failed\n"))
    }

    @Test func itsLastWordsAreShown() throws {
        let output = try Self.play(Self.program("echo no database >&2; exit 1")).output
        #expect(output.contains("actual:   no database"))
    }

    @Test func aProgramThatEndsBadlyFailsTheScenario() throws {
        let played = try Self.play(Self.program(Self.fine, end: "exit 4"))
        // The first run of the program, which only lists its steps, ends with exit status 4 too.
        #expect(played.status == 2)
        let later = "[ -n \"$UNDERSTUDY_SERVER\" ] && exit 4; exit 0"
        let output = try Self.play(Self.program(Self.fine, end: later)).output
        #expect(output.contains("the step program ended with exit status 4"))
        #expect(output.hasSuffix("3 steps: 3 passed\n0 passed, 1 failed\n"))
    }

    @Test(arguments: [
        ("", "exit 3", "ended with exit status 3 before it answered"),
        (#"{"phrase":"{person} pins {url} in {conversation}"}"#, "", "could match the same step"),
        (#"{"phrase":"{nobody} waves"}"#, "", "result.steps[0].phrase"),
        (#"{"phrase":"it waves","argument":"two"}"#, "", "must be none, table or docString, not “two”"),
        (#"{"summary":"Waves."}"#, "", "result.steps[0].phrase"),
    ])
    func anInvalidStepListEndsTheRunBeforeItBegins(list: String, instead: String, problem: String) throws {
        let played = try Self.play(instead.isEmpty ? Self.program(Self.fine, list: list) : instead)
        #expect(played.status == 2)
        #expect(played.output == "")
        #expect(played.complaints.contains(problem), "\(played.complaints)")
    }

    @Test func aDryRunKnowsItsSteps() throws {
        let story =
            Self.story
            + "    And the backend has written:\n      \"\"\"\n      x\n      \"\"\"\n    And the backend sings\n"
        let played = try Self.play(Self.program("exit 9"), story: story, ["--dry-run"])
        #expect(played.output.contains("the backend sings"))
        #expect(played.output.hasSuffix("5 steps: 4 skipped, 1 undefined\n0 passed, 1 failed\n"))
    }

    @Test func everyScenarioHasARunOfItsOwn() throws {
        // The program reports the number of requests that it got: a second scenario starts at one again.
        let counts = #"printf '{"jsonrpc":"2.0","id":%s,"error":{"message":"asked %s times"}}\n' "$id" "$id""#
        let again = Self.story.split(separator: "\n").dropFirst().joined(separator: "\n")
        let output = try Self.play(Self.program(counts), story: Self.story + again + "\n").output
        #expect(output.split(separator: "\n").count { $0.hasSuffix("asked 1 times") } == 2)
    }

    @Test func theFileBesideTheFeaturesIsFound() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.story, to: "a.feature")
        try folder.write("#!/bin/sh\n" + Self.program(Self.fine), to: "steps")
        // A file that is not executable is no step program.
        #expect(try StepProgram.file(beside: [folder.path]) == nil)
        try folder.makeExecutable("steps")
        #expect(try StepProgram.file(beside: [folder.path]) == folder.path + "/steps")
        #expect(try StepProgram.file(beside: [folder.path + "/a.feature:2", folder.path]) == folder.path + "/steps")
        let played = PlayedText.play([folder.path, "--report", "summary"], stage: { _ in try LocalServer() })
        #expect(played.output.hasSuffix("1 passed, 0 failed\n"))
        let none = PlayedText.play([folder.path, "--report", "summary", "--steps", ""])
        #expect(none.output.hasSuffix("0 passed, 1 failed\n"))
    }
}
