import Model
import Rules
import Scripting

/// Reads what `near { … }` says about the other transaction besides conditions.
enum NearReader {
    /// How many a file can have, since each looks at all transactions.
    static let most = 100

    private static let days = "days"
    private static let before = "before"
    private static let after = "after"
    private static let amount = "amount"
    private static let samePayee = "same_payee"

    /// - Returns: the test, and the fields that are conditions of the other transaction; nil if
    ///   there are mistakes.
    static func test(
        _ table: ScriptTable, at path: ValuePath, _ mistakes: inout Mistakes
    ) -> (test: NearTest, conditions: ScriptTable)? {
        let found = mistakes.all.count
        var rest = table.fields
        func number(_ name: String) -> Int? {
            guard let value = rest.removeValue(forKey: name) else { return nil }
            guard case .integer(let number) = value, (0...Int64(NearTest.mostDays)).contains(number)
            else {
                mistakes.add(
                    "\"\(name)\" of near must be a whole number from 0 to \(NearTest.mostDays)",
                    at: path.field(name))
                return 0
            }
            return Int(number)
        }
        let (both, before, after) = (number(days), number(before), number(after))
        if both == nil, before == nil, after == nil {
            mistakes.add(
                "near needs days: days = 7 looks a week back and ahead, before = 7 only back, "
                    + "after = 7 only ahead", at: path)
        } else if both != nil, before != nil || after != nil {
            mistakes.add("near takes days, or before and after", at: path.field(days))
        }
        var relation: NearTest.Amount?
        // A number is a test, as in other conditions.
        if case .string(let word)? = rest[amount], !word.contains(where: \.isNumber) {
            rest[amount] = nil
            relation = NearTest.Amount(rawValue: word)
            if relation == nil {
                mistakes.add(
                    "\"amount\" of near must be \"same\", \"opposite\" or a test such as less(-20)",
                    at: path.field(amount))
            }
        }
        var hasSamePayee = false
        if let value = rest.removeValue(forKey: samePayee) {
            if case .boolean(true) = value {
                hasSamePayee = true
            } else {
                mistakes.add("\"same_payee\" of near must be true", at: path.field(samePayee))
            }
        }
        guard mistakes.all.count == found else { return nil }
        if relation == nil, !hasSamePayee, rest.isEmpty, table.array.isEmpty {
            mistakes.add(
                "near says nothing of the other transaction; add amount = \"opposite\", "
                    + "same_payee = true, or a field such as text = \"REVERSAL\"", at: path)
        }
        guard mistakes.all.count == found else { return nil }
        return (
            NearTest(
                before: both ?? before ?? 0, after: both ?? after ?? 0, amount: relation,
                hasSamePayee: hasSamePayee),
            ScriptTable(array: table.array, fields: rest)
        )
    }

    static let reference = ReferenceSection(
        "Another transaction", type: "ghostvault.Near: ghostvault.When", isAllOptional: true,
        """
        The argument of `near { … }`: another transaction of the same account, within some days. \
        It also takes the fields of a condition, which the other one must match.
        """,
        [
            .field(days, "integer", "At most so many days earlier or later; 0 to 366."),
            .field(before, "integer", "In place of `days`: so many days earlier."),
            .field(after, "integer", "In place of `days`: so many days later."),
            .field(
                amount, "\"same\"|\"opposite\"|number|ghostvault.NumberTest",
                "The same amount, the opposite one, or a test of the other's amount."),
            .field(samePayee, "true", "It has the same payee."),
        ])
}
