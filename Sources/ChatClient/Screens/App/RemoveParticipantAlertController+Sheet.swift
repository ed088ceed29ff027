package import AppModel
import ChatProtocol
import ChatTerminal

extension RemoveParticipantAlertController {
    /// The alert as a sheet.
    package var sheet: Sheet {
        let who = [participant.shown, participant.handle.map { $0.rawValue }].compactMap { $0 }
        var remove = Sheet.Choice("Remove")
        remove.isDestructive = true
        return Sheet(
            title: title, body: [who.joined(separator: " · "), message], choices: [Sheet.Choice("Cancel"), remove])
    }
}

extension DisplayedPerson {
    /// The name after the picture of the person, or after the initial if there is no picture.
    var shown: String {
        let sign = thumbnail.map { CleanText.line($0) } ?? AttributionPainter.avatars([displayName])
        return (sign.isEmpty ? "" : sign + " ") + CleanText.line(displayName)
    }
}
