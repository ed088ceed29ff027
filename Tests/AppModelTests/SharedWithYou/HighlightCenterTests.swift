import ChatProtocol
import Testing

@testable import AppModel
@testable import TestSupport

struct HighlightCenterTests {
    final class Delegate: HighlightCenterDelegate {
        var lists: [[String]] = []

        func highlightCenterHighlightsDidChange(_ highlightCenter: HighlightCenter) {
            lists.append(highlightCenter.highlights.map(\.identifier.rawValue))
        }
    }

    private func center(
        _ list: @escaping () -> [JSONValue]
    ) throws -> (center: HighlightCenter, stream: CannedStream, delegate: Delegate) {
        let stream = CannedStream()
        stream.answers = { request in
            guard case .request(.highlightList) = request else { return .failure(RPCError(.notFound, "No.")) }
            return .success(CannedStream.page(list()))
        }
        let center = HighlightCenter(try stream.session())
        let delegate = Delegate()
        center.delegate = delegate
        return (center, stream, delegate)
    }

    @Test func theListIsThereAtOnceInTheServersOrder() throws {
        let (center, _, delegate) = try center { [CannedStream.link(2), CannedStream.document(1)] }
        #expect(center.highlights.map(\.identifier.rawValue) == ["h2", "h1"])
        center.session.turn()
        #expect(delegate.lists.isEmpty, "nothing changed")
    }

    /// The delegate is called once for each change, and already sees the new list (`center-callback`,
    /// `center-delegate-when`).
    @Test func theDelegateIsToldOnceOfEachChange() throws {
        var list = [CannedStream.link(1)]
        let (center, stream, delegate) = try center { list }
        list = [CannedStream.link(2), CannedStream.link(1)]
        stream.tellChange()
        center.session.turn()
        #expect(delegate.lists == [["h2", "h1"]])
        list = [CannedStream.link(1), CannedStream.link(2)]
        stream.tellChange(["cursor": 2, "reload": true])
        center.session.turn()
        center.session.turn()
        #expect(delegate.lists == [["h2", "h1"], ["h1", "h2"]])
        stream.put(.notification(method: "settings.changed", params: ["cursor": 3]))
        center.session.turn()
        #expect(delegate.lists.count == 2)
    }

    @Test func aReconnectionReportsTheListOnlyIfItChanged() throws {
        var list = [CannedStream.link(1)]
        let (center, stream, delegate) = try center { list }
        stream.put(.welcome(hasCollaborationSupport: true))
        center.session.turn()
        #expect(delegate.lists.isEmpty)
        list = []
        stream.put(.welcome(hasCollaborationSupport: true))
        center.session.turn()
        #expect(delegate.lists == [[]])
    }

    /// A highlight that did not change stays the same object (`center-diff`).
    @Test func highlightsKeepTheirIdentity() throws {
        var list = [CannedStream.document(1), CannedStream.link(2)]
        let (center, stream, _) = try center { list }
        let before = center.highlights
        list = [CannedStream.link(3), CannedStream.link(2), CannedStream.document(1)]
        stream.tellChange()
        center.session.turn()
        #expect(center.highlights[1] === before[1])
        #expect(center.highlights[2] === before[0])
        #expect(center.highlights.filter { !before.contains($0) }.map(\.identifier.rawValue) == ["h3"])
    }

    /// A completion handler is never called before the method has returned (`center-completion-queue`).
    @Test func handlersAreCalledByTurnAlone() throws {
        let (center, stream, _) = try center { [] }
        stream.answers = { _ in .success(["highlight": CannedStream.document(1)]) }
        var order: [String] = []
        center.getHighlightFor("https://notes.example/d/1") { highlight, error in
            order.append("handler \(highlight?.identifier.rawValue ?? "") \(error?.code.rawValue ?? 0)")
        }
        order.append("asked")
        #expect(order == ["asked"])
        center.session.turn()
        #expect(order == ["asked", "handler h1 0"])
        center.session.turn()
        #expect(order.count == 2)
    }

    /// The codes are 0 for no error, 1 for an internal error, 2 for an invalid link, and 3 for denied access
    /// (`center-errors`).
    @Test(arguments: [
        (RPCError.Reason.invalidParams, HighlightCenterError.Code.invalidURL), (.forbidden, .accessDenied),
        (.notFound, .accessDenied), (.unavailable, .internalError), (.internal, .internalError),
    ])
    func refusalsBecomeTheFrameworksErrors(reason: RPCError.Reason, code: HighlightCenterError.Code) throws {
        let (center, stream, _) = try center { [] }
        stream.answers = { _ in .failure(RPCError(reason, "Why.")) }
        var codes: [Int] = []
        center.getHighlightFor("x") { codes.append($1?.code.rawValue ?? -1 + ($0 == nil ? 0 : 100)) }
        center.getCollaborationHighlight(for: "x") { codes.append($1?.code.rawValue ?? -1 + ($0 == nil ? 0 : 100)) }
        center.session.turn()
        #expect(codes == [code.rawValue, code.rawValue])
        #expect(HighlightCenterError.Code.allCases.map(\.rawValue) == [0, 1, 2, 3])
    }

    @Test func anAnswerThatCannotBeReadIsInternal() throws {
        let (center, stream, _) = try center { [] }
        stream.answers = { _ in .success([:]) }
        #expect(throws: HighlightCenterError.self) { try center.collaborationHighlight(forIdentifier: "share-9") }
        stream.answers = { _ in .success(["highlight": CannedStream.link(1)]) }
        do {
            _ = try center.collaborationHighlight(forIdentifier: "share-9")
            Issue.record("a plain link is no collaboration")
        } catch { #expect(error.code == .accessDenied) }
    }

    /// A listed collaboration is found without a request. An unknown identifier throws an error
    /// (`collab-highlight-by-id`).
    @Test func collaborationsAreFoundByTheirIdentifier() throws {
        let (center, stream, _) = try center { [CannedStream.document(1)] }
        let count = stream.asked.count
        #expect(try center.collaborationHighlight(forIdentifier: "share-1") === center.highlights[0])
        #expect(stream.asked.count == count)
        #expect(throws: HighlightCenterError.self) { try center.collaborationHighlight(forIdentifier: "share-2") }
        #expect(
            stream.asked.last
                == .request(.highlightCenterCollaborationHighlight(.init(collaborationIdentifier: ShareID("share-2")))))
    }

    /// A notification that arrives during a synchronous request is kept for the next turn.
    @Test func aNotificationDuringASynchronousRequestWaitsForTheNextTurn() throws {
        var list = [CannedStream.link(1)]
        let (center, stream, delegate) = try center { list }
        list = []
        stream.tellChange()
        _ = try? center.collaborationHighlight(forIdentifier: "share-2")
        #expect(delegate.lists.isEmpty)
        center.session.turn()
        #expect(delegate.lists == [[]])
    }

    /// The list is empty if there are no highlights, and also if none are allowed (`center-empty`).
    @Test func anEmptyListIsNoError() throws {
        #expect(try center { [] }.center.highlights.isEmpty)
    }

    @Test func moreIsReadPageByPage() throws {
        let stream = CannedStream()
        stream.answers = { request in
            guard case .request(.highlightList(let page)) = request else {
                return .failure(RPCError(.notFound, "No."))
            }
            return .success(
                page.after == nil
                    ? CannedStream.page([CannedStream.link(1), CannedStream.link(2)], more: true)
                    : CannedStream.page([CannedStream.link(2), CannedStream.link(3)]))
        }
        let center = HighlightCenter(try stream.session())
        let delegate = Delegate()
        center.delegate = delegate
        #expect(center.hasMore)
        var count = 0
        center.readMore { count += 1 }
        center.session.turn()
        #expect(center.highlights.map(\.identifier.rawValue) == ["h1", "h2", "h3"])
        #expect(!center.hasMore)
        #expect(count == 1)
        #expect(delegate.lists.isEmpty, "the list did not change: more of it is known")
    }

    /// The flag stays true after a session with support (`center-support-flag`).
    @Test func theSupportFlagStays() throws {
        _ = try CannedStream(hasSupport: true).session()
        #expect(HighlightCenter.isSystemCollaborationSupportAvailable)
        let old = try CannedStream(hasSupport: false).session()
        #expect(!old.isSystemCollaborationSupportAvailable)
        #expect(HighlightCenter.isSystemCollaborationSupportAvailable)
    }
}
