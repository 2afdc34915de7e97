/// The order of figures in several currencies: one currency first, the others by code.
public struct CurrencyOrder: Sendable {
    /// The person's base currency; nil for none.
    public let first: Currency?

    /// All currencies by code.
    public static let byCode = CurrencyOrder(first: nil)

    public init(first: Currency?) {
        self.first = first
    }

    /// A value for comparing two currencies.
    public func place(of currency: Currency) -> (Int, String) {
        (currency == first ? 0 : 1, currency.code)
    }

    /// Elements by currency; those of one currency keep their order.
    public func sorted<Element>(
        _ elements: some Sequence<Element>, by currency: (Element) -> Currency
    ) -> [Element] {
        elements.enumerated().map { (place: place(of: currency($1)), index: $0, element: $1) }
            .sorted { ($0.place.0, $0.place.1, $0.index) < ($1.place.0, $1.place.1, $1.index) }
            .map(\.element)
    }
}
