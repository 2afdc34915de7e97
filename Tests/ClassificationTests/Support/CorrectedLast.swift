import Model

extension Decisions {
    /// Corrections that came after every rule.
    static func corrected(_ corrections: [Int64: Correction]) -> Decisions {
        let last = AttributeNumbers(all: .max)
        return Decisions(
            corrections: corrections,
            order: WordOrder(corrections: corrections.mapValues { _ in last }))
    }
}
