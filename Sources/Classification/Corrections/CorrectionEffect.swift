public import Model
public import Rules

extension Effect {
    public init(_ correction: Correction) {
        self.init(
            class: correction.class, category: correction.category, lens: correction.lens,
            payee: correction.payee, note: correction.note, tags: correction.tags,
            excluded: correction.excluded)
    }

    /// Of what another effect says something else, or nothing, or alone something.
    public func attributes(otherThanIn other: Effect) -> Set<Attribute> {
        func values(_ effect: Effect) -> [Attribute: String] {
            Dictionary(effect.decisions.map { ($0.attribute, $0.value) }) { first, _ in first }
        }
        let (own, others) = (values(self), values(other))
        return Set(Attribute.allCases.filter { own[$0] != others[$0] })
    }

    /// Without what a correction sets. Splits count in place of a category, so
    /// they go with it; tags of both add up.
    func yielding(to correction: Correction) -> Effect {
        var rest = self
        if correction.class != nil { rest.class = nil }
        if correction.category != nil {
            rest.category = nil
            rest.splits = nil
        }
        if correction.lens != nil { rest.lens = nil }
        if correction.payee != nil { rest.payee = nil }
        if correction.note != nil { rest.note = nil }
        if correction.excluded != nil { rest.excluded = nil }
        return rest
    }

    /// Whether it sets something other than a correction does.
    public func contradicts(_ correction: Correction) -> Bool {
        func differ<Value: Equatable>(_ own: Value?, _ other: Value?) -> Bool {
            guard let own, let other else { return false }
            return own != other
        }
        return differ(self.class, correction.class) || differ(category, correction.category)
            || (splits != nil && correction.category != nil) || differ(lens, correction.lens)
            || differ(payee, correction.payee) || differ(note, correction.note)
            || differ(excluded, correction.excluded)
    }
}
