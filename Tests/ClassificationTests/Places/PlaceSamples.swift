import Classification
import Model

/// Tables of made-up brands, sorted as the shipped ones are.
let sampleTables = PlaceTables(
    brands: PlaceTable(
        """
        ada\tAda\tsm\tde\twh
        aldona\tAldona\tsm\tde\th
        aldona\tAldona Paints\tpa\tus\th
        corvane\tCorvane\tsm\t\t
        corvanefuel\tCorvane Fuel\tfu\t\t
        firstexamplebank\tFirst Example Bank\tba\tus\t
        grove\tGrove\tpa\tus\twh
        groveexample\tGrove\tpa\t\td
        hansabank\tHansabank\tba\tde,ee\t
        kalahari\tKalahari\tsm\tza\t
        kramermobel\tKramer Möbel\tpa\tde\t
        kramermoebel\tKramer Möbel\tpa\tde\t
        nordwind\tNordwind\tsm\tde\t
        sparbank\tSparbank\tba\tat\twh

        """),
    phrases: PlaceTable(
        """
        apotheke\tph\tde\tnac
        bank\tba\tde,en\tn
        bar\tre\ten,fr\tn
        boulangerie\tby\tfr\tna
        cafe\tre\tde,en,fr\tn
        credit union\tba\ten\ts
        grocery store\tsm\ten\tn
        hotel\tho\tde,en,fr\tn
        paint\tpa\ten\ts
        petrol station\tfu\ten\tna

        """),
    kinds: PlaceTable(
        """
        ba\tamenity/bank\tbank\t\t
        by\tshop/bakery\tbakery\tgroceries\tgroceries
        fu\tamenity/fuel\tgas station\ttransportation\ttransportation
        ho\ttourism/hotel\thotel\ttravel\ttravel
        pa\tshop/paint\tpaint store\tgifts\tgifts
        ph\tamenity/pharmacy\tpharmacy\thealthcare\thealthcare
        re\tamenity/restaurant\trestaurant\tdining\tdining
        sm\tshop/supermarket\tsupermarket\tgroceries\tgroceries

        """),
    words: PlaceTable(
        """
        burgerz\tre\t
        larder\tsm\tgb,us
        varnish\tpa\tus

        """))

/// The settings of a household of some countries, with the made-up tables.
func sampleSettings(
    in countries: [String] = [], categoryOfKind: [String: String] = [:]
) -> PlaceSettings {
    PlaceSettings(
        countries: countries,
        countriesOfCurrency: [
            "USD": ["us"], "EUR": ["de", "fr"], "JPY": ["jp"], "CHF": ["ch", "li"],
        ],
        namesOfCountries: ["de": "Germany"],
        languagesOfCountry: ["de": ["de"], "fr": ["fr"]], categoryOfKind: categoryOfKind,
        tables: sampleTables)
}

func placeStages(_ settings: PlaceSettings) -> [Stage] {
    [
        Stage(name: "brands", kind: .brands(settings)),
        Stage(name: "kinds of places", kind: .kinds(settings)),
    ]
}

/// A classifier with both stages before the default.
func placeClassifier(
    _ settings: PlaceSettings, before stages: [Stage] = []
) throws -> Classifier {
    let categories = [
        "dining", "groceries", "transportation", "shopping", "entertainment", "bills", "healthcare",
        "travel", "gifts", "other",
    ].map { Category(id: $0, name: $0, type: .expense, parent: nil, lens: nil) }
    return Classifier(
        pipeline: Pipeline(
            stages: stages + placeStages(settings) + [defaultStage],
            categories: try CategoryTree(categories)),
        userRules: try load([]))
}
