/// What some banks write in ways of their own.
struct TableBank: Sendable {
    private enum Bank: CaseIterable {
        case chase, pko, venmo

        /// Headings that it has together, and no other bank.
        var headings: [String] {
            switch self {
            case .chase: ["details", "postingdate", "checkorslip#"]
            case .pko: ["dataoperacji", "typtransakcji", "opistransakcji"]
            case .venmo: ["from", "to", "type", "note", "fundingsource"]
            }
        }
    }

    private let bank: Bank
    private let columns: [String: Int]

    /// Nil for all others.
    init?(headings: [String]) {
        let keys = headings.map { ColumnWords.key($0) }
        let bank = Bank.allCases.first { Set(keys).isSuperset(of: $0.headings) }
        guard let bank else { return nil }
        self.bank = bank
        columns = Dictionary(
            keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Chase lists pending rows among the others. They have no balance yet.
    func isPending(_ record: TableRecord, balance: Int?) -> Bool {
        bank == .chase && balance.map { record.cell($0).isEmpty } == true
    }

    /// Whom a row was paid to, or who paid it; empty if unknown.
    ///
    /// - Parameter isReceived: whether money came in.
    func payee(of record: TableRecord, isReceived: Bool) -> String {
        switch bank {
        case .chase: return ""
        case .pko:
            let names = record.cells.lazy.compactMap { Self.text(of: $0, after: Self.names) }
            if let name = names.first { return name }
            return record.cells.lazy.compactMap(Self.place).first ?? ""
        case .venmo:
            // Who asked for money stands first, as who sends it does.
            let isAsked = cell("type", of: record) == "Charge"
            return TableWords.line(cell(isAsked == isReceived ? "to" : "from", of: record))
        }
    }

    private func cell(_ name: String, of record: TableRecord) -> String {
        columns[name].map { record.cell($0) } ?? ""
    }

    // MARK: PKO

    private static let names = [
        "Nazwa odbiorcy:", "Nazwa nadawcy:", "Odbiorca:", "Nadawca:",
    ]

    /// The shop of a card payment: "Lokalizacja: Adres: SHOP Miasto: TOWN Kraj: POLSKA".
    private static func place(in cell: String) -> String? {
        guard let place = text(of: cell, after: ["Lokalizacja:"]) else { return nil }
        return text(of: place, after: ["Adres:"]).flatMap { shop in
            shop.split(separator: "Miasto:", maxSplits: 1, omittingEmptySubsequences: false).first
                .map { TableWords.joined([String($0)]) }
        }
    }

    /// Nil if no label begins the cell, or nothing follows.
    private static func text(of cell: String, after labels: [String]) -> String? {
        guard let label = labels.first(where: { cell.hasPrefix($0) }) else { return nil }
        let text = TableWords.joined([String(cell.dropFirst(label.count))])
        return text.isEmpty ? nil : text
    }
}
