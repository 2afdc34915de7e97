import Statements

extension BankTable {
    /// The shapes of other banks' exports, with rows made up here.
    static let further: [BankTable] = [
        BankTable(
            name: "venmo",
            text: """
                ,ID,Datetime,Type,Status,Note,From,To,Amount (total),Funding Source,Destination
                ,1,2025-03-01T13:00:00,Charge,Complete,pizza,Ana Example,Ben Kelp,+ $73.01,,Venmo balance
                ,2,2025-03-02T17:00:00,Payment,Complete,rent,Cleo Fern,Ana Example,+ $50.03,,Venmo balance
                ,3,2025-03-03T20:00:00,Payment,Complete,gas,Ana Example,Ben Kelp,- $12.01,Venmo balance,
                ,4,2025-03-14T04:00:00,Charge,Complete,tickets,Cleo Fern,Ana Example,- $35.02,Venmo balance,
                """,
            rows: [
                "2025-03-01 73.01 Ben Kelp", "2025-03-02 50.03 Cleo Fern",
                "2025-03-03 -12.01 Ben Kelp", "2025-03-14 -35.02 Cleo Fern",
            ]),
        BankTable(
            name: "revolut",
            text: """
                Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
                CARD_PAYMENT,Current,2025-03-01 10:11:12,2025-03-02 08:00:00,Corner Cafe,-4.20,0.00,EUR,COMPLETED,95.80
                TRANSFER,Current,2025-03-02 10:11:12,2025-03-02 10:11:13,To Ana,-20.00,0.50,EUR,COMPLETED,75.30
                CARD_PAYMENT,Current,2025-03-03 10:11:12,,Fernway,-9.99,0.00,EUR,REVERTED,
                TOPUP,Current,2025-03-04 10:11:12,2025-03-04 10:11:15,Top-up,100.00,0.00,EUR,COMPLETED,175.30
                """,
            rows: [
                "2025-03-02 -4.2 Corner Cafe",
                "2025-03-02 -20.5 To Ana",
                "2025-03-04 100 Top-up",
            ]),
        BankTable(
            name: "wise",
            text: """
                "TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Card Last Four Digits","Card Holder Full Name",Attachment,Note,"Total fees"
                CARD-1001,14-03-2025,-12.50,GBP,"Card transaction of 12.50 GBP issued by Fernway",,487.50,,,,,,,Fernway,1234,"Ana Example",,,0.00
                TRANSFER-1000,13-03-2025,500.00,GBP,"Received money from Brightline",PAY MARCH,500.00,,,,Brightline,,,,,,,,0.00
                """,
            rows: [
                "2025-03-14 -12.5 Fernway",
                "2025-03-13 500 Received money from Brightline",
            ]),
        BankTable(
            name: "barclays",
            text: """
                Number,Date,Account,Amount,Subcategory,Memo
                \t ,28/03/2025,20-00-00 12345678,-12.50,Card Purchase,FERNWAY MARKET          \tON 27 MAR CPM
                \t ,03/03/2025,20-00-00 12345678,2650.00,Direct Credit,BRIGHTLINE              \tPAY
                """,
            rows: [
                "2025-03-28 -12.5 FERNWAY MARKET ON 27 MAR CPM",
                "2025-03-03 2650 BRIGHTLINE PAY",
            ]),
        BankTable(
            name: "lloyds",
            text: """
                Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance
                28/03/2025,DEB,'30-00-00,12345678,FERNWAY MARKET,12.50,,1087.50
                03/03/2025,FPI,'30-00-00,12345678,BRIGHTLINE,,600.00,1100.00
                """,
            rows: [
                "2025-03-28 -12.5 FERNWAY MARKET",
                "2025-03-03 600 BRIGHTLINE",
            ]),
        BankTable(
            name: "hsbc",
            text: """
                28/03/2025,"FERNWAY MARKET","-1,012.50"
                03/03/2025,"BRIGHTLINE PAY","2,650.00"
                """,
            rows: [
                "2025-03-28 -1012.5 FERNWAY MARKET",
                "2025-03-03 2650 BRIGHTLINE PAY",
            ]),
        BankTable(
            name: "santander-uk",
            text: """
                From:;01/03/2025;to;31/03/2025
                Account:;XXXX XXXX XXXX 1234
                Date;Description;Amount;Balance
                28/03/2025;CARD PAYMENT TO FERNWAY;-12.50 GBP;1087.50 GBP
                03/03/2025;FASTER PAYMENTS RECEIPT;600.00 GBP;1100.00 GBP
                """,
            rows: [
                "2025-03-28 -12.5 CARD PAYMENT TO FERNWAY",
                "2025-03-03 600 FASTER PAYMENTS RECEIPT",
            ]),
        BankTable(
            name: "anz",
            text: """
                28/03/2025,-65.00,"EFTPOS FERNWAY"
                03/03/2025,1250.00,"PAY BRIGHTLINE"
                """,
            rows: [
                "2025-03-28 -65 EFTPOS FERNWAY",
                "2025-03-03 1250 PAY BRIGHTLINE",
            ]),
        BankTable(
            name: "commbank",
            text: """
                28/03/2025,"-65.00","FERNWAY MARKET AU","+1185.00"
                03/03/2025,"+1250.00","Salary BRIGHTLINE","+1250.00"
                """,
            rows: [
                "2025-03-28 -65 FERNWAY MARKET AU",
                "2025-03-03 1250 Salary BRIGHTLINE",
            ]),
        BankTable(
            name: "td",
            text: """
                03/28/2025,FERNWAY MARKET,65.00,,1185.00
                03/03/2025,BRIGHTLINE PAY,,1250.00,1250.00
                """,
            rows: [
                "2025-03-28 -65 FERNWAY MARKET",
                "2025-03-03 1250 BRIGHTLINE PAY",
            ]),
        BankTable(
            name: "rbc",
            text: """
                "Account Type","Account Number","Transaction Date","Cheque Number","Description 1","Description 2","CAD$","USD$"
                Chequing,01234-1234567,3/28/2025,,"IDP PURCHASE","FERNWAY",-65.00,,
                Chequing,01234-1234567,3/3/2025,,"PAYROLL DEPOSIT","BRIGHTLINE",1250.00,,
                """,
            rows: [
                "2025-03-28 -65 IDP PURCHASE",
                "2025-03-03 1250 PAYROLL DEPOSIT",
            ]),
        BankTable(
            name: "bofa",
            text: """
                Description,,Summary Amt.
                Beginning balance as of 03/01/2025,,"0.00"
                Total credits,,"1,250.00"
                Total debits,,"-65.00"
                Ending balance as of 03/31/2025,,"1,185.00"

                Date,Description,Amount,Running Bal.
                03/01/2025,Beginning balance as of 03/01/2025,,"0.00"
                03/03/2025,"BRIGHTLINE PAYROLL","1,250.00","1,250.00"
                03/28/2025,"FERNWAY MARKET","-65.00","1,185.00"
                """,
            rows: [
                "2025-03-03 1250 BRIGHTLINE PAYROLL",
                "2025-03-28 -65 FERNWAY MARKET",
            ]),
        BankTable(
            name: "wells",
            text: """
                "03/28/2025","-65.00","*","","PURCHASE AUTHORIZED ON 03/27 FERNWAY"
                "03/03/2025","1250.00","*","","BRIGHTLINE PAYROLL"
                """,
            rows: [
                "2025-03-28 -65 PURCHASE AUTHORIZED ON 03/27 FERNWAY",
                "2025-03-03 1250 BRIGHTLINE PAYROLL",
            ]),
        BankTable(
            name: "amex-us",
            text: """
                Date,Description,Card Member,Account #,Amount
                03/28/2025,FERNWAY MARKET,ANA EXAMPLE,-11001,65.00
                03/20/2025,AUTOPAY PAYMENT - THANK YOU,ANA EXAMPLE,-11001,-120.00
                03/03/2025,CORNER CAFE,ANA EXAMPLE,-11001,4.20
                """,
            rows: [
                "2025-03-28 -65 FERNWAY MARKET",
                "2025-03-20 120 AUTOPAY PAYMENT - THANK YOU",
                "2025-03-03 -4.2 CORNER CAFE",
            ]),
        BankTable(
            name: "discover",
            text: """
                Trans. Date,Post Date,Description,Amount,Category
                03/27/2025,03/28/2025,FERNWAY MARKET,65.00,Supermarkets
                03/20/2025,03/20/2025,INTERNET PAYMENT - THANK YOU,-120.00,Payments and Credits
                03/02/2025,03/03/2025,CORNER CAFE,4.20,Restaurants
                """,
            rows: [
                "2025-03-28 -65 FERNWAY MARKET",
                "2025-03-20 120 INTERNET PAYMENT - THANK YOU",
                "2025-03-03 -4.2 CORNER CAFE",
            ]),
        BankTable(
            name: "apple",
            text: """
                Transaction Date,Clearing Date,Description,Merchant,Category,Type,Amount (USD),Purchased By
                03/27/2025,03/28/2025,"FERNWAY MARKET 12 SEAFORD","Fernway Market","Grocery","Purchase","65.00","Ana Example"
                03/20/2025,03/20/2025,"ACH DEPOSIT INTERNET TRANSFER","Ach Deposit","Payment","Payment","-120.00","Ana Example"
                """,
            rows: [
                "2025-03-28 -65 Fernway Market",
                "2025-03-20 120 Ach Deposit",
            ]),
        BankTable(
            name: "alipay",
            text: """
                交易时间,交易分类,交易对方,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号
                2025-03-28 10:00:00,餐饮美食,小店,午餐,支出,65.00,余额宝,交易成功,2025032800001\t
                2025-03-03 09:00:00,工资,公司,三月工资,收入,1250.00,余额,交易成功,2025030300002\t
                """,
            rows: [
                "2025-03-28 -65 小店",
                "2025-03-03 1250 公司",
            ]),
        BankTable(
            name: "mufg",
            text: """
                日付,摘要,摘要内容,支払い金額,預かり金額,差引残高
                2025/3/3,給料,カ)ブライト,,"250,000","300,000"
                2025/3/28,カード,フアーンウエイ,"6,500",,"293,500"
                """,
            rows: [
                "2025-03-03 250000 給料",
                "2025-03-28 -6500 カード",
            ]),
    ]
}
