/// Something that the author of a declaration has to mend.
package struct Mistake: Hashable {
    /// Which side of a field is wrong.
    package enum Aim: Hashable {
        case key, value
    }

    package let message: String
    package let path: ValuePath
    let aim: Aim
}

/// All mistakes of one declaration.
package struct Mistakes {
    package private(set) var all: [Mistake] = []

    package init() {}

    package mutating func add(
        _ message: String, at path: ValuePath, aim: Mistake.Aim = .value
    ) {
        all.append(Mistake(message: message, path: path, aim: aim))
    }

    mutating func add(_ others: Mistakes) { all += others.all }

    /// Runs what reads one value, and notes its mistake where it makes one.
    @discardableResult
    mutating func noting<Value>(
        at path: ValuePath, _ read: () throws(RuleReadingError) -> Value
    ) -> Value? {
        do {
            return try read()
        } catch {
            add(error.message, at: path.appending(error.path))
            return nil
        }
    }
}
