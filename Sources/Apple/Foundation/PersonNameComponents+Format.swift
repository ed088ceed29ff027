#if !canImport(ObjectiveC)
    public import Foundation

    // Foundation on Linux has the components of a name, but formats none.
    extension PersonNameComponents {
        /// Returns the name as Apple's style `medium` has it: the given name and the family name, in the order of the
        /// languages that put the given name first.
        ///
        /// A name without both is its nickname; without that, the result is empty.
        public func formatted() -> String {
            let parts = [givenName, familyName].compactMap(Self.trimmed)
            guard parts.isEmpty else { return parts.joined(separator: " ") }
            return Self.trimmed(nickname) ?? ""
        }

        /// Returns a part of a name without the spaces around it; nil if nothing is left.
        private static func trimmed(_ part: String?) -> String? {
            guard let part = part?.trimmingCharacters(in: .whitespacesAndNewlines), !part.isEmpty else { return nil }
            return part
        }
    }
#endif
