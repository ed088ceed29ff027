package import AppFrameworks
package import ChatProtocol

/// The sharing controller's screens as sheets: what a person sees of them, and what each row does. Pure.
package enum CloudSharingSheet {
    /// What a row of a screen does.
    package enum Deed: Hashable, Sendable {
        /// Shows somebody, and what may be done about them.
        case person(Handle)
        /// Asks for people.
        case addPeople
        /// The next choice of access.
        case access(Share.Access)
        /// The other permission for everybody.
        case permission(Share.Permission)
        /// Lets participants add people, or no longer.
        case inviting(Bool)
        /// Sends the link to the people who are added, or does not.
        case sendsLink(Bool)
        /// Puts the link on the clipboard.
        case copyLink
        /// Leaves.
        case leave
        /// Stops sharing.
        case stop
        /// Makes somebody an administrator, or no longer.
        case administrator(Handle)
        /// Everything is chosen: asks where the link goes.
        case send
        /// Sends the link there.
        case sendTo(ConversationID)
        /// Yes, to a question.
        case confirm
        /// No.
        case cancel
    }

    /// A screen as a sheet, with what each of its choices does.
    package struct Drawn: Equatable, Sendable {
        /// As it is drawn.
        var sheet: Sheet
        /// One for each choice.
        package var deeds: [Deed]
        /// Whether something would be lost if it were closed now.
        var hasChanges = false
        /// What its keys do, for the line at the foot.
        var keys = ["Esc close", "↵ change", "d done", "x remove", "a administrator"]

        package init(sheet: Sheet, deeds: [Deed], keys: [String]? = nil) {
            (self.sheet, self.deeds) = (sheet, deeds)
            if let keys { self.keys = keys }
        }
    }

    /// What the controller shows now: its question where one waits, else its screen.
    package static func drawn(_ controller: CloudSharingController, focus: Int = 0) -> Drawn {
        if let question = controller.confirmation { return drawn(question, focus: focus) }
        var drawn: Drawn
        switch controller.screen {
        case .invitation(let screen):
            drawn = self.drawn(screen, focus: focus, names: controller.container?.names ?? { $0.defaultName })
        case .people(let screen):
            drawn = self.drawn(screen, focus: focus, names: controller.container?.names ?? { $0.defaultName })
        case .ended: return Drawn(sheet: Sheet(title: "Not shared", body: ["It is not shared any more."]), deeds: [])
        }
        drawn.hasChanges = controller.hasUnsavedChanges
        return drawn
    }

    package static let questionKeys = ["Esc cancel", "↵ choose", "↑↓"]

    /// A question: what follows, by name.
    package static func drawn(_ question: SharingConfirmation, focus: Int) -> Drawn {
        var confirm = Sheet.Choice(question.confirmTitle)
        confirm.isDestructive = true
        return Drawn(
            sheet: Sheet(
                title: question.title, body: [question.message], choices: [Sheet.Choice("Cancel"), confirm],
                focus: min(1, max(0, focus))),
            deeds: [.cancel, .confirm], keys: questionKeys)
    }

    /// Where the link goes: the conversations as the system lists them.
    package static func drawn(_ places: [(id: ConversationID, title: String)], focus: Int) -> Drawn {
        var drawn = Drawn(
            sheet: Sheet(
                title: "Send the link to", leading: "Cancel",
                body: [places.isEmpty ? "You are in no conversation." : "It is sent once the share is saved."]),
            deeds: [], keys: questionKeys)
        for place in places { drawn.add(place.title, .sendTo(place.id)) }
        drawn.add("Cancel", .cancel)
        drawn.focus(on: focus)
        return drawn
    }

    /// The People screen.
    static func drawn(_ screen: PeopleScreen, focus: Int, names: (Handle) -> String) -> Drawn {
        var drawn = Drawn(
            sheet: Sheet(
                title: "\(screen.thumbnail) \(screen.title)", leading: "Cancel",
                trailing: screen.hasChanges ? "Done" : nil, body: [screen.summary]),
            deeds: [])
        drawn.add(screen.rows)
        if screen.actions.contains(.addPeople) { drawn.add("Add People…", .addPeople) }
        if let invitation = screen.invitation {
            drawn.add(
                invitation.title(names: names), .sendsLink(!screen.sendsLink), value: screen.sendsLink ? "on" : "off")
        }
        if screen.actions.contains(.changeAccess) { drawn.add(screen.access) }
        if screen.actions.contains(.changePermission) { drawn.add(screen.permission) }
        if screen.actions.contains(.changeInviting) {
            drawn.add(inviting: screen.allowsInviting)
        }
        if screen.actions.contains(.copyLink) { drawn.add("Copy Link", .copyLink, below: "Sharing") }
        if screen.actions.contains(.leave) { drawn.add("Remove Me", .leave, below: "Sharing") }
        if screen.actions.contains(.stop) { drawn.add("Stop Sharing", .stop, below: "Sharing") }
        drawn.focus(on: focus)
        return drawn
    }

    /// The Invitation screen.
    static func drawn(_ screen: InvitationScreen, focus: Int, names: (Handle) -> String) -> Drawn {
        var drawn = Drawn(
            sheet: Sheet(
                title: "\(screen.thumbnail) \(screen.title)", leading: "Cancel",
                trailing: screen.canSend ? "Send" : nil,
                body: [screen.canSend ? "The link is sent once it is saved." : "Add somebody to send the link to."]),
            deeds: [])
        for person in screen.people { drawn.add(names(person), .person(person), value: "To be invited") }
        if screen.canAddPeople { drawn.add("Add People…", .addPeople) }
        if screen.accessChoices.count > 1 { drawn.add(screen.access) }
        if screen.permissionChoices.count > 1 { drawn.add(screen.permission) }
        if screen.canAllowInviting { drawn.add(inviting: screen.allowsInviting) }
        // While it is disabled there is no such row, and the text says why.
        if screen.canSend { drawn.add("Send", .send, below: "Link") }
        drawn.focus(on: focus)
        return drawn
    }
}

extension CloudSharingSheet.Drawn {
    /// Adds a row; the first below a heading has it.
    package mutating func add(
        _ label: String, _ deed: CloudSharingSheet.Deed, value: String = "", below heading: String? = nil
    ) {
        let isFirst = sheet.choices.last { $0.heading != nil }?.heading != heading
        var choice = Sheet.Choice(label, value: value, heading: isFirst ? heading : nil)
        choice.isDestructive = deed == .leave || deed == .stop
        if case .person(let handle) = deed { choice.subject = handle.rawValue }
        sheet.choices.append(choice)
        deeds.append(deed)
    }

    /// Adds those who take part.
    package mutating func add(_ people: [PeopleScreen.Row]) {
        for row in people {
            add(
                row.isYou ? "\(row.name) (you)" : row.name, .person(row.handle), value: row.detail, below: "People")
        }
    }

    /// Puts the focus where the person is.
    package mutating func focus(on index: Int) { sheet.focus = max(0, min(index, sheet.choices.count - 1)) }

    fileprivate mutating func add(_ access: Share.Access) {
        add(
            "Who can access", .access(access == .private ? .public : .private),
            value: access == .private ? "Only invited people" : "Anyone with the link", below: "Share Options")
    }

    fileprivate mutating func add(inviting isAllowed: Bool) {
        add(
            "Allow others to invite", .inviting(!isAllowed), value: isAllowed ? "on" : "off", below: "Share Options")
    }

    fileprivate mutating func add(_ permission: Share.Permission) {
        add(
            "Permission", .permission(permission == .readOnly ? .readWrite : .readOnly),
            value: permission == .readWrite ? "Can make changes" : "View only", below: "Share Options")
    }
}
