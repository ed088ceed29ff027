import ChatScreens
import ChatTerminal

/// The mouse: its events act on the topmost part of the screen.
extension AppRuntime {
    /// Applies a mouse event.
    ///
    /// - Returns: the actions for the owner of the terminal.
    func apply(_ event: MouseEvent) -> [AppAction] {
        let isFree = state.view.unsaved == nil
        if isFree, state.view.isSharing { return applyToShareSheet(.mouse(event)) }
        if isFree, state.view.reply != nil, state.view.editor == nil {
            guard let inner = AppReplyPainter.event(event, on: size) else { return [] }
            // The conversation is drawn without its hint, which would move its rows.
            if event.kind != .drag, event.kind != .release { forgetHints() }
            _ = renderer.apply(.mouse(inner))
            return []
        }
        let rest = run { $0.apply(.mouse(event)) }
        pump()
        return rest
    }

    /// Applies a key, or a mouse event, to the share sheet over the page.
    ///
    /// - Returns: the actions for the owner of the terminal.
    func applyToShareSheet(_ key: Key) -> [AppAction] {
        let requests = renderer.apply(key)
        pump()
        if state.view.reply == nil, !state.view.isSharing { renderer.takeAway() }
        return requests.compactMap { if case .copy(let text) = $0 { .copy(text) } else { nil } }
    }
}
