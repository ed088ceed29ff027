// Written by script/docs: change the page instead.

/// The page docs/reference/rules.md.
package enum RulesPage {
    /// The text of the page, in Markdown.
    package static let text = #"""
        # Rules

        Every decision about a delivery names its rule. Play the scenarios of one rule:

        ```sh
        chat-client play scenarios --tags "@ev-mention-private"
        ```

        `delivery.explain`, `/explain ID` in the terminal and [the inspector](../how-to/watch-in-a-browser.md) show the rules of a decision ([how](../how-to/find-a-missing-notice.md)). An error that a rule decides carries it as `data.rule`. The letters after a rule name its [source](#sources); **c** marks remembered behaviour of Messages without a document.

        ## Messages

        - `edit-menu-limit` Edit is offered until its window or its count ends, Undo Send for two minutes. (c)
        - `edit-type` Only text messages can be edited; the recipient's unread state does not change through edits. (c)
        - `grp-add` Anyone in an all-Apple group (three or more people) may add someone; the newcomer does not see earlier messages. (c)
        - `grp-leave` Leaving needs four or more, so that three at least remain. (c)
        - `grp-lines` A line in the thread names who was added, removed, left or renamed the conversation. (c)
        - `grp-name-photo` Any member may set the group's name and its photo, one emoji. A conversation of two people takes neither: it keeps the name that it was created with, if it has one. A line in the thread names the member. (c)
        - `grp-one-to-one-add` Adding a person to a one-to-one conversation makes a new group. (c)
        - `grp-remove` Removing needs a group of four or more; anyone may do so. (c)
        - `mention-alert` Setting "Notify Me": mentions alert even in muted threads. Default on. (c)
        - `mention-syntax` A member's name after @ is a mention of that member. (c)
        - `msg-details-toggles` The details of a conversation have switches of one's own: Hide Alerts, Send Read Receipts, Show in Shared with You. (D21)
        - `msg-edit-label` An edited message is marked “Edited”; both sides can open its earlier versions and hide them again. (D18)
        - `msg-edit-limit` Up to five edits a message; then the command is gone. (D18)
        - `msg-edit-old` Recipients on old systems get a follow-up message that begins "Edited to" with the new text in quotes. (D18)
        - `msg-edit-window` A sent message may be edited for up to 15 minutes after it was sent. (D18)
        - `msg-hide-alerts` A conversation can have Hide Alerts turned on: it makes no alert, and its messages count as unread all the same. (D19 D20 D21)
        - `msg-leave-four` Leaving is offered only in groups of four or more. (D20)
        - `msg-pin-conv` Whole conversations can be pinned, up to nine; they leave the normal list and move to the top. (D19)
        - `msg-pin-conv-group` A pinned group shows members' pictures unless a group photo is set. (D19)
        - `msg-show-swy-note` The switch of a conversation decides whether its content shows in apps; pins always show. (D21)
        - `msg-unsend-note` A note stays in both transcripts: "You unsent a message" for the sender, name plus "unsent a message" for others. (D18)
        - `msg-unsend-old` Old systems keep the message, and the sender sees a warning. (D18)
        - `msg-unsend-window` A message can be unsent for two minutes. (D18)
        - `msg-window-caveat` An early report gave 15 minutes for both; final is 15 for edits and 2 for unsending. (D18)
        - `mute-hide` Hide Alerts stops alerts for that thread on all own devices; a crossed bell marks it. (c)
        - `order-conv` List sorted by latest message; pinned area on top by user order. (c)
        - `rcpt-delivered` Under the newest own message: Delivered, or "Read" with time if the recipient sends receipts. (c)
        - `rcpt-setting` Read receipts have one switch, and one for each conversation that overrides it. Groups do not show Read. (c)
        - `reply-deleted` If the origin is unsent, its replies remain and show that it was. (c)
        - `reply-inline` A reply to a message makes a thread; a reply to a reply joins it. (c)
        - `tap-notify` Author of the message gets an alert; in groups others see it in the list preview. (c)
        - `tap-one` One tapback a person and message; another replaces it, the same takes it away. (c)
        - `tap-set` Tapbacks: heart, thumbs up, thumbs down, ha ha, two exclamation marks, question mark; later any emoji. (c)
        - `tap-sms` Non-supporting recipients get text such as: Liked followed by the quoted message. (c)
        - `typing-1to1` Typing dots in one-to-one threads; for groups only from the 26 releases. Times out by itself (about 60 s). (c)
        - `unread-mark` A conversation can be marked unread. Deleted messages stay in Recently Deleted for 30 days, and return in place when recovered. (c)

        ## Notices and events

        - `ev-change` `SWHighlightChangeEvent(highlight:trigger:)`; triggers edit (1), comment (2). For content updates or comments; the participants of the document are notified. (D9 D2)
        - `ev-from-center` Events are built from a highlight fetched from the center, then passed to `postNotice(for:)`. (D2 D3 D8)
        - `ev-membership` `SWHighlightMembershipEvent(highlight:trigger:)`; triggers addedCollaborator (1), removedCollaborator (2). Join or leave. (D9 D3)
        - `ev-mention` `SWHighlightMentionEvent`: init with `mentionedPersonCloudKitShareHandle` (CloudKit) or `mentionedPersonIdentity` (custom, root hash). Exposes `mentionedPersonHandle`. (D1 D3)
        - `ev-mention-precond` Mention events make sense only if the app supports mentions. (D3 D8)
        - `ev-mention-private` A mention notice is displayed only to the mentioned person. (D3 D8)
        - `ev-persistence` `SWHighlightPersistenceEvent(highlight:trigger:)`; triggers created (1), deleted (2), renamed (3), moved (4). (D1 D9)
        - `ev-persistence-use` Articles use it when content is moved, renamed or deleted; `created` is in the enum but not in the prose. (D2 D3 D8)
        - `ev-protocol` `SWHighlightEvent` needs only `highlightURL`. (D1 D9)
        - `group-sync-backends` CloudKit and iCloud Drive need no app work for that sync; custom back ends handle an action (see B4). (D2 D8)
        - `group-sync-prompt-add` If someone joins the Messages group that has a collaboration, the document owner gets a prompt notice to add them to the share. (D2 D8)
        - `group-sync-prompt-remove` If someone is removed from the group, the owner is prompted to remove them from the share. (D2 D8)
        - `group-sync-wording` Two-line notices: Add [name] to your 3 shared documents, with an Add button and a close button; Remove [name] from …, with a Remove button. One notice covers several documents. (D2)
        - `notice-form` They are displayed as a banner in the shared conversation with a description of the change and the name of the person who made it. (D3 D8)
        - `notice-optional` Posting event notices is something to consider, not automatic. (S0)
        - `notice-place` A notice summarises an update of a shared document. It appears at the top of the conversation in Messages where the document was shared. People outside the conversation get none. (D2 D8)
        - `notice-type-and-link` When posting an event choose its kind (content change, membership, mention) and attach a universal link that opens the relevant view. (S0)
        - `notify-four-kinds` People can get Messages notifications when collaborators mention them, change things, join, or leave. (S0)
        - `ntc-banner-view` The banner has avatar, one or two lines, and a button such as "Show" or "View"; choosing it opens the document. (c)
        - `ntc-collapse` Several pending notices stack; the banner shows the latest, expanding shows the rest. (c)
        - `ntc-details-list` Conversation details list "Collaboration" items of that thread. (c)
        - `ntc-dismiss` A notice can be closed; it goes away after viewing or opening the document. (c)
        - `ntc-not-transcript` Notices are not chat messages; they do not join the transcript, cannot be reacted to, and do not raise the unread count as messages do. (c)
        - `ntc-push` Of the notices only mentions alert; notices of edits and of membership are quiet. (c)
        - `ntc-self` The actor gets no notice for own actions. (c)
        - `ntc-system-lines` When a collaboration begins the transcript shows the link bubble with app icon, title, permission summary line and a status of who can open it. (c)
        - `ntc-wording` Likely strings: "[Name] edited [Title]"; "[Name] commented on [Title]"; "[Name] mentioned you in [Title]"; "[Name] joined [Title]"; "[Name] was added" or "was removed"; "[Name] renamed [Title]"; "moved"; "deleted". No source gives exact text. (c)

        ## Shared with You: the shelf

        - `dedupe-same-thread` Same link shared several times in one conversation: only the latest message counts. (S1)
        - `merge-threads` Same link in several conversations: one item whose attribution shows all sharers' avatars. (S1)
        - `pin-always` Pinned content is always available to the app's Shared with You. (S1)
        - `pin-elevates` Content can be pinned in Messages; that raises it in Shared with You and in Search. (S1)
        - `pin-implied-consent` Pinning a link is implicit permission to surface it. (S1)
        - `pin-signal` Pinning signals importance and begins the automatic-sharing consent flow. (S1)
        - `privacy-app-scope` An app sees only content tied to it by its universal-link association. (S1)
        - `privacy-no-threads` Apps get neither recipients nor conversations. (S1)
        - `rank-app-feedback` The app contributes feedback (through the display context). (S1)
        - `rank-first-curated` The first item is curated by Siri Suggestions from system signals. (S1)
        - `rank-not-stale` The aim is to avoid content that is too short-lived or old. (S1)
        - `rank-pins-next` After the first item come pinned items. (S1)
        - `rank-rest-chrono` The rest is in chronological order. (S1)
        - `rank-signals` Suggestion signals include: has the user viewed or used it, is it pinned, in which context is it shown. (S1)
        - `shelf-dedicated` The shelf is a dedicated spot within the app's browsing area that highlights items shared in Messages (TV puts it in Watch Now; Music and Podcasts in Listen Now). (S1)
        - `shelf-item-attribution` Each shelf item also has an attribution view. (S1)
        - `shelf-item-preview` Each item shows a rich preview: thumbnail, title, and a subtitle if there is one. (S1)
        - `shelf-ordered` Its content is a ranked, ordered list supplied by the system. (S1)
        - `shelf-show-more` A Show More element expands the shelf or navigates to everything for that app. (S1)
        - `surf-group-contact` In a group conversation, links surface only if at least one participant is a contact. (S1)
        - `surf-links` Links that friends and family share in Messages are what is surfaced. (S1)
        - `surf-universal` Shared with You rests on the same technology as universal links. (S1)
        - `sw-in-context` People can go back to the Messages conversation from inside the app, without leaving the content. (S1)
        - `sw-purpose` The feature exists so people can return later to links that friends and family sent. (S1)
        - `sw-system-apps` System apps that adopted it: Safari, News, Music, Podcasts, TV, Photos. (S1)
        - `sw-third-party` Announced with iOS 15 for system apps; since iOS 16 third-party apps, links and content take part. (S1)
        - `sw-two-parts` Two visible parts in an app: the shelf and the attribution view. (S1)
        - `swy-block` Links from blocked people do not surface. (c)
        - `swy-delete` Deleting the message or the conversation removes its link from one's own shelf. A link that the person pinned stays until they unpin it. Unsending the message removes it from every shelf. (c)
        - `swy-edit` Editing the link out of a message removes it. (c)
        - `swy-one-to-one-unknown` One-to-one links from non-contacts do not surface. S1 states the contact rule only for groups. (c)
        - `swy-pin-gesture` Touch and hold a link bubble, choose Pin (or Unpin): here the menu of a message. (c)
        - `swy-pin-list` Conversation details have a Pins section; Search shows pinned links first. (c)
        - `swy-pin-scope` Pins of content are personal: they sync across the person's own devices and affect no one else. (c)
        - `swy-sent-by-me` Shelf covers links received from others, not those sent by oneself (wording "shared with you"). (c)

        ## Automatic sharing and consent

        - `auto-offer` When content for an app is pinned, heuristics decide whether to present an option to enable automatic sharing. (S1)
        - `auto-on` When automatic sharing is on, later content is available automatically. (S1)
        - `consent-levels` People control what is shared outside Messages at three levels: per conversation, per app, globally. (S1)
        - `consent-organic` The permission is not requested beforehand; it arises in use. (S1)
        - `swy-conv-toggle` Conversation details: "Show in Shared with You" per conversation, default on. (c)
        - `swy-master-effect` Master off: only pinned content shows in apps. In some texts, sharing an item manually still works. (c)
        - `swy-settings-path` Settings, Messages, Shared with You (from iOS 18: Settings, Apps, Messages, Shared with You): one Automatic Sharing master switch, below it one switch per app. (c)

        ## Attribution

        - `attr-activate` Activating it opens the conversation from within the app; afterwards the person is back at the content. (S1)
        - `attr-align` Alignment inside the maximum width: leading, center or trailing. (S1)
        - `attr-align-when` Alignment matters only if content is narrower than the space. (D5)
        - `attr-bg-style` Background style: color for monochrome backgrounds, material (blur) for multicoloured ones. (S1)
        - `attr-content` The attribution shows the names and avatars of the people who shared, drawn outside the app process. (S1)
        - `attr-context-default` `displayContext` default is summary: content is offered for consumption. (S1)
        - `attr-context-detail` Use detail while the user actively consumes the content (watching, listening). (S1)
        - `attr-context-when` Set it before the view is added to a window; it affects ranking. (S1)
        - `attr-enum-align` HorizontalAlignment: default 0, leading, center, trailing. Set one explicitly because the default may change. (D5)
        - `attr-enum-bg` BackgroundStyle: default 0 (chosen by the view), color, material. (D5)
        - `attr-enum-context` DisplayContext: summary 0, detail. (D5)
        - `attr-height-free` Leave vertical room; height follows the text size setting; constraining it may clip or drop the view. (S1)
        - `attr-hide-word` The header wants the word "Hide" in a custom title (sample "Hide Article"); nil gives the default title. (D5)
        - `attr-highlight-menu` `highlightMenu` is the system menu (reply, hide) to add to the app's own menu, inline at the end. (D5)
        - `attr-in-detail` Show it also on the content's detail view so people connect content and conversation. (S1)
        - `attr-max-width` Give a maximum width; the view fills or fits within it. Limit it by width anchor, frame, or `preferredMaxLayoutWidth`. (S1)
        - `attr-menu` Its context menu offers "Reply" and "Remove". (S1)
        - `attr-menu-api` Names used: `menuTitleForHideAction` (sample value "Remove Item"), `supplementalMenu` read and appended to the app's menu. (S1)
        - `attr-menu-export` The same menu entries are available to the app for its own content menus. (S1)
        - `attr-menu-place` Added entries either sit inline in the menu they extend or close it. (S1)
        - `attr-one-per` Every highlight has its own attribution view; assigning the highlight triggers rendering. (S1)
        - `attr-pin-mark` It also shows whether the content was pinned in Messages. (S1)
        - `attr-props` `highlight`, `displayContext`, `horizontalAlignment`, `backgroundStyle`, `preferredMaxLayoutWidth`, `highlightMenu` (read only), `menuTitleForHideAction`, `supplementalMenu`; tvOS adds a marquee switch. (D1 D5)
        - `attr-reload` Setting a new highlight reloads the content. (D5)
        - `attr-remove` Remove asks Shared with You to stop surfacing that piece of content from then on. (S1)
        - `attr-remove-title` The Remove title can be customised; Safari shows "Remove Link". (S1)
        - `attr-remove-word` A custom title should contain the word "Remove", localised. (S1)
        - `attr-reply-equals-tap` Reply does the same as activating the view. (S1)
        - `attr-supplemental` `supplementalMenu` is given by the app to extend the view's own menu; nil means none. (D5)
        - `attr-text-size-range` Minimum and maximum content-size categories may be set. (S1)
        - `attr-truncate` Beyond maximum width names may be truncated. (D5)
        - `attr-width-prop` Header: `preferredMaxLayoutWidth` is for SwiftUI wrappers; without them the width comes from frame or constraints. (D5)
        - `disambiguate` Activating such a merged attribution first asks which conversation to reply in. (S1)
        - `privacy-render` Attribution and disambiguation are drawn on the app's behalf, out of process. (S1)
        - `swy-attr-label` The attribution reads "From" and a name, with avatars; chevron shows it is tappable. D1's illustration shows "From Juan". (c)

        ## Highlight center

        - `adopt-steps` To adopt: support universal links, add the Shared with You capability, then add shelf and attribution. (S1)
        - `center-callback` Delegate method: `highlightCenterHighlightsDidChange(_:)`; app then reads `highlights`. (S1)
        - `center-clear-since` `clearNotices(for:)` takes a collaboration highlight and clears its notices in Messages; it arrived in iOS 16.1 while the rest is 16.0. (D4)
        - `center-completion-queue` Completion handlers of the lookups always run on the main queue. (D4)
        - `center-delegate-when` The delegate is called when the list, its order or the permission changes. (D4)
        - `center-diff` Apps may keep the previous list to compute a diff. (S1)
        - `center-empty` The list is empty if there are no highlights or the user gave the app no permission. (D4)
        - `center-errors` Error codes 0 none, 1 internal, 2 invalid URL, 3 access denied. (D1)
        - `center-members` The center has `highlights` and `delegate`, called when items are added, removed or updated. (S1)
        - `center-members-full` `highlights`, `delegate`, `highlightCollectionTitle` and `isSystemCollaborationSupportAvailable` (class), `getHighlightFor(_:completionHandler:)`, `collaborationHighlight(forIdentifier:)` (throws), `getCollaborationHighlight(for:completionHandler:)`, `postNotice(for:)`, `clearNotices(for:)`, `getSignedIdentityProof(for:using:completionHandler:)`. (D1 D4)
        - `center-must-update` The app must update its display to the list; items no longer listed lose any "shared" marking. (D4)
        - `center-priority` First element is the most relevant at that moment. (D4)
        - `center-support-flag` The support flag is true if the software version supports Messages collaboration fully; stays true once true. (D4)
        - `center-title` `highlightCollectionTitle` is the localised heading to use above a collection of highlights. (D1 D4)
        - `collab-highlight-by-id` Lookup by collaboration identifier has a throwing form; lookup by URL is asynchronous. (D1 D4)
        - `collab-highlight-fields` `SWCollaborationHighlight` adds `collaborationIdentifier`, `title` (optional), `contentType`, `creationDate`. (D1)
        - `fw-classes` Three main classes: SWHighlightCenter (get content), SWHighlight (model that wraps the shared content), SWAttributionView (shows who, links back). (S1)
        - `highlight-fields` `SWHighlight` exposes `identifier` and `url`; contacts are not exposed. One highlight can have several contacts in several conversations. (D1 D25)
        - `highlight-url` A highlight carries the `url`; it is used to identify, preview and navigate. (S1)

        ## Universal links

        - `ul-activity` Activation launches the app with an `NSUserActivity` (browsing-web type, (c)). (D26)
        - `ul-and` A component matches only if all its parts match. (D13)
        - `ul-component-defaults` `/`, `?`, `#` default to `*`; exclude false; caseSensitive true; percentEncoded true; comment ignored. (D13)
        - `ul-component-keys` `/` path, `?` query, `#` fragment, `exclude`, `comment`, `caseSensitive`, `percentEncoded`. (D13)
        - `ul-default-levels` Settings at three levels: domain, app, URL; more specific wins. (D13)
        - `ul-deliver` The app is handed a user-activity object when a universal link routes to it, and must respond. (S1)
        - `ul-details` Each detail: `appID` or `appIDs`, `components`, `defaults`. App id = prefix, dot, bundle id. (D13)
        - `ul-entitlement` App side lists `applinks:domain`; `*.` prefix covers subdomains; modes developer and managed can be appended. (D14)
        - `ul-file` The file is at `/.well-known/apple-app-site-association`: JSON, no extension, valid HTTPS, no redirects. (D27)
        - `ul-first` Components are tried in the order given; first match wins. An exclude match stops the search and the link does not open in the app. (D13 D22)
        - `ul-legacy-paths` Older files use `appID` with `paths`, and `NOT ` for exclusion; same order rule. (P)
        - `ul-query-dict` `?` may be a dictionary: keys are query item names, values are patterns for that item's value. (D13)
        - `ul-query-repeat` In a query dictionary, repeated items must all match; a missing item counts as empty text, so it matches `*` but not `?*`. (c)
        - `ul-root` Root `applinks` has `details` (array), `defaults`, `substitutionVariables`. (D13)
        - `ul-slash` Slashes at the end of a path and of a pattern are ignored. A pattern that ends with `/*` matches the folder itself. (M)
        - `ul-two-way` A two-way association: the app names its domains (entitlement), the site hosts a JSON file naming the app and URLs. (S1)
        - `ul-vars` `substitutionVariables` maps a name to a list of strings; used as `$(name)`; the system tries each. (D13 D14)
        - `ul-vars-builtin` Built in: alpha, upper, lower, alnum, digit, xdigit, region, lang. (D14)
        - `ul-wild` `*` zero or more characters, greedy; `?` exactly one; `?*` at least one. (D13)

        ## Shares and sharing screens

        - `ck-accept` A participant's acceptance is unknown (0), pending (1), accepted (2) or removed (3). Participants can see the shared records only while it is accepted. Notices already reach people who are pending. (D11 D10)
        - `ck-access-requests` `allowsAccessRequests` (default off) lets people who have only the link of a private share ask for access. The owner and the administrators see the `requesters`, and approve (add), deny or block them, and unblock. A person who was denied may ask again. A blocked person may not, and is removed. If requests are off, or the person is blocked, the share is not found. Our choices: a person asks once until there is an answer; making the share public ends the requests; a blocked person cannot be added; a custom app decides by itself. (D10)
        - `ck-add-same` Adding someone already present updates that participant, no duplicate. (D10)
        - `ck-allowed-options` `CKAllowedSharingOptions`: permission options, access options, static standard (most permissive). Switches for inviting others and for access requests are off by default. (D23 D8)
        - `ck-no-mix` Participants can be edited only if public permission is none: private and public users cannot be mixed in one share. (D10)
        - `ck-one-time-url` A one-time URL invites a person whose handle is not known: the first person who opens it takes part, and for everyone else it is not found. It is stable, and valid while its participant is part of the share; after the acceptance it equals the normal URL. Our choices: it is the share's link with a fragment; only the owner and the administrators of a private share make them and take them back; an unopened one counts as a participant, and ends when the share becomes public. (D10)
        - `ck-participants` `participants` lists those the current user may see: at least owner and self. Also `owner`, `currentUserParticipant`. (D10)
        - `ck-public-default` `publicPermission` is what a person has without being explicitly added; default none. Anything above none lets anyone with the URL join. (D10)
        - `ck-public-lower` Changing it to none removes all participants; some may be added again before saving. (D10)
        - `ck-public-raise` Changing it to read only or read/write removes all pending participants; accepted ones stay. (D10)
        - `ck-role` Roles: unknown 0, owner 1, administrator 2 (since the 26 releases), privateUser 3, publicUser 4. (D11)
        - `ck-role-compat` Shares with administrators are read only for older systems, which see them as private users. (D11 D23)
        - `ck-role-meaning` Owner can invite private users. Administrator can add and remove people and change permissions. Public users add themselves by opening the URL; owners cannot add public users. (D11)
        - `ck-share-limit` A share holds about 100 participants at most: `limits.shareParticipants`, the owner included. (c)
        - `ck-url` `url` exists after save; it is stable and tied to the root record: deleting and re-creating the share yields the same URL. (D10)
        - `ck-zone-share` A share can cover a whole zone: one per zone, without a root record, and only if no record of the zone is shared. Our choices: a zone is a folder of its owner in an app. A document represents it, has its link, and has no content. Documents that participants make in it belong to the owner of the folder. They do not move in or out while it is shared. An event about one of them is about the folder, with the link of the document as its view; creating, renaming, moving and deleting name the document. The link of such a document leads to the share of the folder, with the title of the document. The document is shared with its folder; alone only a copy of it is sent. (D10; c)
        - `start-stop-observer` `CKSystemSharingUIObserver(container:)` has `systemSharingUIDidSaveShareBlock` and `systemSharingUIDidStopSharingBlock`, each with a success or a failure result. (D2 D8)
        - `ucs-activity-source` `activityItemSource()` gives an item for a share sheet. (S2)
        - `ucs-available` `availablePermissions` shows or hides access and permission choices. (S2)
        - `ucs-available-rule` If set, only the specified combinations can be chosen. (D12)
        - `ucs-bits` PermissionOptions bits: standard 0, allowPublic 1, allowPrivate 2, allowReadOnly 4, allowReadWrite 8. (D12)
        - `ucs-can-access` Access setting: invited people only, or anyone with the share link. (S2)
        - `ucs-can-invite` Users can invite people to view or collaborate. (S2)
        - `ucs-can-leave` A participant can stop participating. (S2)
        - `ucs-can-permission` Permissions read-only or read/write, general or per person. (S2)
        - `ucs-can-remove` Access can be taken from one or more participants. (S2)
        - `ucs-can-stop` The owner can stop sharing with everyone. (S2)
        - `ucs-default-header` By default a generic thumbnail and title are shown. (S2)
        - `ucs-delegate-header` Delegate methods `itemThumbnailData(for:)` and `itemTitle(for:)` replace them. (S2)
        - `ucs-delegate-optional` Optional: `itemThumbnailData(for:)`, `itemType(for:)`, `cloudSharingControllerDidSaveShare(_:)`, `cloudSharingControllerDidStopSharing(_:)`. (D12)
        - `ucs-delegate-required` Required delegate methods: `cloudSharingController(_:failedToSaveShareWithError:)` and `itemTitle(for:)`. (D12)
        - `ucs-guard` The sample does nothing if there is no record or no anchor. (S2)
        - `ucs-handler-steps` In it: create a share from the root record, save share and root together, then return the share or an error. (S2)
        - `ucs-handler-when` The handler runs after the owner finished choosing. (S2)
        - `ucs-init-existing` For an existing share use the initializer with share and container; it shows the People screen. (S2)
        - `ucs-init-new` The preparation-handler initializer is only for a record that is not yet shared. (S2)
        - `ucs-init-new-deprecated` That initializer is marked deprecated in the reference. (S2)
        - `ucs-invite-owner` The data owner invites others by sending the share link. (S2)
        - `ucs-invite-screen` With it the Invitation screen shows: add people, set restrictions, then send the link. (S2)
        - `ucs-link-after-save` The link exists only after the new share record is saved. (S2)
        - `ucs-owner-db` The sample saves into the owner's private database of the default container. (S2)
        - `ucs-owner-people` Owner's People screen: add and remove people; switch access private to public or back; switch read-only and read/write; stop sharing. (S2)
        - `ucs-part-people` Participant's People screen: list of people; copy the link only if the share is public; leave. (S2)
        - `ucs-popover` Designed for a popover; the source must always be set before presenting. (S2)
        - `ucs-private-identify` To invite privately one has to give an email address or phone number; that identifies the invitee on accepting. (D12)
        - `ucs-purpose` Standard screens to add and remove people of a share record, plus permissions and access. (S2)
        - `ucs-role-auto` The role is determined by the controller, never passed by the caller; the offered actions depend on it. (S2)
        - `ucs-role-names` Sharer of the record is the owner; anyone else with access is a participant. (S2)
        - `ucs-root-record` The record that is shared is the root record. (S2)
        - `ucs-share-prop` `share` gives the share in use. (S2)
        - `ucs-standard` Standard makes every choice available; combining it with others has no use because the others override it. (D12)
        - `ucs-title-key` Title, thumbnail and type correspond to the share record's own title, thumbnail and type keys. (D12)

        ## Starting a collaboration

        - `act-contract` An app must fulfil or fail each `SWAction` quickly, or the system times out. `isComplete` is true once it is done. (D3 D7)
        - `act-instant-access` After setup, recipients get access at once by proof, without a request. (D3)
        - `act-participants` After the start, `SWUpdateCollaborationParticipantsAction` follows with `addedIdentities` and `removedIdentities`. Fulfil takes no parameters. (D3)
        - `act-remove` For a removed identity the app revokes its account, or else deletes its root hash. (D3)
        - `act-send` Fulfilling the participants action sends the message with the link. Failing it cancels the message. (D3)
        - `act-start` `SWStartCollaborationAction` comes first, with the selected options. The app fulfils it with a universal link and a device-independent collaboration identifier. (D3 D7)
        - `collab-link-copy-choice` Share sheet in collaboration mode has a header indicator and a choice between collaborate and send copy. A dropped document gives a rich link with the same choice and the options. (D8)
        - `collab-start-drop` One way to begin sharing or collaborating: a document is dropped straight into a Messages thread. (S0)
        - `collab-start-sheet` It can also begin by picking a destination in the ordinary share sheet. (S0)
        - `coord-singleton` `SWCollaborationCoordinator` is a shared singleton; the app sets an action handler early at launch since actions may come at any time, also in background. (D3)
        - `custom-needs-links` With a custom back end the app must also support universal links. (S0)
        - `draft-stage` The system stages a draft in Messages; after Send is pressed it coordinates with the app to create the share. (D3)
        - `id-diversify` The keys of a person differ for each collaboration, and so does the identity. (D3)
        - `id-flow` An app can ask for a proof before it opens a document that it holds itself: challenge, signed proof, signature, root hash on the list. Each step that fails has its own reason. (D3)
        - `id-hash` All hashes are SHA-256. A parent is the hash of the left child, then the right one. (D3)
        - `id-leaves` The leaves of a person's tree are the public keys of their devices. Eight devices have keys, in the order of their first proof; a ninth has none. (D3 c)
        - `id-no-handles` The app never needs the person's handle for this check. (D3)
        - `id-pad` A tree always has eight leaves, so that a proof hides the number of devices. A new device does not change the identity. (D3 c)
        - `id-proof` An identity proof has the public key, its index and three inclusion hashes. The signed form adds the signature. Only participants of a share have one. (D1 D3)
        - `id-root` The identity of a participant is the root hash of the tree. An app stores the root hashes of the people it lets in. A share from an older log has identities without keys. (D3)
        - `id-sign` The device signs data of the app, such as a challenge, with ECDSA on P-256 and SHA-256. (D3)
        - `id-verify-walk` To verify, begin with the hash of the key. Each inclusion hash goes to the right of an even index and to the left of an odd one. Then halve the index. (D3)
        - `infra-three` The integration and system sharing interfaces are available for three back ends: CloudKit, iCloud Drive, custom. (S0)
        - `meta-create` Sharing starts with `SWCollaborationMetadata(localIdentifier:)`; also an initializer by collaboration identifier. (D3 D6)
        - `meta-fields` `title`, `defaultShareOptions`, `userSelectedShareOptions`, `initiatorHandle`, `initiatorNameComponents`. (D6)
        - `meta-initiator-private` Initiator handle and name let the sender confirm which account is used; they are not sent to recipients and are nil when not initiating. (D6)
        - `meta-local-id` The local identifier is for the sending app only and need not be unique across devices. (D3)
        - `opt-example` The article's example: picker with a can-change and a read-only choice, plus switches for mentions and comments. (D3)
        - `opt-group-picker` `SWCollaborationOptionsPickerGroup` = mutually exclusive; `selectedOptionIdentifier`, default the first option's identifier. (D7)
        - `opt-group-switches` `SWCollaborationOptionsGroup(identifier:options:)` = independent switches. (D3 D7)
        - `opt-option` `SWCollaborationOption`: `title`, `identifier`, `subtitle`, `isSelected` (default false), `requiredOptionsIdentifiers`. (D7)
        - `opt-required` An option is usable only if the options named as required are selected. (D7)
        - `opt-selected-rule` Set selected directly only for switch-type options. (D7)
        - `opt-share-options` `SWCollaborationShareOptions(optionsGroups:)` and `(optionsGroups:summary:)`; `summary` is the localised line. (D7)
        - `options-few-grouped` Keep custom choices to a minimum and grouped so they are understood at a glance. (S0)
        - `options-set` Useful options: who can access, whether they edit or only read, whether collaborators may add people. (S0)
        - `opts-group-text` The options group also has a title and a footer. (c)
        - `perm-summary-button` The system shows that summary on a button; choosing it reveals the sharing options that define the collaboration. (S0)
        - `perm-summary-text` A short phrase sums up the permissions: "Everyone can make changes", or "Everyone can view." (S0)
        - `proof-fields` The properties are `inclusionHashes`, `publicKey` and `publicKeyIndex`, and `signatureData` in the signed form. (c)

        ## Collaboration view

        - `collab-button-soon` Show the collaboration button prominently as soon as collaboration starts. (S0)
        - `cv-button` The button shows the photo of the linked Messages group and, if others are present, the number of active people. (D8)
        - `cv-delegate` `collaborationViewShouldPresentPopover`, `collaborationViewWillPresentPopover`, `collaborationViewDidDismissPopover`. (D1)
        - `cv-init` `SWCollaborationView(itemProvider:)`; provider holds CKShare, file URL, or collaboration metadata. (D1 D2 D8)
        - `cv-manage-default` Default manage title in the article and talk: "Manage Share". (D2 D8)
        - `cv-manage-who` CloudKit and iCloud Drive get the manage button; a custom app must add its own in its content. (D2 D8)
        - `cv-pages-example` In Pages the app content is a current participants list and a participant cursors switch. (D2 D8)
        - `cv-panel` Panel: title, subtitle with the people, three round buttons (message, audio, video), app content, manage button. (D2)
        - `cv-props` `activeParticipantCount`, `headerTitle`, `headerSubtitle`, `headerImage`, `manageButtonTitle`, `setShowManageButton(_:)`, content setter, `dismissPopover(_:)`, `delegate`, `cloudSharingDelegate`, and on macOS a menu form. (D1)
        - `manage-title` The manage button title may be changed; its default is "Manage Shared File". (S0)
        - `manage-view` It opens a management view to change settings and add or remove collaborators. CloudKit gets a system view; other back ends build their own. (S0)
        - `popover-essential` Add custom items only when needed and only the essential ones. Notes, for example, sums up the latest updates and offers buttons for detail or all activity. (S0)
        - `popover-three-parts` Choosing it opens a popover in three sections: top has the collaborators and buttons that can open Messages or FaceTime; middle has app items; bottom has the button to manage the shared file. (S0)
        - `remove-alert` `SWRemoveParticipantAlertController(participant:highlight:)` (iOS) and `SWRemoveParticipantAlert.show(withParticipant:highlight:in:)` (macOS) present a request to remove a person. (D1)
        - `swperson-names` SWPerson carries handle, identity, display name and thumbnail; used for the removal alert. (c)

        ## Share sheet

        - `av-app-actions` Apps may supply own activities shown when the sheet is opened inside the app (Photos: Copy Photo, Add to Album, Adjust Location). (S4)
        - `av-app-first` App-specific actions are listed before actions available across apps (Add to Files, AirPlay). (S4)
        - `av-content` It holds sharing activities (messaging), actions (Copy, Print) and quick access to often-used apps. (S4)
        - `av-custom-when` The app decides which custom tasks show at any time. (S4)
        - `av-exclude` System tasks cannot be reordered by the app but can be excluded if not applicable. (S4)
        - `av-ext-few-steps` Finish in few steps; for example one tap posts an image. (S4)
        - `av-ext-image` Share extension uses the app icon automatically; action extension uses a symbol or own icon. (S4)
        - `av-ext-kinds` Share extensions send content to apps, social accounts, services; action extensions do a content task without leaving the context (bookmark, copy link, edit image, translate). (S4)
        - `av-ext-long-task` The activity view closes at once when the task is completed in the extension; long work continues in background and its state is visible in the main app. (S4)
        - `av-ext-no-modal-stack` No extra modal view above an extension, except an alert if needed. (S4)
        - `av-ext-notify` Notify about a problem, not about mere completion. (S4)
        - `av-ext-places` iOS, iPadOS: in the sheet. macOS: share by toolbar Share or context menu; actions by hovering embedded content, toolbar button or Finder quick action. (S4)
        - `av-ext-ui` Share extensions: prefer the system composer. Action extensions: include the app name; reuse elements of the app's look. (S4)
        - `av-extensions` Extensions bring custom share and action activities into other apps. (S4)
        - `av-form` Appears as sheet or popover depending on device and orientation. (S4)
        - `av-no-dupes` Do not duplicate a common action; similar but different needs its own title ("Print Transaction"). (S4)
        - `av-open` People open it with the Action (Share) button on a page or document, or after selecting an item. (S4)
        - `av-share-button-only` The Share button is the way in; no alternative means for the same thing. (S4)
        - `av-share-title` A share activity's title, usually a company name, is below its icon. (S4)
        - `av-symbol` Use a symbol for a custom activity; a drawn icon is centred in roughly 70 by 70 pixels. (S4)
        - `av-title` Titles short and descriptive: one verb or brief verb phrase; long ones wrap and may be cut. (S4)
        - `av-title-no-brand` Action titles carry no company or product name. (S4)
        - `av-user-edit` People can edit the action list to show favourites and add new ones. (S4)
        - `av-what` An activity view (share sheet) offers tasks for the current context. (S4)
        - `reps-multiple` Register several representations; a file representation makes Messages offer a copy. (D3)
        - `sendcopy-cloudkit` CloudKit apps get "send copy" by handing the sheet both the file and the collaboration object; the sheet handles several items and detects the file by itself. (S0)
        - `sendcopy-custom` A custom collaboration object supports copies if it contains a file or a plain-text form of it. (S0)
        - `sendcopy-drive` An iCloud Drive collaboration object supports copies by default. (S0)
        - `share-button-place` Put Share in a convenient place such as a toolbar. (S0)
        - `sheet-customise-methods` If needed, tailor the sheet to the file-sharing types the app supports. (S0)
        - `sheet-method-choice` The system share sheet (iOS 16) lets people choose how the file is shared. (S0)
        - `sheet-permission-choice` The same sheet is where permissions of a fresh collaboration are chosen. On iPadOS 16 and macOS 13 a sharing popover does this. (S0)
        - `swiftui-sharelink` SwiftUI apps get the same sheet through ShareLink; on watchOS that is the way to present it. (S0)
        - `ua-categories` `UIActivity.Category`: action 0 (acts on the item, such as copy) and share 1 (sends it); UI may group by it. (D17)
        - `ua-exclude` `excludedActivityTypes` removes types. (D17)
        - `ua-item-source` `UIActivityItemSource`: a placeholder item, then the real item per activity type; also subject, type identifier, thumbnail. (S2)
        - `ua-methods` Custom activity (call order is (c)): `activityType`, `activityTitle`, `activityImage`, `canPerform(withActivityItems:)`, `prepare(withActivityItems:)`, `perform()` or `activityViewController`, `activityDidFinish(_:)`. (D17)
        - `ua-present` iPad: popover. iPhone: modal. (D17)
        - `ua-scope` A custom activity is available only in the app that defines it; other apps need extensions. (D17)

        ## Sheets

        - `sheet-buttons` Done or Dismiss top right; Cancel top left (left-to-right layouts). (S3)
        - `sheet-buttons-flow` Multi-page sheets: Cancel moves to top right to leave room for Back at top left after page one; the last page has Done in place of Cancel. (S3)
        - `sheet-complex-alt` For long or complex flows use something else (full screen, own window). (S3)
        - `sheet-detent-set` Large is supported automatically. Adding medium permits both; medium alone prevents full height. (S3)
        - `sheet-detents` Detents are resting heights; system ones: large (fully expanded) and medium (about half). (S3)
        - `sheet-grabber` A resizable sheet includes a grabber: drag to resize, tap cycles through detents, works with VoiceOver. (S3)
        - `sheet-ipad-style` iPadOS: prefer page or form style, default size, centred, dimmed background. (S3)
        - `sheet-mac-buttons` macOS: dismiss buttons (Done, OK, Cancel) at the bottom trailing corner. (S3)
        - `sheet-mac-front` macOS: opening a sheet brings its parent, and a document's modeless panels, to the front; other windows can still be raised. (S3)
        - `sheet-mac-look` macOS: a card that floats over a dimmed parent; other windows stay usable. (S3)
        - `sheet-mac-panel` macOS: use a panel for repeated input with visible results (find and replace). (S3)
        - `sheet-mac-size` macOS: open at a sensible default; resizable if expansion helps. (S3)
        - `sheet-medium-use` Medium suits progressive disclosure; the share sheet shows the most relevant items there, more by scroll or expand. (S3)
        - `sheet-modal-default` By default it is modal: the parent cannot be used until it closes. (S3)
        - `sheet-modal-uses` Good for asking for specific information or one simple task (attach, choose a place, pick a format). (S3)
        - `sheet-no-medium` If content is better at full height, skip medium: compose sheets in Messages and Mail are full height only. (S3)
        - `sheet-nonmodal` Non-modal sheets act on the parent's current task while it stays usable (Notes formatting). (S3)
        - `sheet-nonmodal-alt` For supplementary items that affect the parent: split view, panel, or non-modal sheet according to platform. (S3)
        - `sheet-one` The main interface shows a single sheet at once. If a sheet leads to another, close it first; it may come back after the second is dismissed. (S3)
        - `sheet-parent-visible` Part of the parent stays visible. (S3)
        - `sheet-platform-modal` macOS, visionOS, watchOS: always modal. iOS and iPadOS: may be non-modal. (S3)
        - `sheet-resizable` A resizable sheet grows when content is scrolled or its grabber is dragged. (S3)
        - `sheet-scope` A sheet is for a scoped task close to the current context. (S3)
        - `sheet-swipe` Support swipe to dismiss. (S3)
        - `sheet-unsaved` With unsaved changes, a dismiss attempt shows an action sheet to confirm. (S3)
        - `sheet-watch` watchOS: full screen over blurred content; only for custom content, else an alert or action sheet; brief; not for navigation. The default dismiss is a round Cancel at upper left, or Done for information; prefer symbols. (S3)
        - `sp-attempt` A refused attempt calls `presentationControllerDidAttemptToDismiss`; use it to explain, for instance with a confirm. (D16)
        - `sp-custom` Custom detents are resolved from a context with the maximum value; may be inactive; re-evaluated through `invalidateDetents()` within `animateChanges`. (D15)
        - `sp-detents` `detents` list: needs at least one, ordered small to large; default only large. (D15)
        - `sp-grabber` `prefersGrabberVisible` shows the grabber (default false, (c)). (S3 D15)
        - `sp-programmatic` will/didDismiss callbacks are not called for programmatic dismissal. (D16)
        - `sp-scroll` `prefersScrollingExpandsWhenScrolledToEdge` default true: scrolling up grows first, then content scrolls at the largest. False keeps size. (D15)
        - `sp-selected` `selectedDetentIdentifier` default nil: sheet opens at the smallest detent given; changes with user resize. (D15)
        - `sp-should` A user dismissal is refused if `isModalInPresentation` is true or `presentationControllerShouldDismiss` returns false. (D16)
        - `sp-should-anytime` The should-dismiss question may be asked at any time and does not guarantee a dismissal follows. (D16)
        - `sp-undimmed` `largestUndimmedDetentIdentifier` default nil: every detent dims the parent; if set, detents up to it leave the parent undimmed and usable, making the sheet non-modal there. (D15 c)

        ## Where the sources are silent

        - **Defaults.** Automatic sharing is on everywhere and for each conversation. For an app it is unset until consent, which counts as off.
        - **Turning automatic sharing on** surfaces the links received from then on, and pins. Turning it off hides unpinned links at once.
        - **Consent** is requested when a person pins a link of an app in the state `unset`, with sharing on everywhere and no open question about the app. The last Not Now is over 7 days old. After three Not Now or one Never, only a change of the setting allows a new question.
        - **A pin** is personal. It overrides every setting and the contact rule, and stays until unpinned.
        - **One's own links** are not on one's own shelf, unless pinned or also sent by another person.
        - **The shelf** shows pins, the newest pin first, then the newest shared link first.
        - **A notice** reaches every member of a linked conversation (`notice-place`) who can open the document, whether they opened it or not (`ck-accept`), and who is not the actor (`ntc-self`). A mention reaches only the mentioned person (`ev-mention-private`).
        - **Membership notices** come from the system at every save of a share. An app that posts the same event gets that notice as the answer. An untrue event is refused.
        - **Posting** needs an app whose person accepted the share, a link of that app, and a share that was sent to a conversation. Edits and changes of the content need write permission.
        - **Coalescing.** Events of the same actor, link, type and trigger within 10 minutes of the first are one notice, updated in place. It covers the people who received all of its events. A membership event is a notice of its own; everyone whom one save added or removed shares it.
        - **Typing** reaches the other members who are online, also in groups, and is never stored. It ends with the message, when cleared, after 60 seconds, and with the typist's last session.
        - **Delivered** means that the message was put on a stream of the other person for the first time. The server knows it as long as it runs.
        - **Waiting.** A notice waits in the banner for 7 days, at most 20 in one conversation. The row in the thread stays. Deleting the conversation clears its notices, but no question.

        ## Sources

        - **S0** Human Interface Guidelines: Collaboration and sharing (June 21, 2023)
        - **S1** WWDC22 session 10094, “Add Shared with You to your app”
        - **S2** `UICloudSharingController` class reference
        - **S3** Human Interface Guidelines: Sheets (March 29, 2024)
        - **S4** Human Interface Guidelines: Activity views
        - **D1** SharedWithYou framework reference
        - **D2** article “Adding shared content collaboration to your app”
        - **D3** article “Adding custom collaboration to your app”
        - **D4** SDK header `SWHighlightCenter.h`
        - **D5** SDK header `SWAttributionView.h`
        - **D6** SDK header `SWCollaborationMetadata.h`
        - **D7** SharedWithYouCore reference: `SWCollaborationOption`, `SWCollaborationShareOptions`, `SWAction` and their kin
        - **D8** WWDC22 session 10095, “Enhance collaboration experiences with Messages”
        - **D9** reference pages of `SWHighlightEvent` and its kinds
        - **D10** SDK header `CKShare.h`
        - **D11** `CKShare.Participant` reference
        - **D12** SDK header `UICloudSharingController.h` and the `PermissionOptions` pages
        - **D13** applinks, in the bundle resources reference
        - **D14** public notes on the WWDC20 universal links session
        - **D15** `UISheetPresentationController` reference
        - **D16** `UIAdaptivePresentationControllerDelegate` reference
        - **D17** `UIActivity` and `UIActivityViewController` reference, and an article of NSHipster
        - **D18** Apple Support Communities thread 254201210, and two how-to pages about edits and Undo Send
        - **D19** how-to pages of MacRumors and gsmchina.com about pinned conversations
        - **D20** a how-to page about leaving a group
        - **D21** public Messages clients with the same conversation details
        - **D22** Apple Developer Forums thread 678345
        - **D23** `CKAllowedSharingOptions` reference
        - **D25** overview pages of `SWHighlight` and `SWHighlightCenter`
        - **D26** SharedWithYou article “Making your app content shareable”
        - **D27** WWDC19 session 717 slides, and a tutorial page on universal links
        - **P** public tutorial pages; **M** answers of the matcher of macOS

        """#
}
