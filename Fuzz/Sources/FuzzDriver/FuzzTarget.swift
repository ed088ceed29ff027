internal import CFuzzer

/// Something that any bytes may be given to, and what must hold whatever they are.
public protocol FuzzTarget {
    /// Gives it the bytes. A broken promise ends the process, which is what libFuzzer calls a finding.
    static func check(_ bytes: [UInt8])
}

// libFuzzer calls one function of C, without a context, on one thread.
nonisolated(unsafe) private var chosen: ([UInt8]) -> Void = { _ in }

extension FuzzTarget {
    /// Runs libFuzzer with the arguments of the command line.
    public static func main() {
        chosen = check
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
            chosen(Array(UnsafeBufferPointer(start: data, count: size)))
            return 0
        }
    }
}

/// Ends the process with the promise that was broken.
public func hold(_ promise: Bool, _ name: @autoclosure () -> String) {
    guard promise else { fatalError("broken: \(name())") }
}
