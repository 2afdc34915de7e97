import Rules

extension SearchText {
    /// Its runs of letters and digits.
    var words: [String] {
        description.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
