package import ChatConnection

/// `chat-client play`: reads scenarios, plays each on a stage of its own, and tells what came of it.
package enum PlayCommand {
    /// The exit status when all passed.
    package static let passed: Int32 = 0
    /// The exit status when a scenario failed.
    package static let failed: Int32 = 1
    /// The exit status for words that cannot be followed, a file that cannot be read, and a choice of no scenario.
    static let unusable: Int32 = 2

    /// Plays what the words ask for.
    ///
    /// - Parameters:
    ///   - words: what stands behind `play` on the command line.
    ///   - stage: gives a stage for one scenario: a server within this process, fresh, or a way to the server that
    ///     `--server` names. It is closed when the scenario is over. Not asked in a dry run.
    ///   - environment: the terminal and the clock.
    /// - Returns: the exit status.
    package static func run(
        _ words: [String], stage: @escaping (PlayArguments) throws -> any Stage, environment: PlayEnvironment
    ) -> Int32 {
        do {
            let arguments = try PlayArguments(words, variables: environment.variables)
            if arguments.wantsHelp {
                environment.output(PlayArguments.help)
                return passed
            }
            let run = PlayRun(arguments: arguments, stage: stage, environment: environment)
            return arguments.watches ? PlayWatch(run).follow() : try run.play()
        } catch {
            environment.complaints("chat-client play: \(error)\n")
            return unusable
        }
    }
}
