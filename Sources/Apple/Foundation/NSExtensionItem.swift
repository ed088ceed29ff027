#if !canImport(ObjectiveC)
    public import Foundation

    /// The key of an extension item's title in `userInfo`.
    public let NSExtensionItemAttributedTitleKey = "NSExtensionItemAttributedTitleKey"

    /// The key of an extension item's text in `userInfo`.
    public let NSExtensionItemAttributedContentTextKey = "NSExtensionItemAttributedContentTextKey"

    /// The key of an extension item's attachments in `userInfo`.
    public let NSExtensionItemAttachmentsKey = "NSExtensionItemAttachmentsKey"

    /// One item that an app hands to an extension.
    open class NSExtensionItem: NSObject {
        /// The title of the item.
        open var attributedTitle: NSAttributedString?

        /// The text of the item.
        open var attributedContentText: NSAttributedString?

        /// The media of the item.
        open var attachments: [NSItemProvider]?

        /// The values that go with the item.
        open var userInfo: [AnyHashable: Any]? {
            get {
                var info = others
                info[NSExtensionItemAttributedTitleKey] = attributedTitle
                info[NSExtensionItemAttributedContentTextKey] = attributedContentText
                info[NSExtensionItemAttachmentsKey] = attachments
                return info.isEmpty ? nil : info
            }
            set {
                others = newValue ?? [:]
                attributedTitle = others.removeValue(forKey: NSExtensionItemAttributedTitleKey) as? NSAttributedString
                attributedContentText =
                    others.removeValue(forKey: NSExtensionItemAttributedContentTextKey) as? NSAttributedString
                attachments = others.removeValue(forKey: NSExtensionItemAttachmentsKey) as? [NSItemProvider]
            }
        }

        private var others: [AnyHashable: Any] = [:]
    }
#endif
