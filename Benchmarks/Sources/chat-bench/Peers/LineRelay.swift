/// What hands lines on unchanged, and neither acknowledges nor keeps them: `limit`, and the same in SwiftNIO.
struct LineRelay: Contender {
    let name: String
    let program: String
    let role: Role
    let promise: String

    static let limit = LineRelay(
        name: "limit", program: "limit", role: .limit,
        promise: "nothing is acknowledged; lines go on unchanged, one thread, one epoll, one call for each receiver")
    static let swiftNIO = LineRelay(
        name: "SwiftNIO", program: "nio-relay", role: .peer,
        promise: "nothing is acknowledged; the same as limit, on one event loop of SwiftNIO")

    var acknowledges: Bool { false }
    var versionArguments: [String]? { nil }

    func arguments(port: UInt16, directory: String) -> [String] { ["\(port)"] }

    /// A connection says its room first, and so can do nothing before it has one.
    func logIn(_ client: Client, as person: String) {}

    func logInAlone(_ client: Client) throws(BenchError) { try enter(client, "MEM alone") }

    func makeRoom(_ name: String, of members: [Member], speakers: Int) throws(BenchError) {
        let line = Array("\(Speech.text)\n".utf8)
        for (seat, member) in members.enumerated() {
            try enter(member.client, "\(seat >= speakers ? "SUB" : speakers == 1 ? "PUB" : "MEM") \(name)")
            member.client.speech = Speech(before: line)
            member.client.deliveryCount = line.count
        }
    }

    func hear(_ bytes: UnsafeBufferPointer<UInt8>, by client: Client) throws(BenchError) -> (Heard, used: Int) {
        let count = client.deliveryCount
        var end = count
        var heard = Heard()
        while end <= bytes.count {
            guard bytes[end - 1] == UInt8(ascii: "\n") else { throw BenchError("\(name) changed a line") }
            heard.delivered += 1
            end += count
        }
        return (heard, end - count)
    }

    private func enter(_ client: Client, _ line: String) throws(BenchError) {
        try client.ask("\(line)\n", until: "OK\n")
    }
}
