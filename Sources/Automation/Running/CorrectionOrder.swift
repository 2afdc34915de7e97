internal import Model

extension Correction {
    /// Both as one, of which the later one holds where they differ.
    func followed(by later: Correction) -> Correction {
        Correction(
            class: later.class ?? self.class, category: later.category ?? category,
            lens: later.lens ?? lens, payee: later.payee ?? payee, note: later.note ?? note,
            tags: tags + later.tags.filter { !tags.contains($0) },
            excluded: later.excluded ?? excluded)
    }
}
