public import Foundation

/// A class whose `init()` Swift may call through a metatype. It is open, so that the compiler cannot assume that it has
/// no subclasses, and calls `init()` through the table of the class.
open class CreatableObject: NSObject {
    public required override init() { super.init() }
}

extension NSObject {
    /// Creates an object of a class by its `init()`, as the Objective-C runtime does for an app's delegates.
    ///
    /// Swift calls `init()` of a metatype only if it is required, and that of `NSObject` is not. Each subclass has its
    /// `init()` at the same place of its table of methods all the same, so that the cast below calls the right one. In a
    /// class without `init()` that place traps with a message, as in Apple's runtime.
    package static func create(_ type: NSObject.Type) -> NSObject {
        unsafeBitCast(type, to: CreatableObject.Type.self).init()
    }
}
