import ChatScreens

/// The stored unsaved texts of an app's documents, which survive the end of the client.
struct UnsavedTexts {
    /// The texts, the newest last; some are from clients that have ended.
    private(set) var texts: [UnsavedText]
    private let drafts: DraftStore?
    /// The text in the editor as it was stored last; nil if none was.
    private var stored: UnsavedText?

    /// The largest number of texts of an app.
    private static let textsMax = 20

    /// Reads the texts that earlier clients stored.
    ///
    /// - Parameter drafts: nil if nothing outlives the client.
    init(_ drafts: DraftStore?) { (self.drafts, texts) = (drafts, drafts?.loadTexts() ?? []) }

    /// Stores the text in the editor, or removes the stored text of an editor that was closed, and updates the state.
    ///
    /// - Returns: a sentence for the person if the text is not stored.
    mutating func store(_ editor: AppEditor?, _ update: ([UnsavedText]) -> Void) -> String? {
        let text = editor?.unsavedText
        guard text != stored else { return nil }
        for old in [stored, text].compactMap(\.self) { texts.removeAll(where: old.replaces) }
        stored = text
        texts = (texts + [text].compactMap(\.self)).suffix(Self.textsMax)
        update(texts)
        return drafts?.keepTexts(texts).map { "Your text is not stored: \($0)" }
    }

    /// Removes the texts of the document at a link.
    ///
    /// - Returns: the other texts.
    mutating func discard(url: String) -> [UnsavedText] {
        texts.removeAll { $0.url == url }
        _ = drafts?.keepTexts(texts)
        return texts
    }
}
