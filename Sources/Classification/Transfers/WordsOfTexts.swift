import Rules

extension SearchText {
    /// Its runs of letters and digits, the first hundred of them. Banks' texts have
    /// some ten, and where texts are compared the work grows with the square of it.
    var words: [String] {
        description.split(maxSplits: Self.mostWords) { !$0.isLetter && !$0.isNumber }
            .prefix(Self.mostWords).map(String.init)
    }

    private static let mostWords = 100
}
