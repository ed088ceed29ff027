import AppModel
import ChatProtocol
import ChatScreens
import ChatTerminal
import UnderstudyUIKit

/// The system's sharing screens over an app: those of a `UICloudSharingController` that the app presents.
@MainActor final class SharingScreen {
    /// A conversation that can be sent the link.
    typealias Place = (id: ConversationID, title: String)

    let controller: UICloudSharingController
    private let report: (String) -> Void
    private let copy: (String) -> Void
    private var isChoosingPlace = false
    /// The line with the handles of the people to add; nil if the person is not adding people.
    private var people: LineEditor?
    private var closesOnceSaved = false

    /// - Parameters:
    ///   - report: shows a sentence to the person.
    ///   - copy: puts a text on the clipboard.
    init(
        _ controller: UICloudSharingController, report: @escaping (String) -> Void, copy: @escaping (String) -> Void
    ) {
        (self.controller, self.report, self.copy) = (controller, report, copy)
        controller.onEvent = { [weak self] event in self?.follow(event) }
    }

    /// Closes the screens after the save that the person asked for, and after the end of the share.
    private func follow(_ event: UICloudSharingController.Event) {
        switch event {
        case .failed(let error):
            closesOnceSaved = false
            report("\(error)")
        case .gone(let error):
            report("\(error)")
            controller.dismiss(animated: true)
        case .saved:
            let isEnded = controller.withModel { if case .ended = $0.screen { true } else { false } } ?? true
            if closesOnceSaved || isEnded { controller.dismiss(animated: true) }
        }
    }

    /// Returns the screen that the person sees.
    func sheet(focus: Int, places: [Place]) -> SystemSheet? {
        if let people { return sheet(adding: people) }
        let drawn = controller.withModel { model in
            guard isChoosingPlace else { return CloudSharingSheet.drawn(model, focus: focus) }
            let names = model.container?.names ?? { $0.defaultName }
            return CloudSharingSheet.drawn(places, people: model.invitedPeople.map(names), focus: focus)
        }
        guard let drawn else { return nil }
        var system = SystemSheet(sheet: drawn.sheet, subject: ObjectIdentifier(controller))
        system.keys = drawn.keys(at: drawn.sheet.focus, arrows: "↑↓")
        system.page = isChoosingPlace ? "places" : drawn.deeds.contains(.cancel) ? "question" : ""
        system.choose = { [self] in perform(drawn.deeds[$0]) }
        system.finish = { [self] in save() }
        system.cancel = { [self] in
            if isChoosingPlace || drawn.deeds.contains(.cancel) {
                perform(.cancel)
            } else {
                controller.presentationController?.dismissByPerson()
            }
        }
        system.press = { [self] key, row in
            guard drawn.deeds.indices.contains(row), case .person(let handle) = drawn.deeds[row] else { return false }
            switch key {
            case .character("x"): remove(handle)
            case .character("a"): perform(.administrator(handle))
            default: return false
            }
            return true
        }
        return system
    }

    /// Returns the page on which the person names people.
    private func sheet(adding editor: LineEditor) -> SystemSheet {
        var row = Sheet.Choice("Handles:", note: "for example: bea carl")
        row.field = editor
        var system = SystemSheet(
            sheet: Sheet(title: "Add People", leading: "Cancel", choices: [row]), subject: ObjectIdentifier(self))
        system.keys = ["Esc cancel", "↵ add"]
        system.write = { [self] in people = $1 }
        system.choose = { [self] _ in add(editor.text.split { $0 == " " || $0 == "," }.map(String.init)) }
        system.cancel = { [self] in people = nil }
        return system
    }

    private func perform(_ deed: CloudSharingSheet.Deed) {
        switch deed {
        case .addPeople: return people = LineEditor(isOneLine: true)
        case .cancel where isChoosingPlace: return isChoosingPlace = false
        case .choosePlace: return isChoosingPlace = true
        case .sendTo: isChoosingPlace = false
        case .send: closesOnceSaved = true
        default: break
        }
        attempt { model throws(SharingError) in
            if let link = try model.perform(deed) { copy(link) }
        }
    }

    private func add(_ words: [String]) {
        if let wrong = words.first(where: { Handle(typed: $0) == nil }) {
            return report("“\(CleanText.line(String(wrong.prefix(40))))” is not a valid handle")
        }
        let handles = words.compactMap { Handle(typed: $0) }
        let isAdded = attempt { model throws(SharingError) in
            if model.share != nil { return try model.request(.add(handles)) }
            for handle in handles { try model.invite(handle) }
        }
        if isAdded { people = nil }
    }

    private func remove(_ handle: Handle) {
        attempt { model throws(SharingError) in
            if model.share == nil { try model.uninvite(handle) } else { try model.request(.remove([handle])) }
        }
    }

    private func save() {
        closesOnceSaved = true
        attempt { model throws(SharingError) in
            if model.share == nil { try model.send() } else { try model.save() }
        }
    }

    /// Does something on the screens, or shows the reason why the share does not allow it.
    @discardableResult
    private func attempt(_ body: (CloudSharingController) throws(SharingError) -> Void) -> Bool {
        do {
            try controller.withModel { try body($0) }
            return true
        } catch {
            closesOnceSaved = false
            report("\(error)")
            return false
        }
    }
}
