import Foundation

/// What tells a sanitizer where to report to: of use to every program that a test starts, however bare its environment.
enum SanitizerVariables {
    static let all = ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "SWIFT_BACKTRACE"].compactMap {
        name in ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
    }
}
