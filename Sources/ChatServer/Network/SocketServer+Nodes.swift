import ChatEngine
import ChatLog
import ChatSystem

/// What other servers say is waited for in the same poller as everything else.
extension SocketServer {
    /// A descriptor of this server's own for where they are heard: the other one may be closed, and its number given to
    /// somebody else, by whoever owns it.
    struct ChannelWatch {
        let descriptor: Int32
        let generation: Int
    }

    /// Reads what other servers say.
    func hearOthers() {
        engine.channel?.read()
        watchChannel()
    }

    /// Watches where other servers are heard, which is another place after each connection that was lost.
    func watchChannel() {
        guard let channel = engine.channel else { return }
        let found = channel.descriptor
        if let watch = channelWatch {
            guard found == nil || watch.generation != channel.generation else { return }
            poller.unwatch(watch.descriptor)
            Syscalls.close(watch.descriptor)
            channelWatch = nil
        }
        guard let found, let own = try? Syscalls.duplicate(found) else { return }
        channelWatch = ChannelWatch(descriptor: own, generation: channel.generation)
        _ = poller.watch(own, token: Self.channelToken)
    }
}
