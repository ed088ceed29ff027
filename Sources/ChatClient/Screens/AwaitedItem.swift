import AppModel
import ChatTerminal

/// An item that the composer of a conversation gets as soon as the server has answered how it can be shared.
package struct AwaitedItem: Equatable, Sendable {
    /// The title of the item.
    var title: String
    /// The conversation.
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
    /// Adds an item of a share sheet. A composer gets a link once.
    mutating func startAwaiting(_ context: ShareContext, for conversation: String) {
        endAwaiting { $0.context?.item == context.item && $0.conversation == conversation }
        awaited.append(AwaitedItem(title: context.item.title, conversation: conversation, context: context))
    }

    /// Adds the item of `/share`.
    package mutating func startAwaiting(_ wish: ShareWish) {
        awaited.append(AwaitedItem(title: wish.title, conversation: wish.conversation))
    }

    /// Removes the item of `/share`.
    ///
    /// - Returns: false if the person has cancelled it.
    package mutating func endAwaiting(_ wish: ShareWish) -> Bool {
        endAwaiting { $0.context == nil && ($0.title, $0.conversation) == (wish.title, wish.conversation) }
    }

    /// Removes the first item that fits, and the refusal of Return because of it.
    ///
    /// - Returns: true if there was one.
    @discardableResult
    mutating func endAwaiting(where fits: (AwaitedItem) -> Bool) -> Bool {
        guard let index = awaited.firstIndex(where: fits) else { return false }
        let item = awaited.remove(at: index)
        if refusals[item.conversation] == item.sentence { refusals[item.conversation] = nil }
        if hint == item.sentence { hint = nil }
        return true
    }

    /// Returns why the first Return in a conversation does not send the text; nil if nothing is awaited there.
    mutating func holdText(in id: String) -> String? {
        let held = awaited.last { $0.conversation == id && $0.holdsText }
        for index in awaited.indices where awaited[index].conversation == id { awaited[index].holdsText = false }
        return held?.sentence
    }
}

extension ChatState {
    /// True if the composer of the open conversation gets an item after an answer of the server.
    package var awaitsItem: Bool { view.awaited.contains { $0.conversation == view.selected } }
}

extension ChatUpdate {
    /// Cancels the newest share in the open conversation that waits for the server.
    ///
    /// - Returns: true if there was one.
    mutating func cancelAwaited() -> Bool {
        guard let item = state.view.awaited.last(where: { $0.conversation == state.view.selected }) else {
            return false
        }
        state.view.endAwaiting { $0 == item }
        state.view.hint = "The share of “\(CleanText.line(item.title))” was cancelled"
        return true
    }
}
