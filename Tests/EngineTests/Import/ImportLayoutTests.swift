import Configuration
import Engine
import Foundation
import Model
import Scripting
import Statements
import Testing
import Vault

@Suite("Remembered layouts of imports")
struct ImportLayoutTests {
    private let demo: DemoVault
    private let text = "Date,Text,Amount\n03/04/2025,A,-1.00\n05/06/2025,B,-2.00\n"

    init() throws { demo = try DemoVault() }

    private var folder: String { demo.vault.folder.configPath + "/imports" }

    private func read(_ text: String, dayOrder: StatementAnswers.DayOrder? = nil) throws
        -> Statement
    {
        let engine = demo.engine()
        return try Engine.readStatement(
            Array(text.utf8), of: "a.csv", answers: StatementAnswers(dayOrder: dayOrder),
            layouts: engine.importLayouts(), scripts: .inThisProcess)
    }

    @discardableResult
    private func remember(
        _ text: String, _ order: StatementAnswers.DayOrder?, account: String? = nil,
        file: String = "Checking 2025-04.csv"
    ) throws -> RememberedLayout? {
        let layout = try #require(try read(text, dayOrder: order).layout)
        return try demo.engine().remember(
            layout, account: account, currency: nil, ofFile: file)
    }

    private func write(_ text: String, to file: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file)"))
    }

    @Test("days of distant years are read", arguments: ["1850-01-31", "9999-12-31"])
    func years(day: String) throws {
        let rows = try read("Date,Text,Amount\n\(day),A,-1.00\n").accounts.flatMap(\.rows)
        #expect(rows.map { "\($0.day)" } == [day])
    }

    @Test("an answer is asked for once, in the file of the bank's name")
    func once() throws {
        #expect(try read(text).questions == [.dayOrder])
        #expect(
            try remember(text, .dayFirst) == .written(path: "config/imports/checking.toml"))
        let again = try read(text)
        #expect(again.questions == [])
        #expect(again.layout?.path == "config/imports/checking.toml")
        #expect(again.accounts.flatMap(\.rows).map { "\($0.day)" } == ["2025-04-03", "2025-06-05"])
        #expect(try remember(text, nil) == nil)
    }

    @Test("another answer replaces the one in a file that nobody edited")
    func change() throws {
        try remember(text, .dayFirst)
        #expect(
            try remember(text, .monthFirst) == .written(path: "config/imports/checking.toml"))
        #expect(try read(text).layout?.answers.dayOrder == .monthFirst)
    }

    @Test("a file that was edited stays as it is")
    func edited() throws {
        try remember(text, .dayFirst)
        let path = "\(folder)/checking.toml"
        let mine = try String(contentsOfFile: path, encoding: .utf8) + "# mine\n"
        try write(mine, to: "checking.toml")
        #expect(
            try remember(text, .monthFirst) == .edited(path: "config/imports/checking.toml"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == mine)
    }

    @Test("the files of two shapes have names of their own")
    func names() throws {
        try remember(text, .dayFirst)
        let other = text.replacingOccurrences(of: "Text", with: "Payee")
        #expect(
            try remember(other, .dayFirst) == .written(path: "config/imports/checking-2.toml"))
        #expect(
            try remember("A,Date,Amount\nx,03/04/2025,-1.00\n", .dayFirst, file: "../2025")
                == .written(path: "config/imports/statement.toml"))
    }

    @Test(
        "a table that a broken file may have been written for is refused",
        arguments: [
            // Of its headings, of unknown ones, of others.
            ("headings = [\"Date\", \"Text\", \"Amount\"]\nseparator = 1\n", true),
            ("headings = [\n", true), ("headings = [\"Date\", \"Text\"]\n", false),
        ])
    func broken(file: String, isRefused: Bool) throws {
        try write(file, to: "mine.toml")
        guard isRefused else {
            #expect(try read(text, dayOrder: .dayFirst).accounts.count == 1)
            return
        }
        let error = #expect(throws: StatementFailure.self) { try read(text, dayOrder: .dayFirst) }
        guard case .brokenLayout(let mistake) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(mistake.file == "config/imports/mine.toml")
        #expect(try demo.engine().brokenFiles() == ["config/imports/mine.toml"])
    }

    @Test("a second file with the headings of another is a mistake")
    func twice() throws {
        try remember(text, .dayFirst)
        let first = try String(contentsOfFile: "\(folder)/checking.toml", encoding: .utf8)
        try write(first, to: "second.toml")
        #expect(
            demo.engine().importLayouts().mistakes.map(\.file) == ["config/imports/second.toml"])
        #expect(throws: StatementFailure.self) { try read(text) }
    }

    @Test("a file that others can write is not used")
    func open() throws {
        try remember(text, .dayFirst)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o666], ofItemAtPath: "\(folder)/checking.toml")
        #expect(throws: StatementFailure.self) { try read(text) }
    }

    @Test(
        "one remembered account is that of files which name none, of several none is",
        arguments: [(["One"], "One"), (["One", "Two"], nil), (["Gone"], nil)])
    func accounts(names: [String], place: String?) throws {
        for name in ["One", "Two"] {
            let account = StatementAccount(
                id: name, currency: "USD",
                rows: [
                    StatementRow(
                        line: 1, day: day(2025, 1, 1),
                        amount: DecimalAmount(coefficient: -77, decimals: 2))
                ])
            _ = try demo.engine().importStatement(
                Statement(format: .ofx, encoding: "utf-8", accounts: [account]), file: "a.ofx",
                to: [.new(name: name, currency: Currency(code: "USD"))], dryRun: false)
        }
        for name in names { try remember(text, .dayFirst, account: name) }
        let statement = try read(text)
        let part = try #require(statement.accounts.first)
        let found = try demo.engine().place(of: part, layout: statement.layout)
        guard case .known(let account, because: .layout) = found else {
            #expect(place == nil)
            return
        }
        #expect(account.name == place)
        var named = part
        named.id = "4711"
        guard case .unknown = try demo.engine().place(of: named, layout: statement.layout) else {
            Issue.record("a file that names its account was put into another")
            return
        }
    }
}
