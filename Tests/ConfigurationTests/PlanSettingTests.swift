import Configuration
import Model
import Testing

@Suite("Entries of a plan that commands set")
struct PlanSettingTests {
    @Test(
        "are read back with their exact names, whatever is in those",
        arguments: [
            "Roof", "a \"b\" \\", "x\"\n[[debt]]\nname = \"y", "tab\tend\u{7F}\u{1}", "ö 家 𝄞",
            "'''",
        ])
    func names(name: String) throws {
        let text = PlanSetting.entry(
            .goal, name, [.text("amount", "12.50"), .number("priority", 1)])
        let plan = try ShippedFiles.configuration().plan(of: [text])
        #expect(plan.goals.map(\.name) == [name])
        #expect(plan.goals.map(\.priority) == [1])
        #expect(plan.debts.isEmpty && plan.items.isEmpty)
    }

    @Test("take the place of the file's entry of that name, an expense also that of an income")
    func replacing() throws {
        let written = try ShippedFiles.configuration(replacing: [
            "plan.toml": """
            [[income]]
            name = "Side"
            amount = "5"
            start = "2026-03-01"
            [[goal]]
            name = "Side"
            amount = "7"
            [[debt]]
            name = "Sam"
            minimum = "3"
            """
        ]).plan()
        let lines = [
            PlanLine(
                .expense, "Side",
                text: PlanSetting.entry(
                    .expense, "Side", [.text("amount", "6"), .text("start", "2026-03-01")])),
            PlanLine(.debt, "Sam", text: nil),
        ]
        let plan = written.replacing(
            lines, by: try ShippedFiles.configuration().plan(of: lines.compactMap(\.text)))
        #expect(plan.items.map(\.amount.coefficient) == [-6])
        #expect(plan.goals == written.goals)
        #expect(plan.debts == [])
    }
}
