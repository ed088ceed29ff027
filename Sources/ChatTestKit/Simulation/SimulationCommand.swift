import ChatOptions
import ChatSystem

/// `chat-simulator`: simulated lives, seed by seed, until one fails.
public enum SimulationCommand {
    static let description = CommandDescription(
        "chat-simulator", "simulate lives",
        help: """
            Simulates weeks of the lives of persons with several devices and apps, each from one seed, on the real server
            in one thread: lines that are cut, a server that is killed, a disk that fails. What is not as it must be is
            shown as the shortest history that shows it, and the command that replays it.

            usage: script/simulate [options]

              --seeds A..B    the seeds; 1..1000 if left out
              --minutes M     stop after so many minutes; without --seeds go on for as long
              --seed N        this seed alone
              --steps LIST    of its history these steps alone, such as 3,17,42
              --length N      how many steps a history has; 150 if left out
              --nodes N       so many servers on one log; 1 if left out. Several write to a second world, too
              --folder DIR    with its log in a file in that folder, whose disk fails below SQLite
              --defect NAME   plant a defect, which must be found
              --defects       list the defects, each with within how many seeds it is found
              --trace         say what happens in each step
              --help          this text

            exit status: 0 all was as it must be, 1 it was not, 2 bad usage

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
            guard let run = SimulationRun(words) else { return refuse("a value is none: see --help") }
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
