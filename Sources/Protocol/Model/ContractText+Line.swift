extension ContractText {
    /// The OpenRPC document as `rpc.discover` answers it: on one line, made when it is first asked for.
    public static let openRPCLine = Array(openRPC.split(separator: "\n").map { $0.drop { $0 == " " } }.joined().utf8)
}
