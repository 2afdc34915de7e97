package import Model
import Rules
package import Scripting

/// Reads what a script wants to set on one transaction, as a person would: by
/// the names and with the checks that rules have.
package struct CorrectionReader {
    private let effects: EffectReader

    package init(categories: CategoryTree) {
        effects = EffectReader(categories: categories)
    }

    /// - Parameter value: a table such as `{ category = "dining" }`.
    /// - Returns: what could be read; `mistakes` has the rest.
    package func correction(_ value: ScriptValue, _ mistakes: inout Mistakes) -> Correction {
        let effect = effects.effect(value, at: .whole, &mistakes)
        if effect.series != nil {
            mistakes.add("\"series\" can't be set for one transaction", at: .whole)
        }
        if effect.splits != nil {
            mistakes.add("\"splits\" can't be set for one transaction", at: .whole)
        }
        return Correction(
            class: effect.class, category: effect.category, lens: effect.lens,
            payee: effect.payee, note: effect.note, tags: effect.tags, excluded: effect.excluded)
    }
}
