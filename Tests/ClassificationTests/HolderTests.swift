import Classification
import Model
import Rules
import Testing

@Suite("What a person pays themself")
struct HolderTests {
    private func makeClassifier(holders: [String]) throws -> Classifier {
        let settings = try TransferSettings(
            maximumDays: 3,
            wording: .any([.text(.anyText, .containsWord("TRANSFER"))]),
            contradictions: .text(.anyText, .containsWord("PAYROLL")), merchants: try grocers(),
            words: TransferSettings.Words(
                peerServices: ["ZELLE"], holders: holders, recipientWords: ["TO"],
                senderWords: ["FROM"], nameSuffixes: ["JR", "LLC"],
                nameless: ["ZELLE", "TRANSFER", "PAYMENT", "ONLINE", "CONF", "FOR", "BANK", "INDN"])
        )
        return Classifier(
            pipeline: Pipeline(
                stages: [
                    userStage, Stage(name: "transfers", kind: .transfers(settings)), defaultStage,
                ], categories: try makeCategories()),
            userRules: try load([]))
    }

    private func transactionClass(
        _ text: String, cents: Int64 = -50_000, memo: String = "", holders: [String] = ["Jane Doe"]
    ) throws -> TransactionClass {
        try makeClassifier(holders: holders).verdict(
            Row(cents: cents, description: text, memo: memo)
        ).transactionClass.value
    }

    @Test(
        "is a transfer, however the bank writes the name",
        arguments: [
            "ZELLE TO JANE DOE", "Zelle payment to Jane Doe 0412", "ZELLE TO DOE, JANE",
            "ZELLE TO JANE M DOE", "ZELLE TO DOE JANE M", "ZELLE PAYMENT JANE DOE CONF# 8F2K",
            "ONLINE TRANSFER TO JANE DOE",
        ])
    func paid(text: String) throws {
        #expect(try transactionClass(text) == .transfer)
    }

    @Test("is one where it arrives too, and the reason says so")
    func received() throws {
        let verdict = try makeClassifier(holders: ["JANE DOE"]).verdict(
            Row(cents: 50_000, description: "Zelle payment from JANE DOE for RENT; Conf# 4XK"))
        #expect(verdict.transactionClass.value == .transfer)
        #expect(
            verdict.transactionClass.reason.text
                == "Auto-detected: transfer, by a text that names you; the other side is not there")
    }

    @Test("is one where only the memo names who it was with")
    func memo() throws {
        #expect(try transactionClass("ZELLE PAYMENT", memo: "JANE DOE") == .transfer)
        #expect(try transactionClass("ZELLE PAYMENT TO BOB", memo: "JANE DOE") == .expense)
    }

    @Test(
        "is none where the name is another's",
        arguments: [
            "ZELLE TO JANE SMITH", "ZELLE TO JOHN DOE", "ZELLE TO JANE", "ZELLE TO J DOE",
            "ZELLE TO JANE DOE JR", "ZELLE TO JANE DOE LLC", "ZELLE TO JANE DOE SMITH",
            "ZELLE TO MARY JANE DOE",
            "ZELLE TO BOB SMITH FROM JANE DOE", "ZELLE FROM JANE DOE TO BOB SMITH",
            "ONLINE TRANSFER TO JANE DOE LANDSCAPING", "ONLINE TRANSFER TO JANE SMITH",
        ])
    func anothers(text: String) throws {
        #expect(try transactionClass(text) == .expense)
    }

    @Test("is not recognised by a name in another person's payment")
    func otherPayments() throws {
        #expect(try transactionClass("ACME PAYROLL INDN JANE DOE", cents: 50_000) == .income)
        #expect(try transactionClass("CITY TRANSFER PAYMENT INDN JANE DOE") == .expense)
    }

    @Test("goes by a middle name that the person gave")
    func middleName() throws {
        let holders = ["JANE MARIE DOE"]
        for text in ["ZELLE TO JANE MARIE DOE", "ZELLE TO JANE M DOE", "ZELLE TO JANE DOE"] {
            #expect(try transactionClass(text, holders: holders) == .transfer)
        }
        #expect(try transactionClass("ZELLE TO JANE R DOE", holders: holders) == .expense)
    }

    @Test("goes by an initial that the person gave")
    func initial() throws {
        #expect(try transactionClass("ZELLE TO J DOE", holders: ["J DOE"]) == .transfer)
    }

    @Test("is ordinary spending without a configured holder")
    func noHolders() throws {
        #expect(try transactionClass("ZELLE TO JANE DOE", holders: []) == .expense)
    }
}
