import CustomDump

#if canImport(UIKit)
    #error("a target that asks for no module under Apple's names must not see one")
#endif

/// Returns the difference of two texts as CustomDump prints it.
public func difference(_ left: [String], _ right: [String]) -> String? { diff(left, right) }
