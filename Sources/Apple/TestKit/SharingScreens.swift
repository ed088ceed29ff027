import AppFrameworks
public import ChatTestKit
public import UnderstudyUIKit

/// The actions of a person on the system's sharing screens, for tests.
extension UICloudSharingController {
    /// Names people on the Invitation screen, and presses Send: the app's preparation handler saves the share, and the
    /// people get its link in their conversation.
    ///
    /// - Throws: The reason why the screen does not allow it, such as ``SharingError/publicShare``.
    public func invite(_ people: PersonClient...) throws {
        try withModel { controller in
            for person in people { try controller.invite(person.handle) }
            try controller.send()
        }
    }

    /// Adds people on the People screen, and presses Done.
    ///
    /// - Throws: The reason why the person's role does not allow it.
    public func add(_ people: PersonClient...) throws {
        try withModel { controller in
            try controller.request(.add(people.map(\.handle)))
            try controller.save()
        }
    }

    /// Removes people on the People screen, confirms the question, and presses Done.
    ///
    /// - Throws: The reason why the person's role does not allow it.
    public func remove(_ people: PersonClient...) throws {
        try withModel { controller in
            try controller.request(.remove(people.map(\.handle)))
            if controller.confirmation != nil { try controller.confirm() }
            if controller.hasUnsavedChanges { try controller.save() }
        }
    }

    /// Presses Stop Sharing, and confirms the question.
    ///
    /// - Throws: The reason why the person's role does not allow it.
    public func stopSharing() throws {
        try withModel { controller in
            try controller.request(.stop)
            if controller.confirmation != nil { try controller.confirm() }
        }
    }
}
