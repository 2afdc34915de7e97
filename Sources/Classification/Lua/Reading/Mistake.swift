/// Something that the author of a declaration has to mend.
struct Mistake: Hashable {
    /// Which side of a field is wrong.
    enum Aim: Hashable {
        case key, value
    }

    let message: String
    let path: ValuePath
    let aim: Aim
}

/// All mistakes of one declaration.
struct Mistakes {
    private(set) var all: [Mistake] = []

    mutating func add(_ message: String, at path: ValuePath, aim: Mistake.Aim = .value) {
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
