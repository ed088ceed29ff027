import Foundation
import SharedWithYou

/// Posts the app's changes of a shared document into the conversations that share it.
@MainActor
final class NoticePoster {
    private let highlightCenter = SWHighlightCenter()

    // MARK: Content

    func didEdit(_ url: URL) {
        highlightCenter.getCollaborationHighlight(for: url) { [highlightCenter] highlight, error in
            guard let highlight else {
                print("No highlight for \(url): \(error?.localizedDescription ?? "")")
                return
            }
            let editEvent = SWHighlightChangeEvent(highlight: highlight, trigger: .edit)
            highlightCenter.postNotice(for: editEvent)
        }
    }

    func didComment(on url: URL) async throws {
        let highlight = try await highlightCenter.collaborationHighlight(for: url)
        highlightCenter.postNotice(for: SWHighlightChangeEvent(highlight: highlight, trigger: .comment))
    }

    // MARK: People

    func collaboratorsDidChange(_ trigger: SWHighlightMembershipEventTrigger, at url: URL) async throws {
        let highlight = try await highlightCenter.collaborationHighlight(for: url)
        highlightCenter.postNotice(for: SWHighlightMembershipEvent(highlight: highlight, trigger: trigger))
    }

    func didMention(cloudKitHandle handle: String, in url: URL) async throws {
        let highlight = try await highlightCenter.collaborationHighlight(for: url)
        let mentionEvent = SWHighlightMentionEvent(highlight: highlight, mentionedPersonCloudKitShareHandle: handle)
        highlightCenter.postNotice(for: mentionEvent)
    }

    func didMention(_ identity: SWPerson.Identity, inBoard identifier: String) throws {
        let collaborationIdentifier = SWCollaborationIdentifier(rawValue: identifier)
        let highlight = try highlightCenter.collaborationHighlight(forIdentifier: collaborationIdentifier)
        let mentionEvent = SWHighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: identity)
        highlightCenter.postNotice(for: mentionEvent)
    }

    // MARK: Files

    func didChangeFile(at url: URL, _ trigger: SWHighlightPersistenceEventTrigger) async throws {
        let highlight = try await highlightCenter.collaborationHighlight(for: url)
        highlightCenter.postNotice(for: SWHighlightPersistenceEvent(highlight: highlight, trigger: trigger))
    }

    /// Removes the banner of a document that the person has just read.
    func didOpen(_ url: URL) {
        highlightCenter.getCollaborationHighlight(for: url) { [highlightCenter] highlight, _ in
            guard let highlight else { return }
            highlightCenter.clearNotices(for: highlight)
        }
    }
}
