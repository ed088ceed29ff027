import AppModel
import ChatTerminal

/// An item that the composer of a conversation receives once the server has answered how it can be shared.
package struct AwaitedItem: Equatable, Sendable {
    /// The title of the item.
    var title: String
    /// The id of the conversation.
    package internal(set) var conversation: String
    /// The item, if it was chosen on a share sheet; nil for `/share`.
    package internal(set) var context: ShareContext?
    /// True until Return was refused: the next one sends the text without the item.
    var holdsText = true

    /// The sentence that refuses Return.
    fileprivate var sentence: String {
        "“\(CleanText.line(title))” is not staged yet: Return again sends the text without it"
    }
}

extension ViewState {
    /// Starts to wait for an item of a share sheet. The same link is awaited only once in a conversation.
    mutating func startAwaiting(_ context: ShareContext, for conversation: String) {
        endAwaiting { $0.context?.item == context.item && $0.conversation == conversation }
        awaited.append(AwaitedItem(title: context.item.title, conversation: conversation, context: context))
    }

    /// Starts to wait for the item of `/share`.
    package mutating func startAwaiting(_ wish: ShareWish) {
        awaited.append(AwaitedItem(title: wish.title, conversation: wish.conversation))
    }

    /// Stops waiting for the item of `/share`.
    ///
    /// - Returns: False if the person has cancelled it.
    package mutating func endAwaiting(_ wish: ShareWish) -> Bool {
        endAwaiting { $0.context == nil && ($0.title, $0.conversation) == (wish.title, wish.conversation) }
    }

    /// Removes the first awaited item that fits, and the refusal of Return that it caused.
    ///
    /// - Returns: True if an item was removed.
    @discardableResult
    mutating func endAwaiting(where fits: (AwaitedItem) -> Bool) -> Bool {
        guard let index = awaited.firstIndex(where: fits) else { return false }
        let item = awaited.remove(at: index)
        if refusals[item.conversation] == item.sentence { refusals[item.conversation] = nil }
        if hint == item.sentence { hint = nil }
        return true
    }

    /// Returns the reason why the first Return in a conversation does not send the text; nil if no item is awaited
    /// there.
    mutating func holdText(in id: String) -> String? {
        let held = awaited.last { $0.conversation == id && $0.holdsText }
        for index in awaited.indices where awaited[index].conversation == id { awaited[index].holdsText = false }
        return held?.sentence
    }
}

extension ChatState {
    /// True if the composer of the open conversation waits for an item from the server.
    package var awaitsItem: Bool { view.awaited.contains { $0.conversation == view.selected } }
}

extension ChatUpdate {
    /// Cancels the newest share of the open conversation that waits for the server.
    ///
    /// - Returns: True if a share was cancelled.
    mutating func cancelAwaited() -> Bool {
        guard let item = state.view.awaited.last(where: { $0.conversation == state.view.selected }) else {
            return false
        }
        state.view.endAwaiting { $0 == item }
        state.view.hint = "The share of “\(CleanText.line(item.title))” was cancelled"
        return true
    }
}
