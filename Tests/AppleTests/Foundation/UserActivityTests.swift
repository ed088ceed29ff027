import Testing
import UnderstudyFoundation

@Suite("User activities")
struct UserActivityTests {
    @Test("an activity that needs saving asks its delegate once when it becomes current")
    func savingAsksTheDelegate() {
        let saver = Saver()
        let activity = NSUserActivity(activityType: "com.example.reading")
        activity.delegate = saver
        activity.needsSave = true
        activity.becomeCurrent()
        activity.becomeCurrent()
        #expect(saver.saved == 1)
        #expect(activity.isCurrent)
    }

    @Test("an invalid activity cannot become current again")
    func invalidActivityStaysSo() {
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        activity.becomeCurrent()
        activity.invalidate()
        activity.becomeCurrent()
        #expect(!activity.isCurrent)
    }

    @Test("an extension item keeps other values of userInfo beside its own properties")
    func extensionItem() {
        let item = NSExtensionItem()
        item.attachments = [NSItemProvider()]
        item.userInfo = ["note": "keep", NSExtensionItemAttributedTitleKey: NSAttributedString(string: "Bread")]
        #expect(item.attributedTitle?.string == "Bread")
        #expect(item.attachments == nil)
        #expect(item.userInfo?["note"] as? String == "keep")
    }
}

/// A delegate that counts.
private final class Saver: NSObject, NSUserActivityDelegate {
    var saved = 0

    func userActivityWillSave(_ userActivity: NSUserActivity) {
        saved += 1
    }
}
