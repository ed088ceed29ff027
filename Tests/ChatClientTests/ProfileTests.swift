import ChatSystem
import Testing

@testable import ChatClient

@Suite struct ProfileTests {
    private func expand(_ words: [String], _ text: String) throws -> [String] {
        let folder = "/tmp/understudy-test-\(UInt64.random(in: .min ... .max))"
        defer { _ = try? ChildProcess.output(of: ["rm", "-rf", folder]) }
        try PrivateFile.makeDirectories(above: folder + "/understudy/profiles.json")
        try FileSystem.create(folder + "/understudy/profiles.json", with: Array(text.utf8))
        return try Profile.expand(words, environment: ["XDG_CONFIG_HOME": folder])
    }

    @Test func itsWordsStandInItsPlace() throws {
        let text = #"{"work":["--as","anna","127.0.0.1:7400","--quiet"]}"#
        #expect(try expand(["--profile", "work"], text) == ["--as", "anna", "127.0.0.1:7400", "--quiet"])
        #expect(try expand(["--plain"], text) == ["--plain"])
        #expect(
            try expand(["--profile", "work", "--as", "bea"], text) == ["127.0.0.1:7400", "--quiet", "--as", "bea"],
            "the command line counts")
        #expect(try expand(["--profile", "work", "--quiet"], text) == ["--as", "anna", "127.0.0.1:7400", "--quiet"])
    }

    @Test(arguments: [
        (#"{"work":["#, "profiles.json"), (#"{"work":"anna"}"#, "must be a list of words"),
        (#"{"other":[]}"#, "available: other"),
    ])
    func anInvalidOrMissingProfileNamesTheProblem(_ text: String, _ words: String) throws {
        do {
            _ = try expand(["--profile", "work"], text)
            Issue.record("it was taken")
        } catch {
            #expect("\(error)".contains(words), "\(error)")
        }
    }
}
