package import AppModel
import ChatProtocol
import ChatTerminal

extension RemoveParticipantAlertController {
    /// As it is drawn.
    package var sheet: Sheet {
        let who = [participant.shown, participant.handle.map { $0.rawValue }].compactMap { $0 }
        var remove = Sheet.Choice("Remove")
        remove.isDestructive = true
        return Sheet(
            title: title, body: [who.joined(separator: " · "), message], choices: [Sheet.Choice("Cancel"), remove])
    }
}

extension DisplayedPerson {
    /// The name with the picture before it, or the initial in its place.
    var shown: String {
        let sign = thumbnail.map { CleanText.line($0) } ?? AttributionPainter.avatars([displayName])
        return (sign.isEmpty ? "" : sign + " ") + CleanText.line(displayName)
    }
}
