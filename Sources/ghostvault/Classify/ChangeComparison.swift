import Engine
import Model
import Terminal
import Vault

/// The differences between a transaction's conclusions before and after a pass.
struct ChangeComparison {
    struct Difference {
        /// The attribute's name in JSON.
        let attribute: String
        let before: String?
        let after: String?
        /// Whether the person had set the earlier value.
        let isAgainstCorrection: Bool
    }

    let change: ConclusionChange
    /// In the order of attributes.
    let differences: [Difference]

    /// - Parameters:
    ///   - correction: the person's correction of the transaction.
    ///   - isMarked: whether the person marked it as a side of a transfer.
    init(_ change: ConclusionChange, correction: Correction?, isMarked: Bool) {
        self.change = change
        var set = correction.map(Self.words) ?? [:]
        if isMarked, correction?.class == nil {
            set[Attribute.class.rawValue] = TransactionClass.transfer.rawValue
        }
        differences = zip(Self.listed(change.before), Self.listed(change.after))
            .filter { $0.value != $1.value }
            .map { before, after in
                Difference(
                    attribute: after.name, before: before.value, after: after.value,
                    isAgainstCorrection: before.value != nil && set[before.name] == before.value)
            }
    }

    /// The reason for the new value. For the category "split", the reason for the splits.
    func reason(of difference: Difference) -> (attribute: Attribute, reason: Reason)? {
        let isSplit =
            difference.attribute == Attribute.category.rawValue && change.after.countsByParts
        let attribute = isSplit ? Attribute.splits.rawValue : difference.attribute
        return change.after.reasons.first { $0.attribute.rawValue == attribute }
    }

    /// The reasons that the earlier conclusions didn't have.
    var newReasons: [(attribute: Attribute, reason: Reason)] {
        let earlier = change.before?.reasons ?? []
        return change.after.reasons.filter { after in !earlier.contains { $0 == after } }
    }

    /// Whether a value differs from the one that the person set.
    var isAgainstCorrection: Bool { differences.contains(where: \.isAgainstCorrection) }

    /// Whether figures change by it.
    fileprivate var movesSums: Bool {
        differences.contains {
            [Attribute.class, .category, .excluded, .splits].map(\.rawValue).contains($0.attribute)
        }
    }

    /// The comparable values of a verdict, under their JSON names.
    static func values(of verdict: Verdict?) -> [(name: String, value: String?)] {
        Attribute.allCases.filter { $0 != .partner }
            .map { ($0.rawValue, verdict?.words(for: $0)) }
    }

    /// The same values as fields.
    static var fields: [Field<Verdict?>] {
        [
            .value("class", "As in `ghostvault transactions --json`.") { $0?.words(for: .class) },
            .value("category", "As in `ghostvault transactions --json`.") {
                $0?.words(for: .category)
            },
            .value("lens", "As in `ghostvault transactions --json`.") { $0?.words(for: .lens) },
            .value("series", "As in `ghostvault transactions --json`.") { $0?.words(for: .series) },
            .value("payee", "The payee that a rule sets; null for the bank's.") {
                $0?.words(for: .payee)
            },
            .value("loan", "The borrower or lender.") { $0?.words(for: .loan) },
            .value("tags", "The tags, with commas between.") { $0?.words(for: .tags) },
            .value("notes", "A rule's note.") { $0?.words(for: .notes) },
            .value("excluded", "`yes` or `no`, if a rule sets it.") { $0?.words(for: .excluded) },
            .value("splits", "How it is split, in words.") { $0?.words(for: .splits) },
        ]
    }

    /// The values as a person sees them: guesses marked, and "split" in place of a category
    /// that isn't counted.
    static func listed(_ verdict: Verdict?) -> [(name: String, value: String?)] {
        guard let verdict else { return values(of: verdict) }
        let category = verdict.countsByParts ? "split" : verdict.categoryWord
        return values(of: verdict).map { name, value in
            (name, name == Attribute.category.rawValue ? category : value)
        }
    }

    private static func words(_ correction: Correction) -> [String: String] {
        let words: [(Attribute, String?)] = [
            (.class, correction.class?.rawValue), (.category, correction.category),
            (.lens, correction.lens?.rawValue), (.payee, correction.payee),
            (.loan, correction.loan), (.notes, correction.note),
            (.excluded, correction.excluded.map { $0 ? "yes" : "no" }),
            (.splits, correction.splits.map { "\($0)" }),
        ]
        return words.reduce(into: [:]) { $0[$1.0.rawValue] = $1.1 }
    }
}

extension ClassifyReport {
    /// The changes of earlier transactions by which figures change, which nobody asked for.
    var countedOtherwise: [ChangeComparison] {
        differing.filter { $0.before != nil }
            .map { ChangeComparison($0, correction: nil, isMarked: false) }
            .filter(\.movesSums)
    }

    /// Nil if there are none.
    var wordsForEarlier: String? {
        let count = countedOtherwise.count
        guard count > 0 else { return nil }
        return Count.text(count, "earlier transaction")
            + " \(count == 1 ? "counts" : "count") otherwise now"
    }
}
