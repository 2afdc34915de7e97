import Model

/// What is to be said of money from people and merchants once it is known whether
/// it comes regularly.
struct WaitingOpinions {
    /// Whom money is from that is money back unless it comes regularly.
    enum Giver { case person, merchant }

    private var opinionsOfRow: [Int: [Int32]] = [:]
    private var rowsOfMerchants: Set<Int> = []

    var rows: [Int] { opinionsOfRow.keys.sorted() }

    func contains(_ row: Int) -> Bool { opinionsOfRow[row] != nil }

    func giver(of row: Int) -> Giver? {
        guard contains(row) else { return nil }
        return rowsOfMerchants.contains(row) ? .merchant : .person
    }

    /// Keeps what was said of a row behind what was said of it before.
    ///
    /// - Parameter number: that of a contribution.
    mutating func add(_ number: Int32, of row: Int) {
        opinionsOfRow[row, default: []].append(number)
    }

    /// Keeps what was said of money from a merchant.
    mutating func add(_ number: Int32, ofMerchantsMoney row: Int) {
        rowsOfMerchants.insert(row)
        add(number, of: row)
    }

    /// Takes the opinions on a row out, in their order.
    mutating func take(of row: Int) -> [Int32] { opinionsOfRow.removeValue(forKey: row) ?? [] }
}
