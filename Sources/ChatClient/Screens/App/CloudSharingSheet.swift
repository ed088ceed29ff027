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
        case .people(let screen): drawn = self.drawn(screen, focus: focus)
        case .ended: return Drawn(sheet: Sheet(title: "Not shared", body: ["It is not shared any more."]), deeds: [])
        }
        drawn.hasChanges = controller.hasUnsavedChanges
        return drawn
    }

    package static let questionKeys = ["Esc cancel", "↵ choose", "↑↓"]

    /// A question: what follows, by name.
    package static func drawn(_ question: SharingConfirmation, focus: Int) -> Drawn {
        Drawn(
            sheet: Sheet(
                title: question.title, body: [question.message],
                choices: [Sheet.Choice("Cancel"), Sheet.Choice(question.confirmTitle)], focus: min(1, max(0, focus))),
            deeds: [.cancel, .confirm], keys: questionKeys)
    }

    /// Where the link goes: the conversations as the system lists them.
    package static func drawn(_ places: [(id: ConversationID, title: String)], focus: Int) -> Drawn {
        let rows = places.map { (Sheet.Choice($0.title, value: ""), Deed.sendTo($0.id)) }
        return Drawn(
            sheet: Sheet(
                title: "Send the link to", leading: "Cancel",
                body: [rows.isEmpty ? "You are in no conversation." : "It is sent once the share is saved."],
                choices: rows.map(\.0) + [Sheet.Choice("Cancel", value: "")], focus: max(0, min(focus, rows.count))),
            deeds: rows.map(\.1) + [.cancel], keys: questionKeys)
    }

    /// The People screen.
    static func drawn(_ screen: PeopleScreen, focus: Int) -> Drawn {
        var rows: [(Sheet.Choice, Deed)] = screen.rows.enumerated().map { index, row in
            (
                Sheet.Choice(
                    row.isYou ? "\(row.name) (you)" : row.name, value: row.detail, heading: index == 0 ? "People" : nil),
                .person(row.handle)
            )
        }
        if screen.actions.contains(.addPeople) { rows.append((Sheet.Choice("Add People…", value: ""), .addPeople)) }
        var options: [(Sheet.Choice, Deed)] = []
        if screen.actions.contains(.changeAccess) {
            options.append(access(screen.access, screen.access == .private ? .public : .private))
        }
        if screen.actions.contains(.changePermission) {
            options.append(permission(screen.permission, screen.permission == .readOnly ? .readWrite : .readOnly))
        }
        if screen.actions.contains(.changeInviting) {
            options.append(
                (
                    Sheet.Choice("Allow others to invite", value: screen.allowsInviting ? "on" : "off"),
                    .inviting(!screen.allowsInviting)
                ))
        }
        if !options.isEmpty { options[0].0.heading = "Share Options" }
        rows += options
        var ends: [(Sheet.Choice, Deed)] = []
        if screen.actions.contains(.copyLink) { ends.append((Sheet.Choice("Copy Link", value: ""), .copyLink)) }
        if screen.actions.contains(.leave) { ends.append((Sheet.Choice("Remove Me", value: ""), .leave)) }
        if screen.actions.contains(.stop) { ends.append((Sheet.Choice("Stop Sharing", value: ""), .stop)) }
        if !ends.isEmpty { ends[0].0.heading = "Sharing" }
        rows += ends
        return Drawn(
            sheet: Sheet(
                title: "\(screen.thumbnail) \(screen.title)", leading: "Cancel",
                trailing: screen.hasChanges ? "Done" : nil, body: [screen.summary], choices: rows.map(\.0),
                focus: max(0, min(focus, rows.count - 1))),
            deeds: rows.map(\.1))
    }

    /// The Invitation screen.
    static func drawn(_ screen: InvitationScreen, focus: Int, names: (Handle) -> String) -> Drawn {
        var rows: [(Sheet.Choice, Deed)] = screen.people.map {
            (Sheet.Choice(names($0), value: "To be invited"), .person($0))
        }
        if screen.canAddPeople { rows.append((Sheet.Choice("Add People…", value: ""), .addPeople)) }
        var options: [(Sheet.Choice, Deed)] = []
        if screen.accessChoices.count > 1 {
            options.append(access(screen.access, screen.access == .private ? .public : .private))
        }
        if screen.permissionChoices.count > 1 {
            options.append(permission(screen.permission, screen.permission == .readOnly ? .readWrite : .readOnly))
        }
        if !options.isEmpty { options[0].0.heading = "Share Options" }
        rows += options
        // While it is disabled there is no such row, and the text says why.
        if screen.canSend { rows.append((Sheet.Choice("Send", value: "", heading: "Link"), .send)) }
        return Drawn(
            sheet: Sheet(
                title: "\(screen.thumbnail) \(screen.title)", leading: "Cancel",
                trailing: screen.canSend ? "Send" : nil,
                body: [screen.canSend ? "The link is sent once it is saved." : "Add somebody to send the link to."],
                choices: rows.map(\.0), focus: max(0, min(focus, rows.count - 1))),
            deeds: rows.map(\.1))
    }

    private static func access(_ now: Share.Access, _ next: Share.Access) -> (Sheet.Choice, Deed) {
        (
            Sheet.Choice(
                "Who can access", value: now == .private ? "Only invited people" : "Anyone with the link"),
            .access(next)
        )
    }

    private static func permission(_ now: Share.Permission, _ next: Share.Permission) -> (Sheet.Choice, Deed) {
        (Sheet.Choice("Permission", value: now == .readWrite ? "Can make changes" : "View only"), .permission(next))
    }
}
