package import ChatConnection

/// The command `chat-client play`: reads scenarios, plays each on its own stage, and reports the results.
package enum PlayCommand {
    /// The exit status if all scenarios passed.
    package static let passed: Int32 = 0
    /// The exit status if a scenario failed.
    package static let failed: Int32 = 1
    /// The exit status for an invalid command line, a file that cannot be read, or a choice without scenarios.
    static let unusable: Int32 = 2

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - words: The words after `play` on the command line.
    ///   - stage: Returns a stage for one scenario: a new server within this process, or a connection to the server of
    ///     `--server`. The stage is closed at the end of the scenario. Not called in a dry run.
    ///   - environment: The terminal and the clock.
    /// - Returns: The exit status.
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
