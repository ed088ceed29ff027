extension ContractText {
    /// The OpenRPC document as `rpc.discover` answers it: on one line.
    public static var openRPCLine: [UInt8] {
        Array(openRPC.split(separator: "\n").map { $0.drop { $0 == " " } }.joined().utf8)
    }
}
