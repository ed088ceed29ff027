import ChatConnection
import ChatTestKit
import FoundationEssentials
import Testing

@testable import ChatScenario

/// The result of a play: the exit status, and the text of both outputs.
struct PlayedText {
    var status: Int32
    var output = ""
    var complaints = ""
    var moments: [PlayMoment] = []
    var pauses: [Duration] = []

    /// Plays on embedded servers, each scenario on a fresh one.
    static func play(
        _ words: [String], drawing: Bool = false,
        stage: @escaping (PlayArguments) throws -> any Stage = { _ in try EmbeddedServer() },
        onEvent: ((RunEvent) -> Void)? = nil
    ) -> PlayedText {
        var played = PlayedText(status: -1)
        var environment = PlayEnvironment(
            output: { played.output += $0 }, complaints: { played.complaints += $0 },
            pause: { played.pauses.append($0) })
        if drawing { environment.onMoment = { played.moments.append($0) } }
        environment.onEvent = onEvent
        environment.stageOnAnyThread = { try EmbeddedServer(seed: $0.seed ?? 0) }
        let status = PlayCommand.run(words, stage: stage, environment: environment)
        played.status = status
        return played
    }

    /// Plays one file with that text, which is called `story.feature` and removed afterwards.
    static func play(
        story: String, words: [String] = [], drawing: Bool = false,
        stage: @escaping (PlayArguments) throws -> any Stage = { _ in try EmbeddedServer() },
        onEvent: ((RunEvent) -> Void)? = nil
    ) throws -> PlayedText {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "story.feature")
        try Data(story.utf8).write(to: file)
        var played = play([file.path] + words, drawing: drawing, stage: stage, onEvent: onEvent)
        played.output.replace(folder.path + "/", with: "")
        return played
    }
}

extension String {
    mutating func replace(_ piece: String, with other: String) {
        self = split(separator: piece, omittingEmptySubsequences: false).joined(separator: other)
    }
}
