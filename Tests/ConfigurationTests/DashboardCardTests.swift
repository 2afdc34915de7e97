import Configuration
import Testing

@Suite("config/dashboard.toml")
struct DashboardCardTests {
    private func cards(_ text: String) throws -> [DashboardCard] {
        try ShippedFiles.configuration(replacing: ["dashboard.toml": text]).dashboardCards()
    }

    @Test("has the cards as shipped that fit a screen")
    func shipped() throws {
        #expect(
            Set(DashboardCard.allCases).subtracting(
                try ShippedFiles.configuration().dashboardCards())
                == [.safeToSpend, .lens, .recurring, .accounts])
    }

    @Test("has the person's cards in the person's order")
    func own() throws {
        #expect(try cards("cards = [\"due\", \"net_worth\"]\n") == [.due, .netWorth])
    }

    @Test(
        "tells a mistake with a guess",
        arguments: [
            ("cards = [\"networth\"]\n", "no card \"networth\" (did you mean \"net_worth\"?)"),
            ("cards = [\"due\", \"due\"]\n", "\"due\" is there twice"),
            ("card = []\n", "card"),
        ])
    func mistakes(text: String, message: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try cards(text) }
        #expect(error?.file == "config/dashboard.toml")
        #expect(error?.message.contains(message) == true)
    }
}
