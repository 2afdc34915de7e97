import Configuration
import Testing

@Suite("config/dashboard.toml")
struct DashboardCardTests {
    private func look(_ text: String) throws -> DashboardLook {
        try ShippedFiles.configuration(replacing: ["dashboard.toml": text]).dashboardLook()
    }

    private func cards(_ text: String) throws -> [DashboardCard] { try look(text).cards }

    @Test("has the cards as shipped that fit a screen")
    func shipped() throws {
        #expect(
            Set(DashboardCard.allCases).subtracting(
                try ShippedFiles.configuration().dashboardLook().cards)
                == [.safeToSpend, .lens, .recurring, .accounts])
    }

    @Test("has the person's cards in the person's order")
    func own() throws {
        #expect(try cards("cards = [\"due\", \"net_worth\"]\n") == [.due, .netWorth])
    }

    @Test("has colours, and lines to hide, if the person wants them")
    func colours() throws {
        #expect(
            try look("cards = []\naccent = \"green\"\nscheme = \"dark\"\nhidden = [\"Rent\"]\n")
                == DashboardLook(cards: [], accent: .green, scheme: .dark, hidden: ["Rent"]))
        #expect(
            try look("cards = []\n")
                == DashboardLook(cards: [], accent: nil, scheme: .auto, hidden: []))
    }

    @Test(
        "tells a mistake with a guess",
        arguments: [
            ("cards = [\"networth\"]\n", "no card \"networth\" (did you mean \"net_worth\"?)"),
            ("cards = [\"due\", \"due\"]\n", "\"due\" is there twice"),
            ("card = []\n", "card"),
            ("cards = []\naccent = \"blau\"\n", "no colour \"blau\""),
            ("cards = []\nscheme = \"drak\"\n", "no scheme \"drak\" (did you mean \"dark\"?)"),
        ])
    func mistakes(text: String, message: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try cards(text) }
        #expect(error?.file == "config/dashboard.toml")
        #expect(error?.message.contains(message) == true)
    }
}
