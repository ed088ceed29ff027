import AppModel
import ChatProtocol
import ChatScreens
import ChatSession
import ChatTerminal
import Foundation
import UnderstudyCloudKit
import UnderstudyFoundation
import UnderstudyRuntime
import UnderstudySharedWithYouCore
import UnderstudyUIKit

/// A share sheet that an app presents: it is shown by Messages, and its handler is called when it is gone.
@MainActor final class ShareSheetPresentation {
    /// The reason why the sheet cannot share.
    enum Problem: Error, CustomStringConvertible {
        case noItem

        var description: String { "The sheet has no item that the system can share" }
    }

    let sheet: UIActivityViewController
    private weak var host: HostedApp?
    private let activities: [UIActivity]
    private var isOpen = false
    private var hasHandedOn = false
    private var isCancelled = false
    private var hasCopied = false

    /// Opens the sheet as soon as its items are known: the app may have to prepare a share first.
    init(_ sheet: UIActivityViewController, in host: HostedApp) {
        (self.sheet, self.host) = (sheet, host)
        activities = sheet.availableActivities
        Task { await open() }
    }

    /// Ends the presentation when the person has finished in Messages.
    func settle() {
        guard isOpen, let host else { return }
        if host.messages.part == .conversation { hasHandedOn = true }
        guard host.messages.part == nil else { return }
        isOpen = false
        if hasHandedOn {
            sheet.finish(.message, completed: !host.messages.hasUnsent)
        } else if hasCopied {
            sheet.finish(.copyToPasteboard, completed: true)
        } else {
            sheet.finish(nil, completed: !isCancelled)
        }
    }

    /// The page that is shown until the sheet opens.
    var preparation: SystemSheet? {
        guard !isOpen else { return nil }
        var system = SystemSheet(
            sheet: Sheet(title: "Share", leading: "Cancel", body: ["Preparing…"]), subject: ObjectIdentifier(self))
        system.keys = ["Esc cancel"]
        system.cancel = { [sheet] in sheet.finish(nil, completed: false) }
        return system
    }

    /// Notes whether the last key cancels the sheet.
    func note(isCancelled: Bool) { self.isCancelled = isCancelled }

    /// Notes that the person has chosen Copy.
    func noteCopy() { hasCopied = true }

    /// Performs one of the app's own activities.
    ///
    /// - Parameter subject: the name of the row that the person chose.
    /// - Returns: false if the row is not one of the app.
    func choose(_ subject: String) -> Bool {
        guard let index = activities.indices.first(where: { name(of: $0) == subject }) else { return false }
        isOpen = false
        sheet.choose(activities[index])
        return true
    }

    private func name(of index: Int) -> String { "app/\(index)" }

    private func open() async {
        do {
            let context = try await makeContext()
            guard let host, sheet.presentingViewController != nil else { return }
            host.messages.share(context)
            isOpen = true
        } catch {
            host?.report((error as? CKError)?.localizedDescription ?? "\(error)")
            sheet.finish(nil, completed: false, error: error)
        }
    }

    // MARK: Items

    private func makeContext() async throws -> ShareContext {
        let title = sheet.itemsConfiguration?.activityItemsConfigurationMetadata(key: .title) as? String
        for item in sheet.items(for: .message) {
            guard var context = try await makeContext(of: item, title: title) else { continue }
            context.own = activities.indices.map { index in
                let activity = activities[index]
                let isShare = type(of: activity).activityCategory == .share
                return ActivityMenu.Entry(
                    AppModel.ActivityType(rawValue: name(of: index)), activity.activityTitle ?? "", glyph: nil,
                    category: isShare ? .share : .action, owner: .app)
            }
            let own: [(UIActivity.ActivityType, AppModel.ActivityType)] = [
                (.copyToPasteboard, .copyToPasteboard), (.print, .print), (.saveToCameraRoll, .saveToFiles),
            ]
            context.excluded += own.filter { !sheet.offers($0.0) }.map(\.1)
            if !sheet.offers(.message) { context.obstacle = "The app does not offer Messages here" }
            return context
        }
        throw Problem.noItem
    }

    private func makeContext(of item: Any, title: String?) async throws -> ShareContext? {
        switch item {
        case let url as URL: return context(of: url, title: title)
        case let url as NSURL: return context(of: url as URL, title: title)
        case let text as String: return text.isEmpty ? nil : ShareContext(.text(text), preview: "")
        case let provider as NSItemProvider: return try await makeContext(of: provider, title: title)
        default: return nil
        }
    }

    private func makeContext(of provider: NSItemProvider, title: String?) async throws -> ShareContext? {
        if let metadata = await provider.object(SWCollaborationMetadata.self) {
            return try await context(of: metadata, title: title)
        }
        if let registration = await provider.cloudKitShare() {
            let share = try await registration.prepare()
            guard let url = share.url else { throw Problem.noItem }
            let name = share[CKShare.SystemFieldKey.title] as? String ?? title ?? provider.suggestedName
            return context(of: url, title: name, isDocument: true)
        }
        if let url = await provider.object(NSURL.self) {
            return context(of: url as URL, title: title ?? provider.suggestedName)
        }
        if let text = await provider.object(NSString.self) { return ShareContext(.text(text as String), preview: "") }
        return nil
    }

    private func context(of url: URL, title: String?, isDocument: Bool = false) -> ShareContext {
        let address = url.absoluteString
        return ShareContext(
            isDocument ? .document(url: address, title: title ?? address) : .link(url: address, title: title),
            preview: address)
    }

    /// Returns a document that Send creates, with the options that the server offers for the app.
    private func context(of metadata: SWCollaborationMetadata, title: String?) async throws -> ShareContext {
        let name = metadata.title ?? title ?? "Untitled"
        guard let host else { throw Problem.noItem }
        let app = host.app
        let offer = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<CollaborationOffer, any Error>) in
            app.withModel { sessions in
                let request = Request.collaborationOffer(.init(item: .app(app.binding.app), backend: .custom))
                sessions.container.ask(request) { answer in
                    continuation.resume(
                        with: Result {
                            var fields = try JSONFields(try answer.get())
                            return try fields.read("offer") as CollaborationOffer
                        })
                }
            }
        }
        guard var draft = CollaborationDraft(.new(title: name), offer: offer, for: ConversationID("")) else {
            throw Problem.noItem
        }
        draft.localIdentifier = metadata.localIdentifier.rawValue
        draft.initiatorHandle = app.binding.person
        draft.initiatorName =
            metadata.initiatorNameComponents?.formatted() ?? host.messages.label(of: app.binding.person)
        var context = ShareContext(.document(url: "", title: name), preview: offer.appName)
        context.draft = draft
        // There is no link yet.
        context.excluded = [.copyToPasteboard, .print, .saveToFiles]
        return context
    }
}
