/// The names of the phrases that a recording uses.
enum PhraseName: CaseIterable, Hashable {
    case opensLinks, lacksCapability, runs, showsPreview, callsButton, keepsDocuments, opensFiles, sharesOneWay
    case offersOptions
    case publishes, publishesNothing
    case areContacts, savesContact, deletesContact, blocks, beginsConversation, reads, hasOlderSystem
    case adds, removes, leaves, areIn, givesPhoto, takesPhoto, renames
    case marksUnread, mutes, pinsConversation, turnsReceipts, seesThatRead, types, seesTyping
    case sends, sendsAgain, attaches, replies, repliesFromApp, sees, doesNotSee, isAlerted, turnsMentionAlerts
    case deletesMessage, recoversMessage, erasesMessage
    case deletesConversation, recoversConversation, erasesConversation
    case edits, unsends, reacts, takesBackReaction
    case pins, turnsSharing, isAskedToShare, answersConsent, answersConsentTwice
    case seesOnShelf, removesFromShelf, takesBackIntoShelf, opensFromShelf
    case shares, sharesWithNobody, opens, opensInApp, works, mentions, creates, writes, editsOutdated, comments, moves
    case closes, postsNothing
    case stages, choosesInDraft, turnsOffInDraft, writesInDraft, sendsDraft, cancelsDraft
    case answersStart, answersStartWithout, letsPeopleIn, failsAction, startIs, changeIs, sendsOn, sendsCopy
    case addsToShare, removesFromShare, opensShare, closesShare, setsPermission, setsRole, setsInviting, leavesShare
    case stopsSharing, hasNoAccess, tellsMembership
    case seesNotice, doesNotSeeNotice, closesNotice, isAsked, answersPrompt, answersPromptOfOther
    case faultOfNotice, faultOfMessage, reordersMessage, breaks
    case passes, goesOffline, comesBack, requestFails, requestRunsIntoRule, settles
}
