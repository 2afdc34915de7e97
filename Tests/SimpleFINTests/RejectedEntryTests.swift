import Model
import SimpleFIN
import Testing

@Suite("What cannot be read")
struct RejectedEntryTests {
    @Test("leaves its neighbours as they are")
    func neighbours() throws {
        let set = try accountSet(
            """
            {"errors":[],"accounts":[17,{"name":"no id","balance":"1"},
             {"id":"A1","balance":"1","transactions":[{"id":"T1","posted":1,"amount":"1"},
              {"id":"T2","posted":1,"amount":"one"},null,{"id":"T3","posted":1,"amount":"3"}]},
             {"id":"A2","balance":"2"}]}
            """)
        #expect(set.accounts.map(\.id) == ["A1", "A2"])
        #expect(set.accounts.first?.transactions.map(\.id) == ["T1", "T3"])
        #expect(set.rejected.map(\.subject) == [.account, .account, .transaction, .transaction])
        #expect(set.rejected.map(\.field) == [".", "id", "amount", "."])
    }

    @Test(
        "of an account is named, and its transactions are kept",
        arguments: [
            (#""balance":"N/A""#, "balance"), (#""balance":null"#, "balance"),
            (#""balance":"1.234""#, "balance"), (#""name":7,"balance":"1""#, "name"),
            (#""balance":"1","available-balance":[]"#, "available-balance"),
            (#""balance":"1","balance-date":"today""#, "balance-date"),
            (#""balance":"1","balance-date":1736496000000"#, "balance-date"),
            (#""balance":"1","holdings":{}"#, "holdings"),
            (#""balance":"1","org":"Otter""#, "org"),
        ])
    func accountFields(_ members: String, _ field: String) throws {
        let set = try accountSet(
            """
            {"errors":[],"accounts":[{"id":"A1","currency":"USD",\(members),
             "transactions":[{"id":"T1","posted":1,"amount":"1"}]}]}
            """)
        #expect(set.rejected.map(\.field) == [field])
        #expect(set.rejected.map(\.accountID) == ["A1"])
        #expect(set.accounts.first?.transactions.count == 1)
    }

    @Test("is explained without the bank's values")
    func explanation() throws {
        let entry = try rejectedTransaction(#""id":"T7","posted":1,"amount":"twelve to Walt""#)
        #expect(entry.explanation == "The transaction's amount is not a decimal number.")
    }

    @Test("as a list of transactions does not hide the account")
    func listOfWrongType() throws {
        let set = try accountSet(answer(#""transactions":"none","#))
        #expect(set.accounts.map(\.id) == ["A1"])
        #expect(set.rejected.map(\.field) == ["transactions"])
        #expect(set.rejected.map(\.reason) == [.wrongType])
    }

    @Test("of an account that comes again in another currency is that second entry")
    func contradiction() throws {
        let set = try accountSet(
            """
            {"errors":[],"accounts":[{"id":"A1","currency":"USD","balance":"1"},
             {"id":"A1","currency":"JPY","balance":"100"},
             {"id":"A1","currency":"USD","balance":"2"}]}
            """)
        #expect(set.accounts.map(\.balance?.plainText) == ["1.00", "2.00"])
        #expect(set.rejected.map(\.reason) == [.contradictory])
        #expect(set.rejected.map(\.hidesTransactions) == [true])
    }

    @Test("hides transactions where it is one, or may speak of them, and not elsewhere")
    func hiding() throws {
        let set = try accountSet(
            """
            {"errors":[7],"connections":[8],"accounts":[{"id":"A1","balance":"N/A",
             "holdings":[9],"transactions":[{"id":"T1"}]}]}
            """)
        let hiding = set.rejected.filter(\.hidesTransactions)
        #expect(Set(hiding.map(\.subject)) == [.message, .transaction])
        #expect(Set(set.rejected.map(\.subject)).count == 5)
    }
}
