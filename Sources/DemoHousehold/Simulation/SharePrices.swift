import Model

/// A fund in the household's portfolio. The names are real, the prices are not.
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

    /// Its percentage of each contribution.
    var share: Int64 {
        switch self {
        case .stocks: 60
        case .abroad: 25
        case .bonds: 15
        }
    }

    /// The quarterly dividend, in millionths of the value.
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

    /// The range of the monthly price change, in millionths.
    var monthlyChange: ClosedRange<Int64> {
        switch self {
        case .stocks: -36_000...52_000
        case .abroad: -38_000...46_000
        case .bonds: -9_000...10_000
        }
    }
}

/// The prices of the funds: a monthly random walk.
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

    /// Cents a share; the nearest known price outside the simulated months.
    func price(of fund: Fund, on day: CalendarDay) -> Int64 {
        let (year, month, _) = day.components
        let position = (year - Ledger.firstMonth.year) * 12 + month - 1
        return pricesByMonth[min(max(position, 0), pricesByMonth.count - 1)][fund.rawValue]
    }

    /// The value in cents of some thousandths of a share.
    func value(ofThousandths shares: Int64, of fund: Fund, on day: CalendarDay) -> Int64 {
        shares * price(of: fund, on: day) / 1000
    }
}

/// A purchase of shares, or a sale with negative numbers.
struct Trade: Sendable {
    let fund: Fund
    let day: CalendarDay
    /// Thousandths of a share.
    let shares: Int64
    /// The purchase price in cents.
    let cost: Int64
}
