/// What part of the money that is spent and saved a person wants for each
/// lens.
public struct LensTargets: Hashable, Sendable {
    private let percents: [Lens: Int]

    /// - Parameters: whole percent, each from 0 to 100.
    /// - Returns: nil where they are not, or do not make 100.
    public init?(need: Int, want: Int, saving: Int) {
        let all = 0...100
        guard all.contains(need), all.contains(want), all.contains(saving),
            need + want + saving == 100
        else { return nil }
        percents = [.need: need, .want: want, .saving: saving]
    }

    /// Whole percent.
    public subscript(lens: Lens) -> Int { percents[lens] ?? 0 }
}
