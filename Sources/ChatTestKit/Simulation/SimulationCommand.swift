import ChatOptions
import ChatSystem

/// `chat-simulator`: simulated lives, seed by seed, until one fails.
public enum SimulationCommand {
    static let description = CommandDescription(
        "chat-simulator", "simulate people, devices, apps and faults",
        help: """
            Simulates weeks of people with several devices and apps, each run from one seed, on the real server in one
            thread: connections are cut, servers are killed, disks fail. A failure is reported as the shortest history
            that causes it, with the command that replays it.

            usage: script/simulate [options]

              --seeds A..B    the seeds (default: 1..1000)
              --minutes M     stops after M minutes; without --seeds it continues until then
              --seed N        only this seed
              --steps LIST    only these steps of its history, such as 3,17,42
              --length N      the number of steps of a history (default: 150)
              --nodes N       the number of servers on one log (default: 1); several write to a second world, too
              --folder DIR    stores the log in a file in that folder, whose disk fails below SQLite
              --defect NAME   plants a defect, which must be found
              --defects       lists the defects, each with the number of seeds that find it
              --trace         prints each step
              --help          this text

            exit status: 0 no failure, 1 a failure was found, 2 bad usage

            """)

    /// Runs the command.
    ///
    /// - Parameter words: the words after the program's name.
    /// - Returns: the exit status.
    public static func run(_ words: [String]) -> Int32 {
        do throws(OptionFault) {
            let words = try OptionWords(words, of: description)
            if words.wantsHelp {
                StandardStream.output.write(description.help)
                return 0
            }
            if words.has("--defects") {
                for defect in Defect.allCases {
                    StandardStream.output.write("\(defect.rawValue) (\(defect.seeds)): \(defect.sentence)\n")
                }
                return 0
            }
            guard let run = SimulationRun(words) else { return refuse("an option has an invalid value: see --help") }
            return run.run { StandardStream.output.write($0 + "\n") }
        } catch {
            return refuse(error.line(of: "chat-simulator", help: "chat-simulator --help"))
        }
    }

    private static func refuse(_ line: String) -> Int32 {
        StandardStream.error.write("chat-simulator: \(line)\n")
        return 2
    }
}
