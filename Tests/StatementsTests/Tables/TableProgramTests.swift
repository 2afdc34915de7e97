import Statements
import Testing

/// Rows as "account day amount payee|category|notes → other account", with their parts.
private func moved(_ text: String) throws -> [String] {
    try read(text).accounts.flatMap { account in
        account.rows.map { row in
            let parts = row.parts.map { " [\($0.amount) \($0.category) \($0.memo)]" }.joined()
            let other = row.otherAccount.isEmpty ? "" : " → \(row.otherAccount)"
            let name = row.payee.isEmpty ? row.description : row.payee
            return
                "\(account.name) \(row.day) \(row.amount) \(name)|\(row.category)\(other)\(parts)"
        }
    }
}

@Suite("Tables of other programs")
struct TableProgramTests {
    @Test("Mint: the type decides the sign")
    func mint() throws {
        let text = """
            "Date","Description","Original Description","Amount","Transaction Type","Category","Account Name","Labels","Notes"
            "3/27/2025","Fernway","FERNWAY MKT","7.99","debit","Shopping","Card","a b","n"
            "3/02/2025","Brightline","BRIGHTLINE INC","1250.00","credit","Paycheck","Checking","",""
            """
        #expect(
            try moved(text) == [
                "Card 2025-03-27 -7.99 Fernway|Shopping",
                "Checking 2025-03-02 1250 Brightline|Paycheck",
            ])
        let row = try #require(try read(text).accounts.first?.rows.first)
        #expect(row.tags == ["a b"])
        #expect(row.notes == "n")
        #expect(row.memo == "FERNWAY MKT")
    }

    @Test("YNAB: transfers name the other account")
    func ynab() throws {
        let text = """
            "Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
            "Checking","","03/27/2025","Transfer : Savings","","","","Move",$250.00,$0.00,"Cleared"
            "Checking","","03/28/2025","Fernway","Home: Food","Home","Food","",$7.99,$0.00,"Uncleared"
            """
        #expect(
            try moved(text) == [
                "Checking 2025-03-27 -250 Transfer : Savings| → Savings",
                "Checking 2025-03-28 -7.99 Fernway|Home: Food",
            ])
    }

    @Test("YNAB: the parts of a split are one row, but for one that is a transfer")
    func ynabSplit() throws {
        let text = """
            "Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
            "Main","Red","03/27/2025","Quillpost","Fun: Chess","Fun","Chess","Split (1/3) board",$20.00,$0.00,"Cleared"
            "Main","Red","03/27/2025","Quillpost","Needs: Food","Needs","Food","Split (2/3) ",$5.50,$0.00,"Cleared"
            "Main","Red","03/27/2025","Transfer : Cash","","","","Split (3/3) change",$10.00,$0.00,"Cleared"
            "Main","","03/27/2025","Fernway","Needs: Food","Needs","Food","weekly",$7.99,$0.00,"Cleared"
            """
        #expect(
            try moved(text) == [
                "Main 2025-03-27 -25.5 Quillpost|Fun: Chess [-20 Fun: Chess board] [-5.5 Needs: Food ]",
                "Main 2025-03-27 -10 Transfer : Cash| → Cash",
                "Main 2025-03-27 -7.99 Fernway|Needs: Food",
            ])
        let rows = try read(text).accounts[0].rows
        #expect(rows.map(\.tags) == [["red"], ["red"], []])
        #expect(rows.map(\.notes) == ["", "", "weekly"])
        #expect(rows.map(\.description) == ["", "", ""])
    }

    @Test(
        "a program is known by its headings, and a bank is none",
        arguments: [
            (
                "Date,Description,Original Description,Amount,Transaction Type,Category,"
                    + "Account Name,Labels,Notes",
                "3/27/2025,A,A,7.99,debit,Shopping,Card,,", StatementProgram.mint
            ),
            (
                "Date,Merchant,Category,Account,Original Statement,Notes,Amount,Tags,Owner",
                "2025-03-27,A,Shopping,Card,A,,-7.99,,", .monarch
            ),
            (
                "Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared",
                "Main,2025-03-27,A,,Home,Food,-7.99,0,Cleared", .actual
            ),
            (
                "Account,Flag,Check Number,Date,Payee,Category,Master Category,Sub Category,Memo,"
                    + "Outflow,Inflow,Cleared,Running Balance",
                "Main,,,27/03/2025,A,Home:Food,Home,Food,,$7.99,$0.00,C,$-7.99", .ynab
            ),
            ("Date,Description,Category,Amount", "2025-03-27,A,Shopping,-7.99", nil),
        ])
    func program(headings: String, row: String, program: StatementProgram?) throws {
        #expect(try read("\(headings)\n\(row)\n").program == program)
    }

    @Test("Actual: a split is one row with parts, and another account's name is a transfer")
    func actual() throws {
        let text = """
            Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared
            Checking,2025-03-20,Quillpost,(SPLIT INTO 2) desk,,,0,-50,Cleared
            Checking,2025-03-20,Quillpost,(SPLIT 1 OF 2) paper,Home,Office,-30,0,Cleared
            Checking,2025-03-20,Quillpost,(SPLIT 2 OF 2) card,Gifts,Gifts,-20,0,Cleared
            Checking,2025-03-22,Savings,,,,-300,0,Not cleared
            Savings,2025-03-22,Checking,,,,300,0,Not cleared
            """
        #expect(
            try moved(text) == [
                "Checking 2025-03-20 -50 Quillpost| [-30 Home: Office paper] [-20 Gifts card]",
                "Checking 2025-03-22 -300 Savings| → Savings",
                "Savings 2025-03-22 300 Checking| → Checking",
            ])
    }

    @Test("Actual: a part that went to another account is a transfer")
    func transferPart() throws {
        let text = """
            Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared
            Checking,2025-03-20,,(SPLIT INTO 2),,,0,-50,Cleared
            Checking,2025-03-20,Quillpost,(SPLIT 1 OF 2),Home,Office,-30,0,Cleared
            Checking,2025-03-20,Savings,(SPLIT 2 OF 2),,,-20,0,Cleared
            Savings,2025-03-20,Checking,,,,20,0,Cleared
            """
        #expect(
            try moved(text) == [
                "Checking 2025-03-20 -50 | [-30 Home: Office ] [-20 Transfer ]",
                "Savings 2025-03-20 20 Checking| → Checking",
            ])
    }

    @Test("Actual: parts that don't add up set their row aside")
    func partsDiffer() throws {
        let text = """
            Account,Date,Payee,Notes,Category_Group,Category,Amount,Split_Amount,Cleared
            Checking,2025-03-19,Fernway,,,,-1,0,Cleared
            Checking,2025-03-20,Quillpost,(SPLIT INTO 2),,,0,-50,Cleared
            Checking,2025-03-20,Quillpost,(SPLIT 1 OF 2),Home,Office,-30,0,Cleared
            """
        let statement = try read(text)
        #expect(statement.reasons == [.partsDiffer])
        #expect(statement.accounts.flatMap(\.rows).count == 1)
    }

    @Test("Firefly III: a transfer is a row in each account, in its own currency")
    func firefly() throws {
        let text = """
            journal_id,type,amount,foreign_amount,currency_code,foreign_currency_code,description,date,source_name,source_type,destination_name,destination_type,category
            1,Withdrawal,-9.50,,EUR,,Market,2025-03-17T15:07:46+02:00,Main,Asset account,Fernway,Expense account,Food
            2,Deposit,100.00,,EUR,,Pay,2025-03-18T15:07:46+02:00,Brightline,Revenue account,Main,Asset account,Pay
            3,Transfer,-50.00,-55.00,EUR,USD,Move,2025-03-19T15:07:46+02:00,Main,Asset account,Dollars,Asset account,
            4,Opening balance,20.00,,EUR,,Initial,2025-03-01T00:00:00+01:00,Initial balance account,Initial balance account,Main,Asset account,
            """
        #expect(
            try moved(text) == [
                "Main 2025-03-17 -9.5 Fernway|Food",
                "Main 2025-03-18 100 Brightline|Pay",
                "Main 2025-03-19 -50 Move| → Dollars",
                "Main 2025-03-01 20 Initial|Opening balance",
                "Dollars 2025-03-19 55 Move| → Main",
            ])
        #expect(try read(text).accounts.map(\.currency) == ["EUR", "USD"])
    }

    @Test("Firefly III: the parts of a split are one group")
    func fireflySplit() throws {
        let text = """
            group_id,journal_id,type,amount,currency_code,description,date,source_name,destination_name,category
            7,11,Withdrawal,-60.00,EUR,food,2025-03-17,Main,Fernway,Groceries
            7,12,Withdrawal,-25.00,EUR,soap,2025-03-17,Main,Fernway,Household
            8,13,Withdrawal,-4.50,EUR,tea,2025-03-17,Main,Kelp,Dining
            """
        #expect(
            try moved(text) == [
                "Main 2025-03-17 -85 Fernway|Groceries [-60 Groceries food] [-25 Household soap]",
                "Main 2025-03-17 -4.5 Kelp|Dining",
            ])
    }

    @Test(
        "Firefly III: a split of which a part can't be read is left out whole",
        arguments: [0, 1, 2])
    func brokenFireflySplit(broken: Int) throws {
        var amounts = ["-60.00", "-25.00", "-15.00"]
        amounts[broken] = "x"
        let rows = amounts.enumerated().map {
            "7,1\($0.offset),Withdrawal,\($0.element),EUR,part,2025-03-17,Main,Fernway,Groceries\n"
        }
        let statement = try read(
            "group_id,journal_id,type,amount,currency_code,description,date,source_name,"
                + "destination_name,category\n" + rows.joined()
                + "8,13,Withdrawal,-4.50,EUR,tea,2025-03-17,Main,Kelp,Dining\n")
        #expect(statement.accounts.flatMap(\.rows).map { "\($0.amount)" } == ["-4.5"])
        #expect(statement.rejected.count == (broken == 1 ? 3 : 2))
    }

    @Test("GnuCash: expenses are the parts of the account's row")
    func gnuCash() throws {
        let text = """
            Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Memo,Full Account Name,Account Name,Amount With Sym,Amount Num.
            2025-03-02,t1,,Fernway,,CURRENCY::USD,,Assets:Checking,Checking,-$61.40,-61.40
            2025-03-02,t1,,Fernway,,CURRENCY::USD,food,Expenses:Groceries,Groceries,$51.40,51.40
            2025-03-02,t1,,Fernway,,CURRENCY::USD,soap,Expenses:Household,Household,$10.00,10.00
            2025-03-03,t2,,Moved,,CURRENCY::USD,,Assets:Checking,Checking,-$120.00,-120.00
            2025-03-03,t2,,Moved,,CURRENCY::USD,,Assets:Savings,Savings,$120.00,120.00
            """
        #expect(
            try moved(text) == [
                "Checking 2025-03-02 -61.4 Fernway| [-51.4 Groceries food] [-10 Household soap]",
                "Checking 2025-03-03 -120 Moved| → Savings",
                "Savings 2025-03-03 120 Moved| → Checking",
            ])
    }

    @Test(
        "GnuCash: pay in two accounts is income, and a purchase with cash back has a transfer in it"
    )
    func gnuCashMixed() throws {
        let text = """
            Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Memo,Full Account Name,Account Name,Amount With Sym,Amount Num.
            2025-03-02,t1,,Pay,,CURRENCY::USD,,Assets:Bank A:Savings,Savings,$1000.00,1000.00
            2025-03-02,t1,,Pay,,CURRENCY::USD,,Assets:Bank B:Savings,Savings,$500.00,500.00
            2025-03-02,t1,,Pay,,CURRENCY::USD,,Income:Salary,Salary,-$1500.00,-1500.00
            2025-03-03,t2,,Fernway,,CURRENCY::USD,,Assets:Bank A:Savings,Savings,-$100.00,-100.00
            2025-03-03,t2,,Fernway,,CURRENCY::USD,,Assets:Cash,Cash,$40.00,40.00
            2025-03-03,t2,,Fernway,,CURRENCY::USD,,Expenses:Groceries,Groceries,$60.00,60.00
            """
        #expect(
            try moved(text) == [
                "Savings 2025-03-02 1000 Pay|Salary",
                "Savings 2025-03-03 -100 Fernway| [-60 Groceries ] [-100 Transfer ]",
                "Bank B: Savings 2025-03-02 500 Pay|Salary",
                "Cash 2025-03-03 40 Fernway| → Savings",
            ])
    }

    @Test("GnuCash: an account has its own currency, and shares are no money")
    func gnuCashCurrencies() throws {
        let heading =
            "Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Memo,"
            + "Full Account Name,Account Name,Amount With Sym,Amount Num.,Value With Sym,Value Num.\n"
        let text = """
            2025-03-02,t1,,Moved,,CURRENCY::USD,,Assets:Konto,Konto,€45.00,45.00,$50.00,50.00
            2025-03-02,t1,,Moved,,CURRENCY::USD,,Assets:Checking,Checking,-$50.00,-50.00,-$50.00,-50.00
            2025-03-03,t2,,Shares,,CURRENCY::USD,,Assets:Acme,Acme,5 ACME,5,$500.00,500.00
            2025-03-03,t2,,Shares,,CURRENCY::USD,,Assets:Checking,Checking,-$500.00,-500.00,-$500.00,-500.00
            """
        let statement = try read(heading + text)
        #expect(
            statement.accounts.flatMap { account in
                account.rows.map {
                    "\(account.name) \($0.amount) \($0.currency ?? account.currency ?? "")"
                }
            } == ["Konto 45 EUR", "Checking -50 USD", "Checking -500 USD"])
        #expect(statement.rejected.map(\.reason) == [.notMoney])
    }

    @Test(
        "programs in which spent is positive are recognised by the pay",
        arguments: [
            """
            date,name,amount,status,category,excluded,account
            2025-03-14,Fernway,42.50,posted,Groceries,false,Checking
            2025-03-14,Corner Cafe,4.50,posted,Groceries,false,Checking
            2025-03-15,Brightline Payroll,-2650.00,posted,Paycheck,false,Checking
            """,
            """
            Date,Original Date,Account Type,Account Name,Name,Custom Name,Amount,Description,Category
            2025-03-14,2025-03-13,Cash,Checking,Fernway,,42.50,FERNWAY,Groceries
            2025-03-14,2025-03-13,Cash,Checking,Corner Cafe,,4.50,CAFE,Restaurants
            2025-03-15,2025-03-15,Cash,Checking,Brightline Payroll,Pay,-2650.00,BRIGHTLINE,Income
            """,
        ])
    func spentIsPositive(text: String) throws {
        let amounts = try read(text).accounts.flatMap(\.rows).map { "\($0.amount)" }
        #expect(amounts == ["-42.5", "-4.5", "2650"])
    }

    @Test("Monefy: a category names the other account")
    func monefy() throws {
        let text = """
            date,account,category,amount,currency,converted amount,currency,description
            28/03/2025,Cash,To 'Card',"-1,280.8",USD,"-1,280.8",USD,
            28/03/2025,Card,From 'Cash',"1,280.8",USD,"1,280.8",USD,
            """
        #expect(
            try moved(text) == [
                "Cash 2025-03-28 -1280.8 |To 'Card' → Card",
                "Card 2025-03-28 1280.8 |From 'Cash' → Cash",
            ])
    }
}
