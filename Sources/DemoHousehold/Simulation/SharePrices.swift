import Model

/// A fund that the household holds. The names are real, the prices are not.
enum Fund: Int, CaseIterable, Sendable {
    case stocks, abroad, bonds

    var symbol: String {
        switch self {
        case .stocks: "VTI"
        case .abroad: "VXUS"
        case .bonds: "BND"
        }
    }

    var name: String {
        switch self {
        case .stocks: "Vanguard Total Stock Market ETF"
        case .abroad: "Vanguard Total International Stock ETF"
        case .bonds: "Vanguard Total Bond Market ETF"
        }
    }

    /// The part of each contribution that goes to the fund, in percent.
    var share: Int64 {
        switch self {
        case .stocks: 60
        case .abroad: 25
        case .bonds: 15
        }
    }

    /// Dividends of a quarter for each million of value.
    var quarterlyYield: Int64 {
        switch self {
        case .stocks: 3_600
        case .abroad: 7_100
        case .bonds: 8_200
        }
    }

    var priceAtTheBeginning: Int64 {
        switch self {
        case .stocks: 105_40
        case .abroad: 48_75
        case .bonds: 82_60
        }
    }

    /// What a month does to the price, in millionths.
    var monthlyChange: ClosedRange<Int64> {
        switch self {
        case .stocks: -36_000...52_000
        case .abroad: -38_000...46_000
        case .bonds: -9_000...10_000
        }
    }
}

/// The prices of the funds, which walk at random and stand still within a
/// month.
struct SharePrices: Sendable {
    private var pricesByMonth: [[Int64]] = []

    init(seed: UInt64, through last: CalendarMonth) {
        var prices = Fund.allCases.map(\.priceAtTheBeginning)
        var month = Ledger.firstMonth
        while month <= last {
            var random = SplitMix64(
                seed: SplitMix64.mixed(seed &+ UInt64(month.year * 12 + month.month)))
            for fund in Fund.allCases {
                let change = random.number(in: fund.monthlyChange)
                prices[fund.rawValue] += prices[fund.rawValue] * change / 1_000_000
            }
            pricesByMonth.append(prices)
            month = month.next
        }
    }

    /// Cents a share; beyond the known months, the nearest known price.
    func price(of fund: Fund, on day: CalendarDay) -> Int64 {
        let (year, month, _) = day.components
        let position = (year - Ledger.firstMonth.year) * 12 + month - 1
        return pricesByMonth[min(max(position, 0), pricesByMonth.count - 1)][fund.rawValue]
    }

    /// Cents that so many thousandths of a share are worth.
    func value(ofThousandths shares: Int64, of fund: Fund, on day: CalendarDay) -> Int64 {
        shares * price(of: fund, on: day) / 1000
    }
}

/// A purchase of shares, or with negative numbers a sale.
struct Trade: Sendable {
    let fund: Fund
    let day: CalendarDay
    /// Thousandths of a share.
    let shares: Int64
    /// Cents that they were bought for.
    let cost: Int64
}
