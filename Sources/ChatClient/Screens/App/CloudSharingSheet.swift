package import AppModel
package import ChatProtocol
import ChatTerminal

/// Draws the screens of the sharing controller as sheets, with the action of each row. Pure.
package enum CloudSharingSheet {
    /// The action of a row on a screen.
    package enum Deed: Hashable, Sendable {
        /// The row of a person. In the sharing controller, choosing it changes the permission of a participant.
        case person(Handle)
        /// Opens the field of Add People.
        case addPeople
        /// Sets who can access the document.
        case access(Share.Access)
        /// Sets the permission of all participants.
        case permission(Share.Permission)
        /// Sets whether participants can add people.
        case inviting(Bool)
        /// Sets whether others with the link can ask for access.
        case accessRequests(Bool)
        /// Answers the request of a person for access.
        case answer(AccessAnswer, Handle)
        /// Sets whether the added people are sent the link.
        case sendsLink(Bool)
        /// Copies the link to the clipboard.
        case copyLink
        /// Leaves the share.
        case leave
        /// Stops sharing.
        case stop
        /// Makes a participant an administrator, or takes that role from an administrator.
        case administrator(Handle)
        /// Moves the focus to the share options.
        case options
        /// Opens the list of conversations that the link can be sent to.
        case choosePlace
        /// Chooses the conversation that is sent the link once the document is shared; nil for the conversation of the
        /// people named on the screen.
        case sendTo(ConversationID?)
        /// Shares the document, and sends the link if the person chose that.
        case send
        /// Confirms a question.
        case confirm
        /// Cancels a question.
        case cancel
    }

    /// A screen as a sheet, with the action of each row.
    package struct Drawn: Equatable, Sendable {
        /// The sheet to draw.
        package var sheet: Sheet
        /// The actions, one for each choice of the sheet.
        package var deeds: [Deed]
        /// True if closing the screen now would lose changes.
        var hasChanges = false
        /// The labels of the keys that work on the row of a person.
        package var personKeys: [Handle: [String]] = [:]

        package init(sheet: Sheet, deeds: [Deed]) { (self.sheet, self.deeds) = (sheet, deeds) }

        /// Returns the labels of the keys that work while a row has the focus, for the last row of the screen.
        ///
        /// - Parameter arrows: The arrow keys that step through the rows.
        package func keys(at focus: Int, arrows: String) -> [String] {
            if deeds.contains(.cancel) { return ["Esc cancel", "↵ choose", arrows] }
            var keys = ["Esc close"]
            switch deeds.indices.contains(focus) ? deeds[focus] : nil {
            case nil: break
            case .person(let handle)?: keys += personKeys[handle] ?? []
            case .access?, .permission?, .inviting?, .accessRequests?, .sendsLink?: keys.append("↵ change")
            default: keys.append("↵ choose")
            }
            if let done = sheet.trailing { keys.insert("d " + done.lowercased(), at: min(2, keys.count)) }
            return deeds.count > 1 ? keys + [arrows] : keys
        }
    }

    /// Returns the controller's open question, or else its screen.
    package static func drawn(_ controller: CloudSharingController, focus: Int = 0) -> Drawn {
        if let question = controller.confirmation { return drawn(question, focus: focus) }
        var drawn: Drawn
        switch controller.screen {
        case .invitation(let screen):
            drawn = self.drawn(screen, focus: focus, names: controller.container?.names ?? { $0.defaultName })
        case .people(let screen):
            drawn = self.drawn(screen, focus: focus, names: controller.container?.names ?? { $0.defaultName })
        case .ended:
            return Drawn(sheet: Sheet(title: "Not shared", body: ["This document is no longer shared."]), deeds: [])
        }
        drawn.hasChanges = controller.hasUnsavedChanges
        return drawn
    }

    /// Returns the sheet of a question.
    package static func drawn(_ question: SharingConfirmation, focus: Int) -> Drawn {
        var confirm = Sheet.Choice(question.confirmTitle)
        confirm.isDestructive = true
        return Drawn(
            sheet: Sheet(
                title: question.title, body: [question.message], choices: [Sheet.Choice("Cancel"), confirm],
                focus: min(1, max(0, focus))),
            deeds: [.cancel, .confirm])
    }

    /// Returns the list of the conversations that the link can be sent to.
    ///
    /// - Parameters:
    ///   - places: The conversations, in the system's order.
    ///   - people: The names of the people on the screen; empty if anyone with the link gets access.
    package static func drawn(
        _ places: [(id: ConversationID, title: String)], people: [String], focus: Int
    ) -> Drawn {
        var drawn = Drawn(
            sheet: Sheet(
                title: "Send the link to", leading: "Cancel",
                body: [places.isEmpty ? "You are in no conversation." : "Nothing is sent yet."]),
            deeds: [])
        if !people.isEmpty { drawn.add("Only \(SharingConfirmation.list(people))", .sendTo(nil)) }
        for place in places { drawn.add(place.title, .sendTo(place.id)) }
        drawn.add("Cancel", .cancel)
        drawn.focus(on: focus)
        return drawn
    }

    /// Returns the People screen.
    static func drawn(_ screen: PeopleScreen, focus: Int, names: (Handle) -> String) -> Drawn {
        var drawn = Drawn(
            sheet: Sheet(
                title: "\(screen.thumbnail) \(screen.title)", leading: "Cancel",
                trailing: screen.hasChanges ? "Done" : nil),
            deeds: [])
        let options: Set<PeopleScreen.Action> = [
            .changeAccess, .changePermission, .changeInviting, .changeAccessRequests,
        ]
        if options.isDisjoint(with: screen.actions) {
            drawn.sheet.body = [screen.summary]
        } else {
            drawn.add(screen.summary, .options)
        }
        if screen.sendsLink, let invitation = screen.invitation { drawn.sheet.body.append(invitation.sentence) }
        if screen.actions.contains(.answerRequests) { drawn.addRequests(of: screen, names) }
        drawn.add(screen.rows)
        for row in screen.rows where row.isRemovable {
            drawn.personKeys[row.handle] =
                (screen.actions.contains(.changeIndividualPermission) ? ["↵ change"] : []) + ["x remove"]
                + (screen.actions.contains(.changeRole) ? ["a administrator"] : [])
        }
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
        if screen.actions.contains(.changeAccessRequests) {
            let isOn = screen.allowsAccessRequests
            drawn.add(
                PeopleScreen.Action.changeAccessRequests.title, .accessRequests(!isOn), value: isOn ? "on" : "off",
                below: "Share Options")
        }
        if screen.actions.contains(.copyLink) { drawn.add("Copy Link", .copyLink, below: "Sharing") }
        if screen.actions.contains(.leave) { drawn.add("Remove Me", .leave, below: "Sharing") }
        if screen.actions.contains(.stop) { drawn.add("Stop Sharing", .stop, below: "Sharing") }
        drawn.focus(on: focus)
        return drawn
    }

    /// Returns the Invitation screen.
    static func drawn(_ screen: InvitationScreen, focus: Int, names: (Handle) -> String) -> Drawn {
        var drawn = Drawn(
            sheet: Sheet(
                title: "\(screen.thumbnail) \(screen.title)", leading: "Cancel",
                trailing: screen.canSend ? sendTitle(screen) : nil,
                body: screen.canSend ? consequences(screen, names) : ["Add people to send them the link."]),
            deeds: [])
        for person in screen.people {
            drawn.add(names(person), .person(person), value: "Not invited yet")
            drawn.personKeys[person] = ["x remove"]
        }
        if screen.canAddPeople { drawn.add("Add People…", .addPeople) }
        if screen.accessChoices.count > 1 { drawn.add(screen.access) }
        if screen.permissionChoices.count > 1 { drawn.add(screen.permission) }
        if screen.canAllowInviting { drawn.add(inviting: screen.allowsInviting) }
        // While sharing is disabled, these rows are missing, and the text gives the reason.
        if screen.canSend {
            if let invitation = screen.invitation {
                drawn.add(
                    invitation.title(names: names), .sendsLink(!screen.sendsLink),
                    value: screen.sendsLink ? "on" : "off", below: "Link")
            }
            drawn.add("Choose Conversation…", .choosePlace, below: "Link")
            drawn.add(sendTitle(screen), .send, below: "Link")
        }
        drawn.focus(on: focus)
        return drawn
    }

    /// Returns the title of the button that shares a document.
    private static func sendTitle(_ screen: InvitationScreen) -> String {
        screen.sendsLink && screen.invitation != nil ? "Send" : "Share"
    }

    /// Returns the effect of sharing in sentences: the people who get access, and those who are sent the link.
    private static func consequences(_ screen: InvitationScreen, _ names: (Handle) -> String) -> [String] {
        guard !screen.isPlaceGone else { return ["The chosen conversation left your list: choose another."] }
        let sent = screen.sendsLink ? screen.invitation?.sentence : nil
        var lines: [String] = []
        if screen.access == .public {
            lines.append("Anyone with the link gets access.")
        } else {
            let people = screen.peopleWithAccess
            lines.append("\(SharingConfirmation.list(people.map(names))) \(people.count == 1 ? "gets" : "get") access.")
        }
        lines.append(sent ?? "The link is not sent.")
        let missing = screen.peopleWithoutLink
        if let place = screen.place, !missing.isEmpty {
            let list = SharingConfirmation.list(missing.map(names))
            lines.append("\(list) \(missing.count == 1 ? "is" : "are") not in “\(place.title)” and not sent the link.")
        }
        return [lines.joined(separator: " ")]
    }
}

extension CloudSharingSheet.Drawn {
    /// Adds a row. Only the first row of a group shows the heading.
    package mutating func add(
        _ label: String, _ deed: CloudSharingSheet.Deed, value: String = "", below heading: String? = nil
    ) {
        let isFirst = sheet.choices.last { $0.heading != nil }?.heading != heading
        var choice = Sheet.Choice(label, value: value, heading: isFirst ? heading : nil)
        choice.isDestructive = deed == .leave || deed == .stop
        if case .answer(let answer, let handle) = deed {
            choice.subject = "\(answer.rawValue) \(handle)"
            choice.isDestructive = answer == .block
        }
        // The destination of the link must be readable in full.
        if case .sendsLink = deed { choice.rowsMax = 3 }
        if case .person(let handle) = deed { choice.subject = handle.rawValue }
        if case .sendTo(let place?) = deed { choice.subject = place.rawValue }
        // The summary changes with the share, but its row stays the same.
        if deed == .options { choice.subject = "options" }
        sheet.choices.append(choice)
        deeds.append(deed)
    }

    /// Adds a row for each participant.
    package mutating func add(_ people: [PeopleScreen.Row]) {
        for row in people {
            add(
                row.isYou ? "\(row.name) (you)" : row.name, .person(row.handle), value: row.detail, below: "People")
        }
    }

    /// Adds the requests for access with their answers, and the blocked people (`ck-access-requests`).
    fileprivate mutating func addRequests(of screen: PeopleScreen, _ names: (Handle) -> String) {
        for handle in screen.requesters {
            let heading = "\(names(handle)) asks for access"
            add("Approve", .answer(.approve, handle), below: heading)
            add("Deny", .answer(.deny, handle), below: heading)
            add("Block", .answer(.block, handle), below: heading)
        }
        for handle in screen.blocked { add("Unblock \(names(handle))", .answer(.unblock, handle), below: "Blocked") }
    }

    /// Moves the focus to a row, at most to the last one.
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

extension CloudSharingController {
    /// Performs the action of a row. Rows that lead to another page do nothing here.
    ///
    /// - Returns: The link, if it is to be copied.
    /// - Throws: A `SharingError` if the controller refuses the action.
    package func perform(_ deed: CloudSharingSheet.Deed) throws(SharingError) -> String? {
        let isNew = share == nil
        switch deed {
        case .person(let handle):
            guard let permission = participant(handle)?.permission else { break }
            try request(.individualPermission(handle, permission == .readOnly ? .readWrite : .readOnly))
        case .administrator(let handle):
            guard let role = participant(handle)?.role else { break }
            try request(.administrator(handle, role != .administrator))
        case .access(let access): if isNew { try choose(access) } else { try request(.access(access)) }
        case .permission(let permission):
            if isNew { try choose(permission) } else { try request(.permission(permission)) }
        case .inviting(let isAllowed):
            if isNew { try choose(allowsInviting: isAllowed) } else { try request(.inviting(isAllowed)) }
        case .accessRequests(let isOn): try request(.accessRequests(isOn))
        case .answer(.approve, let handle): try request(.add([handle]))
        case .answer(.deny, let handle): try request(.deny([handle]))
        case .answer(.block, let handle): try request(.block([handle]))
        case .answer(.unblock, let handle): try request(.unblock([handle]))
        case .sendsLink(let isOn): sendsLink = isOn
        case .copyLink: return try copyLink()
        case .leave: try request(.leave)
        case .stop: try request(.stop)
        case .confirm: try confirm()
        case .cancel: cancel()
        case .send: try send()
        case .sendTo(let conversation): try choose(conversation: conversation)
        case .addPeople, .choosePlace, .options: break
        }
        return nil
    }

    private func participant(_ handle: Handle) -> CloudShare.Participant? {
        share?.participants.first { $0.handle == handle }
    }
}

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
