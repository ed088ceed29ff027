import AppModel

/// The kinds of sheets. One sheet shows at a time.
package enum SheetKind: Equatable, Sendable {
    /// An app asks to surface its links.
    case consent(ConsentPrompt)
    /// The switches of automatic sharing.
    case settings
    /// The keys and commands.
    case help
    /// The notices that wait in the selected thread: the banner, expanded.
    case notices
    /// The answers that a notice offers.
    case notice(NoticeEntry)
    /// A text that was requested, such as the answer to `/explain`.
    case text(title: String, body: [String])
    /// The text that the person types after a conversation has gone, with the reason of the loss.
    case unsent(String)
    /// The actions for a message.
    case message(String)
    /// The tapbacks for a message.
    case tapback(String)
    /// Any emoji as a tapback for a message.
    case emoji(String)
    /// The participants of a conversation, and its switches.
    case details(String)
    /// The conversations with messages that can be recovered.
    case recentlyDeleted
    /// The messages of a conversation that can be recovered.
    case deletedMessages(String)
    /// The choices for a deleted message of a conversation.
    case deletedMessage(String, conversation: String)
    /// The participants of a collaboration, by its link.
    case people(String)
    /// The options of a draft.
    case options(DraftPlace)
    /// A question before an action that cannot be undone.
    case confirm(Confirmation)
    /// A question before the options chosen for a draft are discarded (`sheet-unsaved`).
    case discardOptions(DraftPlace)
    /// A new conversation: its people, and for a group its name and photo.
    case compose
    /// The files of a folder, to choose one to send (`sheet-modal-uses`).
    case files(String)
    /// The share sheet of an item (`av-what`).
    case share
    /// The actions of the share sheet and their order.
    case shareActions
    /// The composition view of a share extension.
    case post
    /// Goes to a conversation by some letters of its name.
    case switcher
    /// The items that wait for the person.
    case inbox
}

extension SheetKind {
    /// The properties of a kind of sheet that do not depend on the state.
    struct Traits {
        /// The heights at which a sheet opens (`sheet-scope`).
        enum Height {
            /// As high as its content.
            case card
            /// For long content: the medium height or the large one.
            case tall
            /// The same, with a thread that stays usable above the sheet or at its side (`sheet-nonmodal`).
            case besideThread
            /// The whole screen.
            case full
        }

        /// The text that identifies the sheet.
        let identity: String
        /// The heights.
        let height: Height
        /// True if the sheet belongs to the selected conversation and not to the whole program.
        let isOfConversation: Bool
        /// True if line mode keeps the sheet open for a choice, and does not print it whole.
        let isListed: Bool

        init(_ identity: String, _ height: Height = .card, isOfConversation: Bool = false, isListed: Bool = false) {
            (self.identity, self.height) = (identity, height)
            (self.isOfConversation, self.isListed) = (isOfConversation, isListed)
        }
    }

    /// The traits of the sheet.
    var traits: Traits {
        switch self {
        case .consent(let request): Traits("consent " + request.id)
        case .settings: Traits("settings", .tall, isListed: true)
        case .help: Traits("help")
        case .notices: Traits("notices", .tall, isOfConversation: true)
        case .notice(let notice): Traits("notice " + notice.id, isOfConversation: true, isListed: true)
        case .text(let title, _): Traits("text " + title)
        case .unsent: Traits("unsent")
        case .message(let id): Traits("message " + id, isOfConversation: true, isListed: true)
        case .tapback(let id): Traits("tapback " + id, isOfConversation: true, isListed: true)
        case .emoji(let id): Traits("emoji " + id, .tall, isOfConversation: true, isListed: true)
        case .details(let id): Traits("details " + id, .besideThread, isOfConversation: true, isListed: true)
        case .recentlyDeleted: Traits("recently deleted", .tall, isListed: true)
        case .deletedMessages(let id): Traits("deleted messages " + id, .tall, isListed: true)
        case .deletedMessage(let id, _): Traits("deleted message " + id, isListed: true)
        case .people(let url): Traits("people " + url, .tall, isOfConversation: true)
        case .options(let place):
            Traits("options \(place)", .tall, isOfConversation: true, isListed: place == .shareSheet)
        case .confirm(let question): Traits("confirm " + question.title)
        case .discardOptions(let place): Traits("discard options \(place)", isOfConversation: true, isListed: true)
        case .compose: Traits("compose", .full, isListed: true)
        case .files(let folder): Traits("files " + folder, .tall, isOfConversation: true, isListed: true)
        case .share: Traits("share", .tall, isOfConversation: true, isListed: true)
        case .shareActions: Traits("share actions", .tall, isOfConversation: true, isListed: true)
        case .post: Traits("post", isOfConversation: true, isListed: true)
        case .switcher: Traits("switcher", .tall)
        case .inbox: Traits("inbox", .tall, isListed: true)
        }
    }

    /// The text that identifies the sheet.
    package var identity: String { traits.identity }

    /// True if the sheet belongs to the selected conversation and not to the whole program.
    package var isOfConversation: Bool { traits.isOfConversation }

    /// True if line mode keeps the sheet open for a choice, and does not print it whole.
    package var isListed: Bool { traits.isListed }
}
