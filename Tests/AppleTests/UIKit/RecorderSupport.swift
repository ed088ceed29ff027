import UnderstudyUIKit

/// The notices that controllers have received, in their order.
@MainActor final class NoticeLog {
    private(set) var lines: [String] = []

    func write(_ line: String) {
        lines.append(line)
    }

    /// Returns the notices since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A controller that writes down its notices.
class RecordingController: UIViewController {
    let name: String
    let log: NoticeLog

    init(_ name: String, _ log: NoticeLog) {
        self.name = name
        self.log = log
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        log.write("\(name) load")
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        log.write("\(name) will appear")
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        log.write("\(name) did appear")
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        log.write("\(name) will disappear")
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        log.write("\(name) did disappear")
    }
}

/// Returns a visible window with a root controller.
@MainActor func visibleWindow(_ root: UIViewController) -> UIWindow {
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = root
    window.makeKeyAndVisible()
    return window
}
