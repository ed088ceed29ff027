/// The names of the phrases that code of a recording chooses.
enum PhraseName: CaseIterable, Hashable {
    case opensLinks, lacksCapability, runs, showsPreview, callsButton, keepsDocuments, opensFiles, sharesOneWay
    case offersOptions, publishes, publishesNothing
    case areContacts, savesContact, blocks, beginsConversation, hasOlderSystem, areIn, renames
    case turnsReceipts, seesThatRead, types, seesTyping
    case sends, sendsAgain, attaches, replies, repliesFromApp, sees, doesNotSee, isAlerted, turnsMentionAlerts
    case pins, turnsSharing, isAskedToShare, answersConsent, answersConsentTwice
    case seesOnShelf, opensFromShelf
    case shares, sharesWithNobody, opens, opensInApp, works, mentions, creates, writes, editsOutdated, comments, moves
    case closes, postsNothing
    case stages, choosesInDraft, turnsOffInDraft, writesInDraft
    case startIs, changeIs, sendsOn, sendsCopy
    case addsToShare, removesFromShare, opensShare, closesShare, setsPermission, setsRole, setsInviting
    case stopsSharing, hasNoAccess, tellsMembership
    case seesNotice, doesNotSeeNotice, closesNotice, isAsked, answersPrompt, answersPromptOfOther
    case faultOfNotice, faultOfMessage, reordersMessage, breaks
    case passes, goesOffline, comesBack, requestFails, requestRunsIntoRule
}
