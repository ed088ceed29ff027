#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A library that is loaded at run time, so that the program also runs without it. It stays loaded until the process
/// ends.
package struct SharedLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Loads the first library that exists; nil if none does.
    ///
    /// - Parameter names: File names, which the system searches for in its library folders, or paths.
    package init?(anyOf names: [String]) {
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else { return nil }
        self.handle = handle
    }

    /// Returns a function of the library; nil if this version of the library has no function with the name.
    ///
    /// - Parameter type: The `@convention(c)` type of the function, as the library's manual declares it. The compiler
    ///   cannot check it.
    package func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
    }
}
