import Model
import Rules

/// What the texts of single transactions say of recurring payments.
struct RecurringWording {
    struct Meaning: OptionSet {
        let rawValue: UInt8
        static let worded = Meaning(rawValue: 1)
        static let never = Meaning(rawValue: 2)
        static let need = Meaning(rawValue: 4)
    }

    private let settings: RecurringSettings
    private let matcher: RulebookMatcher

    init(_ settings: RecurringSettings, snapshot: Snapshot) {
        self.settings = settings
        matcher = RulebookMatcher(rulebook: settings.wording, snapshot: snapshot)
    }

    func meaning(of row: Int) -> Meaning {
        var meaning: Meaning = []
        matcher.forEachMatch(row: row) { rule in
            meaning.insert(settings.meanings[rule])
            return true
        }
        return meaning
    }
}
