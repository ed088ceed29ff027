import NIOCore

/// One connection: its first line says its room, and every later one goes to the others of it.
final class RelayHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let house: House
    private var room: Room?
    private var speaks = false
    /// What came and is no whole line yet.
    private var rest: ByteBuffer?

    init(_ house: House) { self.house = house }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if var whole = rest.take() {
            whole.writeBuffer(&bytes)
            bytes = whole
        }
        if room == nil, let end = bytes.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
            let line = bytes.readString(length: end - bytes.readerIndex) ?? ""
            bytes.moveReaderIndex(forwardBy: 1)
            guard enter(line, context) else { return context.close(promise: nil) }
        }
        if let room, let last = bytes.readableBytesView.lastIndex(of: UInt8(ascii: "\n")),
            let lines = bytes.readSlice(length: last + 1 - bytes.readerIndex), speaks
        {
            room.say(lines, by: context.channel)
        }
        if bytes.readableBytes > 0 { rest = bytes }
    }

    func channelInactive(context: ChannelHandlerContext) { room?.leave(context.channel) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func enter(_ line: String, _ context: ChannelHandlerContext) -> Bool {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, ["SUB", "PUB", "MEM"].contains(words[0]) else { return false }
        let room = house.room(String(words[1]))
        speaks = words[0] != "SUB"
        if words[0] != "PUB" { room.enter(context.channel) }
        self.room = room
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: "OK\n")), promise: nil)
        return true
    }
}

extension Optional {
    /// What is in it, which is then no longer in it.
    fileprivate mutating func take() -> Wrapped? {
        defer { self = nil }
        return self
    }
}
