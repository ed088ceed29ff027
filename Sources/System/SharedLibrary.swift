#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A library of the system that is looked for when it is asked for, so that a program runs where it is missing. It stays
/// open until the process ends.
package struct SharedLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Opens the first of some libraries that is there; nil if none is.
    ///
    /// - Parameter names: file names, which are looked for where the system keeps its libraries, or paths.
    package init?(anyOf names: [String]) {
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        self.handle = handle
    }

    /// A function of it; nil if this version of it has none of that name.
    ///
    /// - Parameter type: what it takes and gives, a `@convention(c)` function as the library's manual has it: nothing
    ///   can check that.
    package func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
}
