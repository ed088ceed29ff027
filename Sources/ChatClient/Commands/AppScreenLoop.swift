import ChatScreens
import ChatSession
import ChatSystem
import ChatTerminal

/// The screen of an app: reads keys and draws cells, until the person quits.
final class AppScreenLoop {
    private let line: AppLine
    private let palette: Palette

    init(_ line: AppLine, palette: Palette) {
        self.line = line
        self.palette = palette
    }

    /// Takes over the terminal until the person quits.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 {
        ScreenTerminal.own(palette, failing: ClientCommand.failScreen) { terminal in
            guard let runtime = line.runtime else { return 1 }
            runtime.size = terminal.mode.size
            line.pump()
            while true {
                terminal.show(AppScreen.render(runtime.state, messages: line.shownMessages, size: runtime.size))
                let ready = line.wait(besides: terminal.descriptors, milliseconds: terminal.patience)
                if ready[1].canRead, terminal.takeEvents() {
                    runtime.resize(to: terminal.mode.size)
                    line.pump()
                }
                guard let keys = terminal.keys(canRead: ready[0].canRead) else { return 0 }
                for key in keys {
                    let wasSettled = line.isSettled
                    for action in runtime.apply(key) {
                        switch action {
                        case .quit: return 0
                        case .redraw: terminal.forget()
                        case .suspend: terminal.mode.suspend()
                        case .copy(let text):
                            terminal.mode.copy(text)
                            runtime.tell("Copied, where the terminal lets a program do so")
                        case .openShareSheet, .open, .leave, .reply, .closeReply, .remove, .restore, .readMore,
                            .readMoreDocuments, .openLink, .openAgain, .create, .edit, .comment, .rename, .delete,
                            .openPanel,
                            .messagePeople, .chooseContent, .share, .sharing, .invite, .removePerson, .saveSharing,
                            .finishSharing, .closeSharing, .clearJobs, .readJobs, .discardTexts:
                            break
                        }
                    }
                    line.pump()
                    // Keys that were typed ahead are meant for the screen that shows the answer.
                    if wasSettled { line.settle(milliseconds: 200) }
                }
            }
        }
    }
}
