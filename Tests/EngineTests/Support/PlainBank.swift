import Engine
import Foundation
import Model
import SimpleFIN
import Synchronization
import Vault

/// A bridge whose accounts a test sets row by row.
final class PlainBank: HTTPTransport {
    struct Row: Hashable {
        let id: String
        let day: CalendarDay
        var isPending = false
        /// What stands as `posted`, where it is not the day's noon.
        var posted: String?
    }

    struct Account {
        var id = "A1"
        var name = "Checking"
        var connection = "CON-1"
        var bank = "First Bank"
        var balance = "100.00"
        /// POSIX seconds; nil for none.
        var balanceDate: Int64?
        var rows: [Row] = []
    }

    struct State {
        var accounts: [Account] = []
        /// Days of the windows that were asked for, the balances' apart.
        var windows: [Range<CalendarDay>] = []
        var requests = 0
        /// How often each request is sent on before it is answered.
        var redirects = 0
        /// Whether it says that its answers lack some days.
        var isCapped = false
    }

    let state = Mutex(State())

    /// What the bank shows from now on.
    func show(_ accounts: Account...) { state.withLock { $0.accounts = accounts } }

    func send(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        guard let url = URLComponents(string: request.url) else { throw .refused }
        if url.path.hasSuffix("/claim/1") {
            return HTTPResponse(status: 200, body: Array("https://a:b@bank.example".utf8))
        }
        func day(_ name: String) -> CalendarDay? {
            url.queryItems?.first { $0.name == name }?.value.flatMap(Int64.init)
                .map(CalendarDay.init(secondsSinceEpoch:))
        }
        return state.withLock { state in
            state.requests += 1
            let hop = url.queryItems?.first { $0.name == "hop" }?.value.flatMap(Int.init) ?? 0
            if hop < state.redirects {
                let query = (url.query ?? "").replacing(/&hop=\d+/, with: "")
                return HTTPResponse(
                    status: 302, body: [],
                    redirectURL: "https://bank.example/accounts?\(query)&hop=\(hop + 1)")
            }
            var window: Range<CalendarDay>?
            if let start = day("start-date"), let end = day("end-date") {
                window = start..<end
                state.windows.append(start..<end)
            }
            let body = Self.answer(state.accounts, window, isCapped: state.isCapped)
            return HTTPResponse(status: 200, body: Array(body.utf8))
        }
    }

    private static func answer(
        _ accounts: [Account], _ window: Range<CalendarDay>?, isCapped: Bool
    ) -> String {
        let banks = Dictionary(accounts.map { ($0.connection, $0.bank) }) { first, _ in first }
            .sorted { $0.key < $1.key }
            .map { #"{"conn_id":"\#($0.key)","name":"\#($0.value)","org_id":"","sfin_url":""}"# }
        let shown = accounts.map { account in
            let rows = account.rows.filter { window?.contains($0.day) ?? false }.map { row in
                """
                {"id":"\(row.id)","posted":\(row.posted ?? "\(row.isPending ? 0 : row.day.noon)"),
                "transacted_at":\(row.day.noon),"pending":\(row.isPending),
                "amount":"-5.00","description":"SHOP \(row.id)"}
                """
            }
            let date = account.balanceDate.map { "\"balance-date\":\($0)," } ?? ""
            return """
                {"id":"\(account.id)","name":"\(account.name)","conn_id":"\(account.connection)",
                "currency":"USD","balance":"\(account.balance)",\(date)
                "transactions":[\(rows.joined(separator: ","))]}
                """
        }
        let messages =
            isCapped ? #"{"code":"gen.","msg":"The requested date range was capped."}"# : ""
        return """
            {"errlist":[\(messages)],"connections":[\(banks.joined(separator: ","))],
            "accounts":[\(shown.joined(separator: ","))]}
            """
    }
}

/// A vault that is connected to a plain bank.
struct PlainStory {
    let home: DemoVault
    let bank = PlainBank()
    let connection: Connection

    init() throws {
        home = try DemoVault()
        let token = Data("https://bank.example/claim/1".utf8).base64EncodedString()
        connection = try Self.engine(home, bank, at: today.noon)
            .connect(SetupToken(token), as: .new(name: "Bank"), policy: NetworkPolicy())
    }

    var vault: Vault { home.vault }

    static func engine(_ home: DemoVault, _ bank: PlainBank, at clock: Int64) -> Engine {
        Engine(vault: home.vault, moment: Moment(clock: clock)) { policy in
            Client(transport: bank, policy: policy)
        }
    }

    /// - Returns: the report, and the windows that were asked for.
    @discardableResult
    func sync(
        on day: CalendarDay = today, months: Int? = nil, asksAgain: Bool = false,
        trigger: SyncTrigger = .person
    ) throws -> (report: SyncReport, windows: [Range<CalendarDay>]) {
        bank.state.withLock { $0.windows = [] }
        let report = try Self.engine(home, bank, at: day.noon).synchronise(
            connection, historyMonths: months, asksAgain: asksAgain, trigger: trigger,
            progress: { _ in })
        return (report, bank.state.withLock { $0.windows })
    }

    /// The bank's ids of all transactions, sorted.
    func ids() throws -> [String] { try vault.everything().map(\.bankID).sorted() }
}

extension PlainBank.Account {
    /// A row every so many days, as of a day: the bank shows nothing of later ones.
    static func daily(
        _ id: String = "A1", from first: CalendarDay, through last: CalendarDay,
        every days: Int = 7, balanceDate: Int64?? = nil
    ) -> PlainBank.Account {
        var account = PlainBank.Account(id: id, balanceDate: balanceDate ?? last.noon)
        var day = first
        while day <= last {
            account.rows.append(PlainBank.Row(id: "\(id) \(day)", day: day))
            day = day.adding(days: days)
        }
        return account
    }
}
