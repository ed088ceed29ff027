// Written by script/surface from apple-surface.tsv.
import SharedWithYou
import SharedWithYouCore
import UIKit
import UniformTypeIdentifiers

private func enumeration<Value: RawRepresentable & Hashable>(_: Value.Type) where Value.RawValue == Int {}
private func structure<Value: RawRepresentable & Hashable>(_: Value.Type) where Value.RawValue == String {}

// SharedWithYou: SWAttributionView.BackgroundStyle
@MainActor private func row1() {
    enumeration(SWAttributionView.BackgroundStyle.self)
}

// SharedWithYou: SWAttributionView.BackgroundStyle.color
@MainActor private func row2() {
    let _: SWAttributionView.BackgroundStyle = .color
}

// SharedWithYou: SWAttributionView.BackgroundStyle.default
@MainActor private func row3() {
    let _: SWAttributionView.BackgroundStyle = .default
}

// SharedWithYou: SWAttributionView.BackgroundStyle.material
@MainActor private func row4() {
    let _: SWAttributionView.BackgroundStyle = .material
}

// SharedWithYou: SWAttributionView.BackgroundStyle.init(rawValue:)
@MainActor private func row5() {
    let _: (Int) -> SWAttributionView.BackgroundStyle? = SWAttributionView.BackgroundStyle.init(rawValue:)
}

// SharedWithYou: SWAttributionView.BackgroundStyle.!=(_:_:)
@MainActor private func row6() {
    let _: (SWAttributionView.BackgroundStyle, SWAttributionView.BackgroundStyle) -> Bool = (!=)
}

// SharedWithYou: SWAttributionView.BackgroundStyle.hashValue
@MainActor private func row7() {
    let _: KeyPath<SWAttributionView.BackgroundStyle, Int> = \SWAttributionView.BackgroundStyle.hashValue
}

// SharedWithYou: SWAttributionView.BackgroundStyle.hash(into:)
@MainActor private func row8() {
    let _: (SWAttributionView.BackgroundStyle) -> (inout Hasher) -> Void = SWAttributionView.BackgroundStyle.hash(into:)
}

// SharedWithYou: SWAttributionView.DisplayContext
@MainActor private func row9() {
    enumeration(SWAttributionView.DisplayContext.self)
}

// SharedWithYou: SWAttributionView.DisplayContext.detail
@MainActor private func row10() {
    let _: SWAttributionView.DisplayContext = .detail
}

// SharedWithYou: SWAttributionView.DisplayContext.summary
@MainActor private func row11() {
    let _: SWAttributionView.DisplayContext = .summary
}

// SharedWithYou: SWAttributionView.DisplayContext.init(rawValue:)
@MainActor private func row12() {
    let _: (Int) -> SWAttributionView.DisplayContext? = SWAttributionView.DisplayContext.init(rawValue:)
}

// SharedWithYou: SWAttributionView.DisplayContext.!=(_:_:)
@MainActor private func row13() {
    let _: (SWAttributionView.DisplayContext, SWAttributionView.DisplayContext) -> Bool = (!=)
}

// SharedWithYou: SWAttributionView.DisplayContext.hashValue
@MainActor private func row14() {
    let _: KeyPath<SWAttributionView.DisplayContext, Int> = \SWAttributionView.DisplayContext.hashValue
}

// SharedWithYou: SWAttributionView.DisplayContext.hash(into:)
@MainActor private func row15() {
    let _: (SWAttributionView.DisplayContext) -> (inout Hasher) -> Void = SWAttributionView.DisplayContext.hash(into:)
}

// SharedWithYou: SWAttributionView.HorizontalAlignment
@MainActor private func row16() {
    enumeration(SWAttributionView.HorizontalAlignment.self)
}

// SharedWithYou: SWAttributionView.HorizontalAlignment.center
@MainActor private func row17() {
    let _: SWAttributionView.HorizontalAlignment = .center
}

// SharedWithYou: SWAttributionView.HorizontalAlignment.default
@MainActor private func row18() {
    let _: SWAttributionView.HorizontalAlignment = .default
}

// SharedWithYou: SWAttributionView.HorizontalAlignment.leading
@MainActor private func row19() {
    let _: SWAttributionView.HorizontalAlignment = .leading
}

// SharedWithYou: SWAttributionView.HorizontalAlignment.trailing
@MainActor private func row20() {
    let _: SWAttributionView.HorizontalAlignment = .trailing
}

// SharedWithYou: SWAttributionView.HorizontalAlignment.init(rawValue:)
@MainActor private func row21() {
    let _: (Int) -> SWAttributionView.HorizontalAlignment? = SWAttributionView.HorizontalAlignment.init(rawValue:)
}

// SharedWithYou: SWAttributionView.HorizontalAlignment.!=(_:_:)
@MainActor private func row22() {
    let _: (SWAttributionView.HorizontalAlignment, SWAttributionView.HorizontalAlignment) -> Bool = (!=)
}

// SharedWithYou: SWAttributionView.HorizontalAlignment.hashValue
@MainActor private func row23() {
    let _: KeyPath<SWAttributionView.HorizontalAlignment, Int> = \SWAttributionView.HorizontalAlignment.hashValue
}

// SharedWithYou: SWAttributionView.HorizontalAlignment.hash(into:)
@MainActor private func row24() {
    let _: (SWAttributionView.HorizontalAlignment) -> (inout Hasher) -> Void = SWAttributionView.HorizontalAlignment.hash(into:)
}

// SharedWithYou: SWHighlightCenterErrorCode
@MainActor private func row25() {
    enumeration(SWHighlightCenterErrorCode.self)
}

// SharedWithYou: SWHighlightCenterErrorCode.noError
@MainActor private func row26() {
    let _: SWHighlightCenterErrorCode = .noError
}

// SharedWithYou: SWHighlightCenterErrorCode.internalError
@MainActor private func row27() {
    let _: SWHighlightCenterErrorCode = .internalError
}

// SharedWithYou: SWHighlightCenterErrorCode.invalidURL
@MainActor private func row28() {
    let _: SWHighlightCenterErrorCode = .invalidURL
}

// SharedWithYou: SWHighlightCenterErrorCode.accessDenied
@MainActor private func row29() {
    let _: SWHighlightCenterErrorCode = .accessDenied
}

// SharedWithYou: SWHighlightCenterErrorCode.init(rawValue:)
@MainActor private func row30() {
    let _: (Int) -> SWHighlightCenterErrorCode? = SWHighlightCenterErrorCode.init(rawValue:)
}

// SharedWithYou: SWHighlightCenterErrorCode.!=(_:_:)
@MainActor private func row31() {
    let _: (SWHighlightCenterErrorCode, SWHighlightCenterErrorCode) -> Bool = (!=)
}

// SharedWithYou: SWHighlightCenterErrorCode.hashValue
@MainActor private func row32() {
    let _: KeyPath<SWHighlightCenterErrorCode, Int> = \SWHighlightCenterErrorCode.hashValue
}

// SharedWithYou: SWHighlightCenterErrorCode.hash(into:)
@MainActor private func row33() {
    let _: (SWHighlightCenterErrorCode) -> (inout Hasher) -> Void = SWHighlightCenterErrorCode.hash(into:)
}

// SharedWithYou: SWHighlightChangeEventTrigger
@MainActor private func row34() {
    enumeration(SWHighlightChangeEventTrigger.self)
}

// SharedWithYou: SWHighlightChangeEventTrigger.edit
@MainActor private func row35() {
    let _: SWHighlightChangeEventTrigger = .edit
}

// SharedWithYou: SWHighlightChangeEventTrigger.comment
@MainActor private func row36() {
    let _: SWHighlightChangeEventTrigger = .comment
}

// SharedWithYou: SWHighlightChangeEventTrigger.init(rawValue:)
@MainActor private func row37() {
    let _: (Int) -> SWHighlightChangeEventTrigger? = SWHighlightChangeEventTrigger.init(rawValue:)
}

// SharedWithYou: SWHighlightChangeEventTrigger.!=(_:_:)
@MainActor private func row38() {
    let _: (SWHighlightChangeEventTrigger, SWHighlightChangeEventTrigger) -> Bool = (!=)
}

// SharedWithYou: SWHighlightChangeEventTrigger.hashValue
@MainActor private func row39() {
    let _: KeyPath<SWHighlightChangeEventTrigger, Int> = \SWHighlightChangeEventTrigger.hashValue
}

// SharedWithYou: SWHighlightChangeEventTrigger.hash(into:)
@MainActor private func row40() {
    let _: (SWHighlightChangeEventTrigger) -> (inout Hasher) -> Void = SWHighlightChangeEventTrigger.hash(into:)
}

// SharedWithYou: SWHighlightMembershipEventTrigger
@MainActor private func row41() {
    enumeration(SWHighlightMembershipEventTrigger.self)
}

// SharedWithYou: SWHighlightMembershipEventTrigger.addedCollaborator
@MainActor private func row42() {
    let _: SWHighlightMembershipEventTrigger = .addedCollaborator
}

// SharedWithYou: SWHighlightMembershipEventTrigger.removedCollaborator
@MainActor private func row43() {
    let _: SWHighlightMembershipEventTrigger = .removedCollaborator
}

// SharedWithYou: SWHighlightMembershipEventTrigger.init(rawValue:)
@MainActor private func row44() {
    let _: (Int) -> SWHighlightMembershipEventTrigger? = SWHighlightMembershipEventTrigger.init(rawValue:)
}

// SharedWithYou: SWHighlightMembershipEventTrigger.!=(_:_:)
@MainActor private func row45() {
    let _: (SWHighlightMembershipEventTrigger, SWHighlightMembershipEventTrigger) -> Bool = (!=)
}

// SharedWithYou: SWHighlightMembershipEventTrigger.hashValue
@MainActor private func row46() {
    let _: KeyPath<SWHighlightMembershipEventTrigger, Int> = \SWHighlightMembershipEventTrigger.hashValue
}

// SharedWithYou: SWHighlightMembershipEventTrigger.hash(into:)
@MainActor private func row47() {
    let _: (SWHighlightMembershipEventTrigger) -> (inout Hasher) -> Void = SWHighlightMembershipEventTrigger.hash(into:)
}

// SharedWithYou: SWHighlightPersistenceEventTrigger
@MainActor private func row48() {
    enumeration(SWHighlightPersistenceEventTrigger.self)
}

// SharedWithYou: SWHighlightPersistenceEventTrigger.created
@MainActor private func row49() {
    let _: SWHighlightPersistenceEventTrigger = .created
}

// SharedWithYou: SWHighlightPersistenceEventTrigger.deleted
@MainActor private func row50() {
    let _: SWHighlightPersistenceEventTrigger = .deleted
}

// SharedWithYou: SWHighlightPersistenceEventTrigger.moved
@MainActor private func row51() {
    let _: SWHighlightPersistenceEventTrigger = .moved
}

// SharedWithYou: SWHighlightPersistenceEventTrigger.renamed
@MainActor private func row52() {
    let _: SWHighlightPersistenceEventTrigger = .renamed
}

// SharedWithYou: SWHighlightPersistenceEventTrigger.init(rawValue:)
@MainActor private func row53() {
    let _: (Int) -> SWHighlightPersistenceEventTrigger? = SWHighlightPersistenceEventTrigger.init(rawValue:)
}

// SharedWithYou: SWHighlightPersistenceEventTrigger.!=(_:_:)
@MainActor private func row54() {
    let _: (SWHighlightPersistenceEventTrigger, SWHighlightPersistenceEventTrigger) -> Bool = (!=)
}

// SharedWithYou: SWHighlightPersistenceEventTrigger.hashValue
@MainActor private func row55() {
    let _: KeyPath<SWHighlightPersistenceEventTrigger, Int> = \SWHighlightPersistenceEventTrigger.hashValue
}

// SharedWithYou: SWHighlightPersistenceEventTrigger.hash(into:)
@MainActor private func row56() {
    let _: (SWHighlightPersistenceEventTrigger) -> (inout Hasher) -> Void = SWHighlightPersistenceEventTrigger.hash(into:)
}

// SharedWithYou: SWCollaborationMetadataTypeIdentifier
@MainActor private func row57() {
    let _: String = SWCollaborationMetadataTypeIdentifier
}

// SharedWithYou: SWAttributionView
@MainActor private func row58() {
    do { let _: SWAttributionView.Type = SWAttributionView.self }
    do { func names(_ it: SWAttributionView) { let _: NSObject = it } }
}

// SharedWithYou: SWAttributionView.backgroundStyle
@MainActor private func row59() {
    let _: ReferenceWritableKeyPath<SWAttributionView, SWAttributionView.BackgroundStyle> = \SWAttributionView.backgroundStyle
}

// SharedWithYou: SWAttributionView.displayContext
@MainActor private func row60() {
    let _: ReferenceWritableKeyPath<SWAttributionView, SWAttributionView.DisplayContext> = \SWAttributionView.displayContext
}

// SharedWithYou: SWAttributionView.highlight
@MainActor private func row61() {
    let _: ReferenceWritableKeyPath<SWAttributionView, SWHighlight?> = \SWAttributionView.highlight
}

// SharedWithYou: SWAttributionView.highlightMenu
@MainActor private func row62() {
    let _: KeyPath<SWAttributionView, UIMenu> = \SWAttributionView.highlightMenu
}

// SharedWithYou: SWAttributionView.horizontalAlignment
@MainActor private func row63() {
    let _: ReferenceWritableKeyPath<SWAttributionView, SWAttributionView.HorizontalAlignment> = \SWAttributionView.horizontalAlignment
}

// SharedWithYou: SWAttributionView.menuTitleForHideAction
@MainActor private func row64() {
    let _: ReferenceWritableKeyPath<SWAttributionView, String?> = \SWAttributionView.menuTitleForHideAction
}

// SharedWithYou: SWAttributionView.preferredMaxLayoutWidth
@MainActor private func row65() {
    let _: ReferenceWritableKeyPath<SWAttributionView, CGFloat> = \SWAttributionView.preferredMaxLayoutWidth
}

// SharedWithYou: SWAttributionView.supplementalMenu
@MainActor private func row66() {
    let _: ReferenceWritableKeyPath<SWAttributionView, UIMenu?> = \SWAttributionView.supplementalMenu
}

// SharedWithYou: SWCollaborationHighlight
@MainActor private func row67() {
    do { let _: SWCollaborationHighlight.Type = SWCollaborationHighlight.self }
    do { func names(_ it: SWCollaborationHighlight) { let _: NSObject = it } }
}

// SharedWithYou: SWCollaborationHighlight.collaborationIdentifier
@MainActor private func row68() {
    let _: KeyPath<SWCollaborationHighlight, String> = \SWCollaborationHighlight.collaborationIdentifier
}

// SharedWithYou: SWCollaborationHighlight.contentType
@MainActor private func row69() {
    let _: KeyPath<SWCollaborationHighlight, UTType> = \SWCollaborationHighlight.contentType
}

// SharedWithYou: SWCollaborationHighlight.creationDate
@MainActor private func row70() {
    let _: KeyPath<SWCollaborationHighlight, Date> = \SWCollaborationHighlight.creationDate
}

// SharedWithYou: SWCollaborationHighlight.title
@MainActor private func row71() {
    let _: KeyPath<SWCollaborationHighlight, String?> = \SWCollaborationHighlight.title
}

// SharedWithYou: SWCollaborationView
@MainActor private func row72() {
    do { let _: SWCollaborationView.Type = SWCollaborationView.self }
    do { func names(_ it: SWCollaborationView) { let _: NSObject = it } }
}

// SharedWithYou: SWCollaborationView.dismissPopover(_:)
@MainActor private func row73() {
    func names(_ it: SWCollaborationView) { let _: @MainActor ((() -> Void)?) -> Void = it.dismissPopover(_:) }
}

// SharedWithYou: SWCollaborationView.init(itemProvider:)
@MainActor private func row74() {
    let _: @MainActor (NSItemProvider) -> SWCollaborationView = SWCollaborationView.init(itemProvider:)
}

// SharedWithYou: SWCollaborationView.setContent(_:)
@MainActor private func row75() {
    func names(_ it: SWCollaborationView) { let _: @MainActor (UIView) -> Void = it.setContent(_:) }
}

// SharedWithYou: SWCollaborationView.setShowManageButton(_:)
@MainActor private func row76() {
    func names(_ it: SWCollaborationView) { let _: @MainActor (Bool) -> Void = it.setShowManageButton(_:) }
}

// SharedWithYou: SWCollaborationView.activeParticipantCount
@MainActor private func row77() {
    let _: ReferenceWritableKeyPath<SWCollaborationView, Int> = \SWCollaborationView.activeParticipantCount
}

// SharedWithYou: SWCollaborationView.cloudSharingControllerDelegate
@MainActor private func row78() {
    let _: ReferenceWritableKeyPath<SWCollaborationView, (any UICloudSharingControllerDelegate)?> = \SWCollaborationView.cloudSharingControllerDelegate
}

// SharedWithYou: SWCollaborationView.cloudSharingDelegate
@MainActor private func row79() {
    let _: ReferenceWritableKeyPath<SWCollaborationView, (any UICloudSharingControllerDelegate)?> = \SWCollaborationView.cloudSharingDelegate
}

// SharedWithYou: SWCollaborationView.delegate
@MainActor private func row80() {
    let _: ReferenceWritableKeyPath<SWCollaborationView, (any SWCollaborationViewDelegate)?> = \SWCollaborationView.delegate
}

// SharedWithYou: SWCollaborationView.headerImage
@MainActor private func row81() {
    let _: ReferenceWritableKeyPath<SWCollaborationView, UIImage> = \SWCollaborationView.headerImage
}

// SharedWithYou: SWCollaborationView.headerSubtitle
@MainActor private func row82() {
    let _: ReferenceWritableKeyPath<SWCollaborationView, String> = \SWCollaborationView.headerSubtitle
}

// SharedWithYou: SWCollaborationView.headerTitle
@MainActor private func row83() {
    let _: ReferenceWritableKeyPath<SWCollaborationView, String> = \SWCollaborationView.headerTitle
}

// SharedWithYou: SWCollaborationView.manageButtonTitle
@MainActor private func row84() {
    let _: ReferenceWritableKeyPath<SWCollaborationView, String> = \SWCollaborationView.manageButtonTitle
}

// SharedWithYou: SWHighlight
@MainActor private func row87() {
    do { let _: SWHighlight.Type = SWHighlight.self }
    do { func names(_ it: SWHighlight) { let _: NSObject = it } }
}

// SharedWithYou: SWHighlight.url
@MainActor private func row88() {
    let _: KeyPath<SWHighlight, URL> = \SWHighlight.url
}

// SharedWithYou: SWHighlight.identifier
@MainActor private func row89() {
    let _: KeyPath<SWHighlight, any NSCopying & NSSecureCoding> = \SWHighlight.identifier
}

// SharedWithYou: SWHighlight.init(coder:)
@MainActor private func row90() {
    let _: (NSCoder) -> SWHighlight? = SWHighlight.init(coder:)
}

// SharedWithYou: SWHighlightCenter
@MainActor private func row91() {
    do { let _: SWHighlightCenter.Type = SWHighlightCenter.self }
    do { func names(_ it: SWHighlightCenter) { let _: NSObject = it } }
}

// SharedWithYou: SWHighlightCenter.highlightCollectionTitle
@MainActor private func row92() {
    let _: String = SWHighlightCenter.highlightCollectionTitle
}

// SharedWithYou: SWHighlightCenter.isSystemCollaborationSupportAvailable
@MainActor private func row93() {
    let _: Bool = SWHighlightCenter.isSystemCollaborationSupportAvailable
}

// SharedWithYou: SWHighlightCenter.clearNotices(for:)
@MainActor private func row94() {
    func names(_ it: SWHighlightCenter) { let _: (SWCollaborationHighlight) -> Void = it.clearNotices(for:) }
}

// SharedWithYou: SWHighlightCenter.collaborationHighlight(forIdentifier:) (typed)
@MainActor private func row95() {
    func names(_ it: SWHighlightCenter) { let _: (SWCollaborationIdentifier) throws -> SWCollaborationHighlight = it.collaborationHighlight(forIdentifier:) }
}

// SharedWithYou: SWHighlightCenter.collaborationHighlight(forIdentifier:)
@MainActor private func row96() {
    func names(_ it: SWHighlightCenter) { let _: (String) throws -> SWCollaborationHighlight = it.collaborationHighlight(forIdentifier:) }
}

// SharedWithYou: SWHighlightCenter.collaborationHighlight(for:)
@MainActor private func row97() {
    do { func names(_ it: SWHighlightCenter) { let _: (URL) async throws -> SWCollaborationHighlight = it.collaborationHighlight(for:) } }
    do { func names(_ it: SWHighlightCenter) { let _: (URL, @escaping (SWCollaborationHighlight?, (any Error)?) -> Void) -> Void = it.getCollaborationHighlight(for:completionHandler:) } }
}

// SharedWithYou: SWHighlightCenter.getHighlightFor(_:completionHandler:)
@MainActor private func row98() {
    do { func names(_ it: SWHighlightCenter) { let _: (URL, @escaping (SWHighlight?, (any Error)?) -> Void) -> Void = it.getHighlightFor(_:completionHandler:) } }
    do { func names(_ it: SWHighlightCenter) { let _: (URL) async throws -> SWHighlight = it.highlight(for:) } }
}

// SharedWithYou: SWHighlightCenter.getSignedIdentityProof(for:using:completionHandler:)
@MainActor private func row99() {
    do { func names(_ it: SWHighlightCenter) { let _: (SWCollaborationHighlight, Data, @escaping (SWPerson.SignedIdentityProof?, (any Error)?) -> Void) -> Void = it.getSignedIdentityProof(for:using:completionHandler:) } }
    do { func names(_ it: SWHighlightCenter) { let _: (SWCollaborationHighlight, Data) async throws -> SWPerson.SignedIdentityProof = it.signedIdentityProof(for:using:) } }
}

// SharedWithYou: SWHighlightCenter.postNotice(for:)
@MainActor private func row100() {
    func names(_ it: SWHighlightCenter) { let _: (any SWHighlightEvent) -> Void = it.postNotice(for:) }
}

// SharedWithYou: SWHighlightCenter.delegate
@MainActor private func row101() {
    let _: ReferenceWritableKeyPath<SWHighlightCenter, (any SWHighlightCenterDelegate)?> = \SWHighlightCenter.delegate
}

// SharedWithYou: SWHighlightCenter.highlights
@MainActor private func row102() {
    let _: KeyPath<SWHighlightCenter, [SWHighlight]> = \SWHighlightCenter.highlights
}

// SharedWithYou: SWHighlightChangeEvent
@MainActor private func row103() {
    do { let _: SWHighlightChangeEvent.Type = SWHighlightChangeEvent.self }
    do { func names(_ it: SWHighlightChangeEvent) { let _: NSObject = it } }
}

// SharedWithYou: SWHighlightChangeEvent.init(highlight:trigger:)
@MainActor private func row104() {
    let _: (SWHighlight, SWHighlightChangeEventTrigger) -> SWHighlightChangeEvent = SWHighlightChangeEvent.init(highlight:trigger:)
}

// SharedWithYou: SWHighlightChangeEvent.changeEventTrigger
@MainActor private func row105() {
    let _: KeyPath<SWHighlightChangeEvent, SWHighlightChangeEventTrigger> = \SWHighlightChangeEvent.changeEventTrigger
}

// SharedWithYou: SWHighlightChangeEvent.init(coder:)
@MainActor private func row106() {
    let _: (NSCoder) -> SWHighlightChangeEvent? = SWHighlightChangeEvent.init(coder:)
}

// SharedWithYou: SWHighlightChangeEvent.highlightURL
@MainActor private func row107() {
    let _: KeyPath<SWHighlightChangeEvent, URL> = \SWHighlightChangeEvent.highlightURL
}

// SharedWithYou: SWHighlightMembershipEvent
@MainActor private func row108() {
    do { let _: SWHighlightMembershipEvent.Type = SWHighlightMembershipEvent.self }
    do { func names(_ it: SWHighlightMembershipEvent) { let _: NSObject = it } }
}

// SharedWithYou: SWHighlightMembershipEvent.init(highlight:trigger:)
@MainActor private func row109() {
    let _: (SWHighlight, SWHighlightMembershipEventTrigger) -> SWHighlightMembershipEvent = SWHighlightMembershipEvent.init(highlight:trigger:)
}

// SharedWithYou: SWHighlightMembershipEvent.membershipEventTrigger
@MainActor private func row110() {
    let _: KeyPath<SWHighlightMembershipEvent, SWHighlightMembershipEventTrigger> = \SWHighlightMembershipEvent.membershipEventTrigger
}

// SharedWithYou: SWHighlightMembershipEvent.init(coder:)
@MainActor private func row111() {
    let _: (NSCoder) -> SWHighlightMembershipEvent? = SWHighlightMembershipEvent.init(coder:)
}

// SharedWithYou: SWHighlightPersistenceEvent
@MainActor private func row112() {
    do { let _: SWHighlightPersistenceEvent.Type = SWHighlightPersistenceEvent.self }
    do { func names(_ it: SWHighlightPersistenceEvent) { let _: NSObject = it } }
}

// SharedWithYou: SWHighlightPersistenceEvent.init(highlight:trigger:)
@MainActor private func row113() {
    let _: (SWHighlight, SWHighlightPersistenceEventTrigger) -> SWHighlightPersistenceEvent = SWHighlightPersistenceEvent.init(highlight:trigger:)
}

// SharedWithYou: SWHighlightPersistenceEvent.persistenceEventTrigger
@MainActor private func row114() {
    let _: KeyPath<SWHighlightPersistenceEvent, SWHighlightPersistenceEventTrigger> = \SWHighlightPersistenceEvent.persistenceEventTrigger
}

// SharedWithYou: SWHighlightPersistenceEvent.init(coder:)
@MainActor private func row115() {
    let _: (NSCoder) -> SWHighlightPersistenceEvent? = SWHighlightPersistenceEvent.init(coder:)
}

// SharedWithYou: SWHighlightMentionEvent
@MainActor private func row116() {
    do { let _: SWHighlightMentionEvent.Type = SWHighlightMentionEvent.self }
    do { func names(_ it: SWHighlightMentionEvent) { let _: NSObject = it } }
}

// SharedWithYou: SWHighlightMentionEvent.init(highlight:mentionedPersonCloudKitShareHandle:)
@MainActor private func row117() {
    let _: (SWHighlight, String) -> SWHighlightMentionEvent = SWHighlightMentionEvent.init(highlight:mentionedPersonCloudKitShareHandle:)
}

// SharedWithYou: SWHighlightMentionEvent.init(highlight:mentionedPersonIdentity:)
@MainActor private func row118() {
    let _: (SWHighlight, SWPerson.Identity) -> SWHighlightMentionEvent = SWHighlightMentionEvent.init(highlight:mentionedPersonIdentity:)
}

// SharedWithYou: SWHighlightMentionEvent.mentionedPersonHandle
@MainActor private func row119() {
    let _: KeyPath<SWHighlightMentionEvent, String> = \SWHighlightMentionEvent.mentionedPersonHandle
}

// SharedWithYou: SWHighlightMentionEvent.init(coder:)
@MainActor private func row120() {
    let _: (NSCoder) -> SWHighlightMentionEvent? = SWHighlightMentionEvent.init(coder:)
}

// SharedWithYou: SWRemoveParticipantAlertController
@MainActor private func row121() {
    do { let _: SWRemoveParticipantAlertController.Type = SWRemoveParticipantAlertController.self }
    do { func names(_ it: SWRemoveParticipantAlertController) { let _: NSObject = it } }
}

// SharedWithYou: SWRemoveParticipantAlertController.init(participant:highlight:)
@MainActor private func row122() {
    let _: @MainActor (SWPerson, SWCollaborationHighlight) -> SWRemoveParticipantAlertController = SWRemoveParticipantAlertController.init(participant:highlight:)
}

// SharedWithYou: SWCollaborationViewDelegate
@MainActor private func row123() {
    func names(_ it: any SWCollaborationViewDelegate) { let _: any NSObjectProtocol = it }
}

// SharedWithYou: SWCollaborationViewDelegate.collaborationViewDidDismissPopover(_:)
@MainActor private func row124() {
    func names(_ it: any SWCollaborationViewDelegate) { let _: (SWCollaborationView) -> Void = it.collaborationViewDidDismissPopover(_:) }
}

// SharedWithYou: SWCollaborationViewDelegate.collaborationViewShouldPresentPopover(_:)
@MainActor private func row125() {
    func names(_ it: any SWCollaborationViewDelegate) { let _: (SWCollaborationView) -> Bool = it.collaborationViewShouldPresentPopover(_:) }
}

// SharedWithYou: SWCollaborationViewDelegate.collaborationViewWillPresentPopover(_:)
@MainActor private func row126() {
    func names(_ it: any SWCollaborationViewDelegate) { let _: (SWCollaborationView) -> Void = it.collaborationViewWillPresentPopover(_:) }
}

// SharedWithYou: SWHighlightCenterDelegate
@MainActor private func row127() {
    func names(_ it: any SWHighlightCenterDelegate) { let _: any NSObjectProtocol = it }
}

// SharedWithYou: SWHighlightCenterDelegate.highlightCenterHighlightsDidChange(_:)
@MainActor private func row128() {
    func names(_ it: any SWHighlightCenterDelegate) { let _: (SWHighlightCenter) -> Void = it.highlightCenterHighlightsDidChange(_:) }
}

// SharedWithYou: SWHighlightEvent
@MainActor private func row129() {
    func names(_ it: any SWHighlightEvent) { let _: any NSCopying & NSSecureCoding & NSObjectProtocol = it }
}

// SharedWithYou: SWHighlightEvent.highlightURL
@MainActor private func row130() {
    func names(_ it: any SWHighlightEvent) { let _: URL = it.highlightURL }
}

// SharedWithYouCore: SWCollaborationIdentifier
@MainActor private func row142() {
    structure(SWCollaborationIdentifier.self)
}

// SharedWithYouCore: SWCollaborationIdentifier.init(rawValue:)
@MainActor private func row143() {
    let _: (String) -> SWCollaborationIdentifier = SWCollaborationIdentifier.init(rawValue:)
}

// SharedWithYouCore: SWCollaborationIdentifier.init(_:)
@MainActor private func row144() {
    let _: (String) -> SWCollaborationIdentifier = SWCollaborationIdentifier.init(_:)
}

// SharedWithYouCore: SWCollaborationIdentifier.!=(_:_:)
@MainActor private func row145() {
    let _: (SWCollaborationIdentifier, SWCollaborationIdentifier) -> Bool = (!=)
}

// SharedWithYouCore: SWCollaborationIdentifier.hashValue
@MainActor private func row146() {
    let _: KeyPath<SWCollaborationIdentifier, Int> = \SWCollaborationIdentifier.hashValue
}

// SharedWithYouCore: SWCollaborationIdentifier.hash(into:)
@MainActor private func row147() {
    let _: (SWCollaborationIdentifier) -> (inout Hasher) -> Void = SWCollaborationIdentifier.hash(into:)
}

// SharedWithYouCore: SWLocalCollaborationIdentifier
@MainActor private func row148() {
    structure(SWLocalCollaborationIdentifier.self)
}

// SharedWithYouCore: SWLocalCollaborationIdentifier.init(rawValue:)
@MainActor private func row149() {
    let _: (String) -> SWLocalCollaborationIdentifier = SWLocalCollaborationIdentifier.init(rawValue:)
}

// SharedWithYouCore: SWLocalCollaborationIdentifier.init(_:)
@MainActor private func row150() {
    let _: (String) -> SWLocalCollaborationIdentifier = SWLocalCollaborationIdentifier.init(_:)
}

// SharedWithYouCore: SWLocalCollaborationIdentifier.!=(_:_:)
@MainActor private func row151() {
    let _: (SWLocalCollaborationIdentifier, SWLocalCollaborationIdentifier) -> Bool = (!=)
}

// SharedWithYouCore: SWLocalCollaborationIdentifier.hashValue
@MainActor private func row152() {
    let _: KeyPath<SWLocalCollaborationIdentifier, Int> = \SWLocalCollaborationIdentifier.hashValue
}

// SharedWithYouCore: SWLocalCollaborationIdentifier.hash(into:)
@MainActor private func row153() {
    let _: (SWLocalCollaborationIdentifier) -> (inout Hasher) -> Void = SWLocalCollaborationIdentifier.hash(into:)
}

// SharedWithYouCore: UTCollaborationOptionsTypeIdentifier
@MainActor private func row154() {
    let _: String = UTCollaborationOptionsTypeIdentifier
}

// SharedWithYouCore: SWAction
@MainActor private func row155() {
    do { let _: SWAction.Type = SWAction.self }
    do { func names(_ it: SWAction) { let _: NSObject = it } }
}

// SharedWithYouCore: SWAction.fail()
@MainActor private func row156() {
    func names(_ it: SWAction) { let _: () -> Void = it.fail }
}

// SharedWithYouCore: SWAction.fulfill()
@MainActor private func row157() {
    func names(_ it: SWAction) { let _: () -> Void = it.fulfill }
}

// SharedWithYouCore: SWAction.isComplete
@MainActor private func row158() {
    let _: KeyPath<SWAction, Bool> = \SWAction.isComplete
}

// SharedWithYouCore: SWAction.uuid
@MainActor private func row159() {
    let _: KeyPath<SWAction, UUID> = \SWAction.uuid
}

// SharedWithYouCore: SWAction.init(coder:)
@MainActor private func row160() {
    let _: (NSCoder) -> SWAction? = SWAction.init(coder:)
}

// SharedWithYouCore: SWCollaborationCoordinator
@MainActor private func row161() {
    do { let _: SWCollaborationCoordinator.Type = SWCollaborationCoordinator.self }
    do { func names(_ it: SWCollaborationCoordinator) { let _: NSObject = it } }
}

// SharedWithYouCore: SWCollaborationCoordinator.shared
@MainActor private func row162() {
    let _: SWCollaborationCoordinator = SWCollaborationCoordinator.shared
}

// SharedWithYouCore: SWCollaborationCoordinator.actionHandler
@MainActor private func row163() {
    let _: ReferenceWritableKeyPath<SWCollaborationCoordinator, (any SWCollaborationActionHandler)?> = \SWCollaborationCoordinator.actionHandler
}

// SharedWithYouCore: SWCollaborationMetadata
@MainActor private func row164() {
    do { let _: SWCollaborationMetadata.Type = SWCollaborationMetadata.self }
    do { func names(_ it: SWCollaborationMetadata) { let _: NSObject = it } }
}

// SharedWithYouCore: SWCollaborationMetadata.init(collaborationIdentifier:)
@MainActor private func row165() {
    let _: (SWCollaborationIdentifier) -> SWCollaborationMetadata = SWCollaborationMetadata.init(collaborationIdentifier:)
}

// SharedWithYouCore: SWCollaborationMetadata.init(localIdentifier:)
@MainActor private func row166() {
    let _: (SWLocalCollaborationIdentifier) -> SWCollaborationMetadata = SWCollaborationMetadata.init(localIdentifier:)
}

// SharedWithYouCore: SWCollaborationMetadata.collaborationIdentifier
@MainActor private func row167() {
    let _: KeyPath<SWCollaborationMetadata, SWCollaborationIdentifier> = \SWCollaborationMetadata.collaborationIdentifier
}

// SharedWithYouCore: SWCollaborationMetadata.defaultShareOptions
@MainActor private func row168() {
    let _: ReferenceWritableKeyPath<SWCollaborationMetadata, SWCollaborationShareOptions?> = \SWCollaborationMetadata.defaultShareOptions
}

// SharedWithYouCore: SWCollaborationMetadata.initiatorHandle
@MainActor private func row169() {
    let _: ReferenceWritableKeyPath<SWCollaborationMetadata, String?> = \SWCollaborationMetadata.initiatorHandle
}

// SharedWithYouCore: SWCollaborationMetadata.initiatorNameComponents
@MainActor private func row170() {
    let _: ReferenceWritableKeyPath<SWCollaborationMetadata, PersonNameComponents?> = \SWCollaborationMetadata.initiatorNameComponents
}

// SharedWithYouCore: SWCollaborationMetadata.localIdentifier
@MainActor private func row171() {
    let _: KeyPath<SWCollaborationMetadata, SWLocalCollaborationIdentifier> = \SWCollaborationMetadata.localIdentifier
}

// SharedWithYouCore: SWCollaborationMetadata.title
@MainActor private func row172() {
    let _: ReferenceWritableKeyPath<SWCollaborationMetadata, String?> = \SWCollaborationMetadata.title
}

// SharedWithYouCore: SWCollaborationMetadata.userSelectedShareOptions
@MainActor private func row173() {
    let _: ReferenceWritableKeyPath<SWCollaborationMetadata, SWCollaborationShareOptions?> = \SWCollaborationMetadata.userSelectedShareOptions
}

// SharedWithYouCore: SWCollaborationMetadata.init(coder:)
@MainActor private func row174() {
    let _: (NSCoder) -> SWCollaborationMetadata? = SWCollaborationMetadata.init(coder:)
}

// SharedWithYouCore: SWCollaborationOption
@MainActor private func row175() {
    do { let _: SWCollaborationOption.Type = SWCollaborationOption.self }
    do { func names(_ it: SWCollaborationOption) { let _: NSObject = it } }
}

// SharedWithYouCore: SWCollaborationOption.init(title:identifier:)
@MainActor private func row176() {
    let _: (String, String) -> SWCollaborationOption = SWCollaborationOption.init(title:identifier:)
}

// SharedWithYouCore: SWCollaborationOption.identifier
@MainActor private func row177() {
    let _: KeyPath<SWCollaborationOption, String> = \SWCollaborationOption.identifier
}

// SharedWithYouCore: SWCollaborationOption.requiredOptionsIdentifiers
@MainActor private func row178() {
    let _: ReferenceWritableKeyPath<SWCollaborationOption, [String]> = \SWCollaborationOption.requiredOptionsIdentifiers
}

// SharedWithYouCore: SWCollaborationOption.isSelected
@MainActor private func row179() {
    let _: ReferenceWritableKeyPath<SWCollaborationOption, Bool> = \SWCollaborationOption.isSelected
}

// SharedWithYouCore: SWCollaborationOption.subtitle
@MainActor private func row180() {
    let _: ReferenceWritableKeyPath<SWCollaborationOption, String> = \SWCollaborationOption.subtitle
}

// SharedWithYouCore: SWCollaborationOption.title
@MainActor private func row181() {
    let _: ReferenceWritableKeyPath<SWCollaborationOption, String> = \SWCollaborationOption.title
}

// SharedWithYouCore: SWCollaborationOption.init(title:identifier:subtitle:selected:requiredOptionsIdentifiers:)
@MainActor private func row182() {
    let _: (String, String, String, Bool, [String]) -> SWCollaborationOption = SWCollaborationOption.init(title:identifier:subtitle:selected:requiredOptionsIdentifiers:)
}

// SharedWithYouCore: SWCollaborationOption.init(coder:)
@MainActor private func row183() {
    let _: (NSCoder) -> SWCollaborationOption? = SWCollaborationOption.init(coder:)
}

// SharedWithYouCore: SWCollaborationOptionsGroup
@MainActor private func row184() {
    do { let _: SWCollaborationOptionsGroup.Type = SWCollaborationOptionsGroup.self }
    do { func names(_ it: SWCollaborationOptionsGroup) { let _: NSObject = it } }
}

// SharedWithYouCore: SWCollaborationOptionsGroup.init(identifier:options:)
@MainActor private func row185() {
    let _: (String, [SWCollaborationOption]) -> SWCollaborationOptionsGroup = SWCollaborationOptionsGroup.init(identifier:options:)
}

// SharedWithYouCore: SWCollaborationOptionsGroup.footer
@MainActor private func row186() {
    let _: ReferenceWritableKeyPath<SWCollaborationOptionsGroup, String> = \SWCollaborationOptionsGroup.footer
}

// SharedWithYouCore: SWCollaborationOptionsGroup.identifier
@MainActor private func row187() {
    let _: KeyPath<SWCollaborationOptionsGroup, String> = \SWCollaborationOptionsGroup.identifier
}

// SharedWithYouCore: SWCollaborationOptionsGroup.options
@MainActor private func row188() {
    let _: ReferenceWritableKeyPath<SWCollaborationOptionsGroup, [SWCollaborationOption]> = \SWCollaborationOptionsGroup.options
}

// SharedWithYouCore: SWCollaborationOptionsGroup.title
@MainActor private func row189() {
    let _: ReferenceWritableKeyPath<SWCollaborationOptionsGroup, String> = \SWCollaborationOptionsGroup.title
}

// SharedWithYouCore: SWCollaborationOptionsGroup.init(coder:)
@MainActor private func row190() {
    let _: (NSCoder) -> SWCollaborationOptionsGroup? = SWCollaborationOptionsGroup.init(coder:)
}

// SharedWithYouCore: SWCollaborationOptionsPickerGroup
@MainActor private func row191() {
    do { let _: SWCollaborationOptionsPickerGroup.Type = SWCollaborationOptionsPickerGroup.self }
    do { func names(_ it: SWCollaborationOptionsPickerGroup) { let _: NSObject = it } }
}

// SharedWithYouCore: SWCollaborationOptionsPickerGroup.selectedOptionIdentifier
@MainActor private func row192() {
    let _: ReferenceWritableKeyPath<SWCollaborationOptionsPickerGroup, String> = \SWCollaborationOptionsPickerGroup.selectedOptionIdentifier
}

// SharedWithYouCore: SWCollaborationShareOptions
@MainActor private func row193() {
    do { let _: SWCollaborationShareOptions.Type = SWCollaborationShareOptions.self }
    do { func names(_ it: SWCollaborationShareOptions) { let _: NSObject = it } }
}

// SharedWithYouCore: SWCollaborationShareOptions.init(coder:)
@MainActor private func row194() {
    let _: (NSCoder) -> SWCollaborationShareOptions = SWCollaborationShareOptions.init(coder:)
}

// SharedWithYouCore: SWCollaborationShareOptions.init(optionsGroups:)
@MainActor private func row195() {
    let _: ([SWCollaborationOptionsGroup]) -> SWCollaborationShareOptions = SWCollaborationShareOptions.init(optionsGroups:)
}

// SharedWithYouCore: SWCollaborationShareOptions.init(optionsGroups:summary:)
@MainActor private func row196() {
    let _: ([SWCollaborationOptionsGroup], String) -> SWCollaborationShareOptions = SWCollaborationShareOptions.init(optionsGroups:summary:)
}

// SharedWithYouCore: SWCollaborationShareOptions.optionsGroups
@MainActor private func row197() {
    let _: ReferenceWritableKeyPath<SWCollaborationShareOptions, [SWCollaborationOptionsGroup]> = \SWCollaborationShareOptions.optionsGroups
}

// SharedWithYouCore: SWCollaborationShareOptions.summary
@MainActor private func row198() {
    let _: ReferenceWritableKeyPath<SWCollaborationShareOptions, String> = \SWCollaborationShareOptions.summary
}

// SharedWithYouCore: SWPerson
@MainActor private func row199() {
    do { let _: SWPerson.Type = SWPerson.self }
    do { func names(_ it: SWPerson) { let _: NSObject = it } }
}

// SharedWithYouCore: SWPerson.init(handle:identity:displayName:thumbnailImageData:)
@MainActor private func row200() {
    let _: (String?, SWPerson.Identity?, String, Data?) -> SWPerson = SWPerson.init(handle:identity:displayName:thumbnailImageData:)
}

// SharedWithYouCore: SWPerson.init(coder:)
@MainActor private func row201() {
    let _: (NSCoder) -> SWPerson? = SWPerson.init(coder:)
}

// SharedWithYouCore: SWPerson.Identity
@MainActor private func row202() {
    do { let _: SWPerson.Identity.Type = SWPerson.Identity.self }
    do { func names(_ it: SWPerson.Identity) { let _: NSObject = it } }
}

// SharedWithYouCore: SWPerson.Identity.init(rootHash:)
@MainActor private func row203() {
    let _: (Data) -> SWPerson.Identity = SWPerson.Identity.init(rootHash:)
}

// SharedWithYouCore: SWPerson.Identity.rootHash
@MainActor private func row204() {
    let _: KeyPath<SWPerson.Identity, Data> = \SWPerson.Identity.rootHash
}

// SharedWithYouCore: SWPerson.Identity.init(coder:)
@MainActor private func row205() {
    let _: (NSCoder) -> SWPerson.Identity? = SWPerson.Identity.init(coder:)
}

// SharedWithYouCore: SWPerson.IdentityProof
@MainActor private func row206() {
    do { let _: SWPerson.IdentityProof.Type = SWPerson.IdentityProof.self }
    do { func names(_ it: SWPerson.IdentityProof) { let _: NSObject = it } }
}

// SharedWithYouCore: SWPerson.IdentityProof.inclusionHashes
@MainActor private func row207() {
    let _: KeyPath<SWPerson.IdentityProof, [Data]> = \SWPerson.IdentityProof.inclusionHashes
}

// SharedWithYouCore: SWPerson.IdentityProof.publicKey
@MainActor private func row208() {
    let _: KeyPath<SWPerson.IdentityProof, Data> = \SWPerson.IdentityProof.publicKey
}

// SharedWithYouCore: SWPerson.IdentityProof.publicKeyIndex
@MainActor private func row209() {
    let _: KeyPath<SWPerson.IdentityProof, Int> = \SWPerson.IdentityProof.publicKeyIndex
}

// SharedWithYouCore: SWPerson.IdentityProof.init(coder:)
@MainActor private func row210() {
    let _: (NSCoder) -> SWPerson.IdentityProof? = SWPerson.IdentityProof.init(coder:)
}

// SharedWithYouCore: SWPerson.SignedIdentityProof
@MainActor private func row211() {
    do { let _: SWPerson.SignedIdentityProof.Type = SWPerson.SignedIdentityProof.self }
    do { func names(_ it: SWPerson.SignedIdentityProof) { let _: NSObject = it } }
}

// SharedWithYouCore: SWPerson.SignedIdentityProof.init(personIdentityProof:signatureData:)
@MainActor private func row212() {
    let _: (SWPerson.IdentityProof, Data) -> SWPerson.SignedIdentityProof = SWPerson.SignedIdentityProof.init(personIdentityProof:signatureData:)
}

// SharedWithYouCore: SWPerson.SignedIdentityProof.signatureData
@MainActor private func row213() {
    let _: KeyPath<SWPerson.SignedIdentityProof, Data> = \SWPerson.SignedIdentityProof.signatureData
}

// SharedWithYouCore: SWStartCollaborationAction
@MainActor private func row214() {
    do { let _: SWStartCollaborationAction.Type = SWStartCollaborationAction.self }
    do { func names(_ it: SWStartCollaborationAction) { let _: NSObject = it } }
}

// SharedWithYouCore: SWStartCollaborationAction.fulfill(using:collaborationIdentifier:)
@MainActor private func row215() {
    func names(_ it: SWStartCollaborationAction) { let _: (URL, SWCollaborationIdentifier) -> Void = it.fulfill(using:collaborationIdentifier:) }
}

// SharedWithYouCore: SWStartCollaborationAction.collaborationMetadata
@MainActor private func row216() {
    let _: KeyPath<SWStartCollaborationAction, SWCollaborationMetadata> = \SWStartCollaborationAction.collaborationMetadata
}

// SharedWithYouCore: SWUpdateCollaborationParticipantsAction
@MainActor private func row217() {
    do { let _: SWUpdateCollaborationParticipantsAction.Type = SWUpdateCollaborationParticipantsAction.self }
    do { func names(_ it: SWUpdateCollaborationParticipantsAction) { let _: NSObject = it } }
}

// SharedWithYouCore: SWUpdateCollaborationParticipantsAction.addedIdentities
@MainActor private func row218() {
    let _: KeyPath<SWUpdateCollaborationParticipantsAction, [SWPerson.Identity]> = \SWUpdateCollaborationParticipantsAction.addedIdentities
}

// SharedWithYouCore: SWUpdateCollaborationParticipantsAction.collaborationMetadata
@MainActor private func row219() {
    let _: KeyPath<SWUpdateCollaborationParticipantsAction, SWCollaborationMetadata> = \SWUpdateCollaborationParticipantsAction.collaborationMetadata
}

// SharedWithYouCore: SWUpdateCollaborationParticipantsAction.removedIdentities
@MainActor private func row220() {
    let _: KeyPath<SWUpdateCollaborationParticipantsAction, [SWPerson.Identity]> = \SWUpdateCollaborationParticipantsAction.removedIdentities
}

// SharedWithYouCore: SWCollaborationActionHandler
@MainActor private func row221() {
    func names(_ it: any SWCollaborationActionHandler) { let _: any NSObjectProtocol = it }
}

// SharedWithYouCore: SWCollaborationActionHandler.collaborationCoordinator(_:handle:) (start)
@MainActor private func row222() {
    func names(_ it: any SWCollaborationActionHandler) { let _: (SWCollaborationCoordinator, SWStartCollaborationAction) -> Void = it.collaborationCoordinator(_:handle:) }
}

// SharedWithYouCore: SWCollaborationActionHandler.collaborationCoordinator(_:handle:) (update)
@MainActor private func row223() {
    func names(_ it: any SWCollaborationActionHandler) { let _: (SWCollaborationCoordinator, SWUpdateCollaborationParticipantsAction) -> Void = it.collaborationCoordinator(_:handle:) }
}
