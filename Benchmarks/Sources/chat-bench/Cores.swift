import CEpoll

/// Which cores this process runs on, and a server that it starts. Left alone, the kernel often puts two who talk with
/// each other on one core, where they take turns, and in the next round on two: twice as fast, for nothing they did.
struct Cores {
    /// The cores that there are for all of it.
    private let all: [Int]

    init() {
        var bits = [UInt8](repeating: 0, count: 128)
        get_cores(&bits, bits.count)
        all = (0..<bits.count * 8).filter { bits[$0 / 8] & 1 << UInt8($0 % 8) != 0 }
    }

    func useThoseOfServer() { use(all.dropLast()) }

    /// The last one, where there are two or more.
    func useThatOfGenerator() { use(all.suffix(1)) }

    func useAll() { use(all[...]) }

    private func use(_ cores: ArraySlice<Int>) {
        guard all.count > 1 else { return }
        var bits = [UInt8](repeating: 0, count: 128)
        for core in cores { bits[core / 8] |= 1 << UInt8(core % 8) }
        set_cores(bits, bits.count)
    }
}
