import Classification
import Engine
import Testing
import Vault

/// `ghostvault.orders`, by the tests of a plugin that joins a report.
@Suite("Orders of a shop")
struct OrderJoinTests {
    private let demo: DemoVault

    init() throws {
        demo = try DemoVault()
    }

    /// A report's rows, the options of the join, and transactions with what they get.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let report: String
        var options = ""
        let transactions: String
    }

    static let cases = [
        Case(
            testDescription: "equal orders go to the nearest days, each with one",
            report: "1,2025-03-01,9.99,Socks\n2,2025-03-03,9.99,Hat",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-01", amount = -9.99, gets = { notes = "Socks" } },
                { description = "ACME SHOP 12", day = "2025-03-04", amount = -9.99, gets = { notes = "Hat" } },
                """),
        Case(
            testDescription: "two equal orders of one day and one charge are left alone",
            report: "1,2025-03-01,9.99,Socks\n2,2025-03-01,9.99,Hat",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-02", amount = -9.99, gets = none },
                """),
        Case(
            testDescription: "an order with two charges that may be it is left alone",
            report: "1,2025-03-02,9.99,Socks",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-01", amount = -9.99, gets = none },
                { description = "ACME SHOP 12", day = "2025-03-03", amount = -9.99, gets = none },
                """),
        Case(
            testDescription: "several shipments may be charged as one order",
            report: "1,2025-03-01,5.00,A\n1,2025-03-03,6.00,B",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-04", amount = -11, gets = { notes = "A; B" } },
                """),
        Case(
            testDescription: "the items of one shipment may be charged alone",
            report: "1,2025-03-01,5.00,A\n1,2025-03-01,6.00,B",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-01", amount = -5, gets = { notes = "A" } },
                { description = "ACME SHOP 12", day = "2025-03-02", amount = -6, gets = { notes = "B" } },
                """),
        Case(
            testDescription: "days too far away are other charges",
            report: "1,2025-03-01,5.00,A",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-06", amount = -5, gets = { notes = "A" } },
                """),
        Case(
            testDescription: "a shorter reach leaves them",
            report: "1,2025-03-01,5.00,A", options: "within = 4,",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-06", amount = -5, gets = none },
                """),
        Case(
            testDescription: "other shops with the amount are none",
            report: "1,2025-03-01,5.00,A",
            transactions: """
                { description = "BAKERY", day = "2025-03-01", amount = -5, gets = none },
                """),
        Case(
            testDescription: "money that came back is a refund",
            report: "1,2025-03-01,5.00,A", options: "refunds = true,",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-02", amount = 5, gets = { notes = "A" } },
                { description = "ACME SHOP 12", day = "2025-03-02", amount = -5, gets = none },
                """),
        Case(
            testDescription: "amounts with the account's sign are both",
            report: "1,2025-03-01,-5.00,A\n2,2025-03-01,5.00,B", options: "signed = true,",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-02", amount = 5, gets = { notes = "B" } },
                { description = "ACME SHOP 12", day = "2025-03-02", amount = -5, gets = { notes = "A" } },
                """),
        Case(
            testDescription: "amounts and days as other countries write them",
            report: "1,09.03.2025,\"1.234,50 €\",A", options: "days = \"day-first\",",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-09", amount = -1234.50, gets = { notes = "A" } },
                """),
        Case(
            testDescription: "cents may lack their last digit, and thousands have their mark",
            report: "1,2025-03-01,12.5,A\n2,2025-03-01,\"1,250\",B",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-01", amount = -12.50, gets = { notes = "A" } },
                { description = "ACME SHOP 12", day = "2025-03-01", amount = -1250, gets = { notes = "B" } },
                """),
        Case(
            testDescription: "days that do not exist are left out",
            report: "1,2025-02-30,5.00,A\n2,Not Available,6.00,B",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-02", amount = -5, gets = none },
                { description = "ACME SHOP 12", day = "2025-03-02", amount = -6, gets = none },
                """),
        Case(
            testDescription: "a gift card that may have paid for two charges decides none",
            report: "1,2025-03-01,50.00,A",
            options: "partly = function(row) return true end,",
            transactions: """
                { description = "ACME SHOP 12", day = "2025-03-02", amount = -20, gets = none },
                { description = "ACME SHOP 12", day = "2025-03-02", amount = -30, gets = none },
                """),
    ]

    @Test("are joined where they are clear", arguments: cases)
    func joined(_ sample: Case) throws {
        try demo.addPlugin(
            "shop",
            [
                "report.csv": "Order,Day,Total,Item\n\(sample.report)\n",
                "plugin.lua": """
                local orders = require("ghostvault.orders")
                plugin {
                    name = "shop", version = "1", summary = "A shop.",
                    decides = { "notes", "tags" }, before = "category map",
                    classify_all = orders.join {
                        rows = map "report.csv", texts = { "ACME SHOP" },
                        order = orders.first_column, day = "Day", amount = "Total",
                        item = "Item", tags = "joined", \(sample.options)
                    },
                }
                """,
                "tests.lua": """
                local none = { tags = {} }
                test {
                    name = "joins",
                    transactions = {
                \(sample.transactions)
                    },
                }
                """,
            ])
        let report = try #require(try demo.engine().testPlugins(["shop"]).first)
        #expect(report.problems.isEmpty)
        #expect(report.outcomes.map(\.failures) == [[]])
    }
}
