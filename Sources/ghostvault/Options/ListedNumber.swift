import ArgumentParser

/// A number as a person takes it from a list or from what `explain` says: 870 or
/// "#870".
struct ListedNumber: ExpressibleByArgument {
    let value: Int64

    init?(argument: String) {
        self.init(argument[...])
    }

    init?(_ text: Substring) {
        guard let value = Int64(text.hasPrefix("#") ? text.dropFirst() : text) else { return nil }
        self.value = value
    }
}

/// Several in one word, "870,871".
struct ListedNumbers {
    let values: [Int64]

    /// - Throws: `ValidationError` that says how to write them.
    init(argument: String) throws {
        let words = argument.split(separator: ",", omittingEmptySubsequences: false)
        values = try words.map { word in
            if let number = ListedNumber(word) { return number.value }
            let ends = word.split(separator: "-", omittingEmptySubsequences: false)
            if ends.count == 2, ends.allSatisfy({ ListedNumber($0) != nil }) {
                // Numbers are in the order in which banks sent them.
                throw ValidationError(
                    "numbers between two others may be of any account and day. Name each, as in "
                        + "870 871 or 870,871")
            }
            throw ValidationError("write a number, or several as in 870 871 or 870,871")
        }
    }
}
