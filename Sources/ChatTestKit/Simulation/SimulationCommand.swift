/// `chat-simulator`: simulated lives, seed by seed.
public enum SimulationCommand {
    /// Runs it.
    public static func run(_ words: [String]) -> Int32 {
        if words.contains("-d") {
            for defect in Defect.allCases {
                let seed = (1...100).first { Simulation(History(seed: UInt64($0)), defect: defect).run() != nil }
                let f = seed.flatMap { Simulation(History(seed: UInt64($0)), defect: defect).run() }
                print("\(defect) \(seed ?? -1) \(f.map(String.init(describing:)) ?? "NOT FOUND")")
            }
            return 0
        }
        let seeds = words.compactMap { UInt64($0) }
        var kinds: [String: Int] = [:]
        defer { print(kinds.sorted { $0.value > $1.value }) }
        for seed in seeds[0]...seeds[1] {
            let simulation = Simulation(History(seed: seed))
            if words.contains("-v") { simulation.trace = { print($0) } }
            defer { for f in simulation.model.facts { kinds[f.kind, default: 0] += 1 } }
            if let failure = simulation.run() { print("seed \(seed) \(failure)") }
            if words.contains("-v") { print("facts \(simulation.model.end) lived \(simulation.lived / 3_600_000) h fp \(simulation.fingerprint)") }
        }
        return 0
    }
}
