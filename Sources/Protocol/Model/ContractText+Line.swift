extension ContractText {
    /// The OpenRPC document on one line, as `rpc.discover` returns it. It is created at the first access.
    public static let openRPCLine = Array(openRPC.split(separator: "\n").map { $0.drop { $0 == " " } }.joined().utf8)
}
