#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The selector of mutants. The tool copies this file into each mutated module.
enum Mutant {
    /// The number of the mutant that this process runs; 0 for the original program.
    private static let chosen: Int32 = {
        guard let text = getenv("UNDERSTUDY_MUTANT") else { return 0 }
        return atoi(text)
    }()

    /// One byte for each mutant, in a file that the modules and the program share, for a trace of the executed
    /// mutants; nil without a trace.
    nonisolated(unsafe) private static let executed: UnsafeMutablePointer<UInt8>? = {
        guard let path = getenv("UNDERSTUDY_MUTANT_TABLE") else { return nil }
        let file = open(path, O_RDWR)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let size = lseek(file, 0, SEEK_END)
        guard let table = mmap(nil, Int(size), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), table != MAP_FAILED else {
            return nil
        }
        return table.assumingMemoryBound(to: UInt8.self)
    }()

    /// Returns true if this process runs the mutant.
    static func runs(_ number: Int32) -> Bool {
        executed?[Int(number)] = 1
        return number == chosen
    }

    static func negates(_ number: Int32, _ value: Bool) -> Bool { runs(number) ? !value : value }

    /// The value; true in the mutant.
    static func allows(_ number: Int32, _ value: Bool) -> Bool { runs(number) || value }

    /// The value; false in the mutant.
    static func denies(_ number: Int32, _ value: Bool) -> Bool { !runs(number) && value }

    static func and(_ number: Int32, _ left: Bool, _ right: @autoclosure () throws -> Bool) rethrows -> Bool {
        if runs(number) { return try left || right() }
        return try left && right()
    }

    static func or(_ number: Int32, _ left: Bool, _ right: @autoclosure () throws -> Bool) rethrows -> Bool {
        if runs(number) { return try left && right() }
        return try left || right()
    }

    static func less<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> Bool {
        runs(number) ? left <= right : left < right
    }

    static func atMost<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> Bool {
        runs(number) ? left < right : left <= right
    }

    static func more<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> Bool {
        runs(number) ? left >= right : left > right
    }

    static func atLeast<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> Bool {
        runs(number) ? left > right : left >= right
    }

    static func smaller<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> T {
        runs(number) ? Swift.max(left, right) : Swift.min(left, right)
    }

    static func larger<T: Comparable>(_ number: Int32, _ left: T, _ right: T) -> T {
        runs(number) ? Swift.min(left, right) : Swift.max(left, right)
    }

    /// The collection; without its first element in the mutant.
    static func rest<C: RangeReplaceableCollection>(_ number: Int32, _ elements: C) -> C {
        runs(number) ? C(elements.dropFirst()) : elements
    }

    static func rest<T>(_ number: Int32, _ elements: Set<T>) -> Set<T> {
        runs(number) ? Set(elements.dropFirst()) : elements
    }
}
