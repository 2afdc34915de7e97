import TestSupport

/// Transactions that crowd together, so that stages compete for them.
func randomRows(_ count: Int, using random: inout RandomNumbers) -> [Row] {
    let words = [
        "", "TRANSFER", "GROCER", "PAYROLL", "TRANSFER GROCER", "NETFLIX", "BURGER", "GIFT",
    ]
    return (0..<count).map { _ in
        Row(
            account: Int.random(in: 0..<3, using: &random),
            cents: (Bool.random(using: &random) ? 1 : -1)
                * Int64.random(in: 1...3, using: &random) * 100,
            day: Int.random(in: 0...9, using: &random),
            description: words[Int.random(in: 0..<words.count, using: &random)],
            payee: Int.random(in: 0..<4, using: &random) == 0 ? "NETFLIX" : "",
            merchantCode: ["", "", "", "5411", "6012"][Int.random(in: 0..<5, using: &random)],
            isPending: Int.random(in: 0..<8, using: &random) == 0)
    }
}
