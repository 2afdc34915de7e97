internal import CShippedFiles

/// The tables of brands and kinds of places. `Tools/places/README.md` documents their columns.
public struct PlaceTables: Sendable {
    let brands: PlaceTable
    let phrases: PlaceTable
    let kinds: PlaceTable

    public init(brands: PlaceTable, phrases: PlaceTable, kinds: PlaceTable) {
        self.brands = brands
        self.phrases = phrases
        self.kinds = kinds
    }

    /// The tables of the program.
    public static let shipped = PlaceTables(
        brands: PlaceTable(gv_shipped_brands()), phrases: PlaceTable(gv_shipped_phrases()),
        kinds: PlaceTable(gv_shipped_kinds()))
}

extension PlaceTable {
    fileprivate init(_ table: gv_shipped_table) {
        self.init(start: table.bytes, count: table.count)
    }
}

/// The settings of the stages that know places, from `places.toml`.
public struct PlaceSettings: Sendable {
    /// The household's countries as the person set them, "de"; empty to derive them.
    let countries: [String]
    /// By currency: the countries in which it is used.
    let countriesOfCurrency: [String: [String]]
    /// By country: its languages.
    let languagesOfCountry: [String: [String]]
    /// By kind of place, "shop/pet": a category that replaces the shipped one.
    let categoryOfKind: [String: String]
    let tables: PlaceTables

    public init(
        countries: [String] = [], countriesOfCurrency: [String: [String]] = [:],
        languagesOfCountry: [String: [String]] = [:], categoryOfKind: [String: String] = [:],
        tables: PlaceTables = .shipped
    ) {
        self.countries = countries
        self.countriesOfCurrency = countriesOfCurrency
        self.languagesOfCountry = languagesOfCountry
        self.categoryOfKind = categoryOfKind
        self.tables = tables
    }
}
