import ChatSystem

/// The command `chat-simulator`, which runs one seed after the other until a simulation fails.
public enum SimulationCommand {
    static let description = CommandDescription(
        "chat-simulator", "simulate people, devices, apps and faults on the real server",
        help: """
            Runs the real server in one thread through weeks of simulated time. Simulated people use it with several
            devices and apps, while connections break, servers are killed and disks fail. A seed decides everything
            that happens in a run. A failure is printed as the shortest history that still fails, with the command that
            replays it.

            usage: script/simulate [options]

              --seeds A..B    runs these seeds (default: 1..1000)
              --minutes M     stops after M minutes; without --seeds, runs as many seeds as fit
              --seed N        runs only this seed
              --steps LIST    runs only these steps of each history, such as 3,17,42
              --length N      the number of steps of a history (default: 150)
              --nodes N       the number of servers on one log, 1 to 5 (default: 1); two or more share two worlds
              --folder DIR    stores the log as an SQLite file in DIR, on a simulated disk that fails
              --defect NAME   plants a defect, which the checks must find
              --defects       lists the defects, each with the number of seeds that it takes to find it
              --trace         prints each step of each run
              --help          prints this text

            exit status: 0 no failure, 1 a failure was found, 2 bad usage

            """)

    /// Runs the command.
    ///
    /// - Parameter words: The words after the program's name.
    /// - Returns: The exit status.
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
