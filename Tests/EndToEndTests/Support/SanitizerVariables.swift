import Foundation

/// The environment variables that configure the reports of sanitizers. Every program that a test starts gets them.
enum SanitizerVariables {
    static let all = ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "SWIFT_BACKTRACE"].compactMap {
        name in ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
    }
}
