import Foundation
import Testing

@testable import Serving
@testable import ghostvault

@Suite("The pages of ghostvault web", .inTurns)
struct WebPageTests {
    /// Addresses of all pages, with what each is about.
    private static let targets = BrowserPage.all.map { page in
        let subject = [
            "transaction": "?id=2", "category": "?name=groceries", "payee": "?name=Grocer",
            "account": "?name=1", "series": "?name=Streaming", "rule": "?name=Late",
        ]
        return "/\(page.path)" + (subject[page.path] ?? "")
    }

    @Test("answer, each with what its commands print")
    func everyPage() async throws {
        let session = try await WebSession.entered()
        for target in Self.targets {
            let answer = session.get(target)
            #expect(answer.status == 200, "\(target): \(answer.words)")
            let name = target.dropFirst().prefix { $0 != "?" }
            #expect(answer.text.contains("<article class=\"\(name)\""), "\(target)")
            #expect(answer.text.hasSuffix("</html>\n"), "\(target)")
            #expect(!answer.text.contains("\u{1B}"), "\(target)")
            #expect(answer.text.utf8.count < 300_000, "\(target)")
        }
        try await session.close()
    }

    @Test("send their frame before their commands run")
    func frame() async throws {
        let session = try await WebSession.entered()
        let head = """
            GET /spending HTTP/1.1\r\nHost: 127.0.0.1:\(session.server.port)\r\n\
            Cookie: \(session.cookie)
            """
        let request = try #require(HTTPRequest(head: Array(head.utf8)))
        let answer = session.server.answer(request)
        let frame = String(decoding: answer.body, as: UTF8.self)
        #expect(frame.contains("<h1>") && !frame.contains("<article"))
        #expect(answer.rest != nil)
        try await session.close()
    }

    @Test("are linked from each other, and every link leads to a page")
    func links() async throws {
        let session = try await WebSession.entered()
        var found: Set<String> = []
        for target in Self.targets {
            let text = session.get(target).text
            found.formUnion(text.matches(of: /href="([^"#]+)"/).map { String($0.output.1) })
        }
        #expect(found.count > 100)
        for link in found.sorted() {
            let target = link.replacing("&amp;", with: "&")
            let answer = session.get(target)
            #expect(answer.status == 200, "\(target): \(answer.words)")
        }
        for page in BrowserPage.all { #expect(found.contains { $0.hasPrefix("/\(page.path)") }) }
        try await session.close()
    }

    @Test(
        "lead on with the period they show, and from no sum",
        arguments: [
            ("/spending?period=2026-03", "/category?name=Groceries&amp;period=2026-03", true),
            ("/spending", "/category?name=Groceries\"", true),
            ("/income?period=2026", "/payee?name=Payroll&amp;period=2026", true),
            ("/income?period=2026", "name=all", false),
            ("/category?name=groceries", "name=together", false),
            ("/recurring", "/series?name=Streaming", true),
            ("/transactions?q=groceries", "/transactions?q=category%3Agroceries", true),
        ])
    func leadingOn(target: String, link: String, isThere: Bool) async throws {
        let session = try await WebSession.entered()
        #expect(session.get(target).text.contains(link) == isThere)
        try await session.close()
    }

    @Test("about one thing have its name as their heading and title")
    func names() async throws {
        let session = try await WebSession.entered()
        for (target, name) in [
            ("/payee?name=Grocer", "Grocer"), ("/category?name=travel", "travel"),
            ("/transaction?id=2", "Transaction 2"), ("/spending", "Spending"),
            ("/account?name=1", "Everyday Checking"),
        ] {
            #expect(session.get(target).text.contains("<title>\(name) –"), "\(target)")
        }
        try await session.close()
    }

    @Test("say all that explain says at a terminal")
    func explanation() async throws {
        let session = try await WebSession.entered()
        for number in [1, 2, 3, 9] {
            let printed = try await session.scenario.run("ghostvault explain \(number)")
            let words = session.get("/transaction?id=\(number)").words
            let parts = printed.output.split(separator: "\n").flatMap {
                $0.components(separatedBy: "  ")
            }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            #expect(parts.count > 20)
            for part in parts { #expect(words.contains(part), "\(number): \(part)") }
        }
        try await session.close()
    }

    @Test("have the data of the command itself beside them", arguments: ["csv", "json"])
    func data(format: String) async throws {
        let session = try await WebSession.entered()
        for page in BrowserPage.all where page.group != nil && page.formats.contains(format) {
            let answer = session.get("/\(page.path).\(format)")
            #expect(answer.status == 200, "\(page.path)")
            #expect(
                answer["content-disposition"] == "attachment; filename=\"\(page.path).\(format)\"")
            #expect(
                answer["content-type"]
                    == (format == "csv" ? "text/csv; charset=utf-8" : "application/json"))
        }
        for (target, command) in [
            ("/spending.\(format)?period=2026-03", "spending 2026-03"),
            ("/transactions.\(format)?q=streaming", "transactions streaming"),
            ("/income.\(format)?part=1", "income --by payee"),
            ("/accounts.\(format)", "accounts"),
        ] {
            let printed = try await session.scenario.run("ghostvault \(command) --\(format)")
            #expect(session.get(target).text == printed.output, "\(target)")
        }
        try await session.close()
    }

    @Test("correct, confirm and undo by the commands that do so")
    func corrections() async throws {
        let session = try await WebSession.entered()
        let set = session.form(
            "/set", "numbers=6&category=travel&reach=only&page=transaction&of=id%3D6")
        #expect(set.status == 303 && set["location"] == "/transaction?id=6")
        let changed = session.get("/transaction?id=6")
        #expect(changed.text.contains("class=\"answer\""))
        #expect(!session.get("/transaction?id=6").text.contains("class=\"answer\""))
        let history = try await session.scenario.run("ghostvault history --limit 1 --json")
        #expect(history.output.contains("transactions set 6 --category travel --only"))
        #expect(session.form("/undo", "page=history")["location"] == "/history")
        let undone = try await session.scenario.run("ghostvault history --limit 1 --json")
        #expect(undone.output.contains("\"undone\": true"))
        #expect(session.form("/confirm", "numbers=6,7").status == 303)
        let confirmed = try await session.scenario.run("ghostvault history --limit 1 --json")
        #expect(confirmed.output.contains("confirm"))
        try await session.close()
    }

    @Test("show in a review a form for each payee, with all of its transactions")
    func review() async throws {
        let session = try await WebSession.entered()
        let text = session.get("/review?period=2026").text
        #expect(text.contains("name=\"numbers\" value=\"6,7,8\""))
        #expect(text.contains("<datalist id=\"categories\">"))
        try await session.close()
    }

    @Test("tell of a change at once, and of none with the same state")
    func changes() async throws {
        let session = try await WebSession.entered()
        let first = session.get("/changes?after=none").text
        #expect(session.get("/dashboard").text.contains("data-version=\"\(first)\""))
        let changed = try await session.scenario.run("ghostvault transactions set 6 --note Seen")
        // One of its rule files is broken on purpose.
        #expect(changed.exitCode == 10)
        let second = session.get("/changes?after=\(first)").text
        #expect(second != first)
        #expect(session.get("/dashboard").text.contains("data-version=\"\(second)\""))
        try await session.close()
    }

    @Test("link the commands of hints to their pages")
    func hints() {
        let addresses = [
            "due": "/due",
            "transactions 2026-03 --uncategorised":
                "/transactions?q=2026-03%20--uncategorised",
            "explain 42": "/transaction?id=42", "accounts show 1": "/account?name=1",
            "spending": "/spending", "spending oct": "/spending?period=oct",
            "rules list": "/rules", "review": "/review", "rules list --all": "/rules",
            "spending --as-of 2026-02-28": "/spending?period=2026-02",
        ]
        for (hint, address) in addresses {
            #expect(WebAddresses.page(ofHint: hint)?.address == address, "\(hint)")
        }
        for hint in [
            "sync", "apply-rules", "spending --as-of 2026-03-01", "budget set travel 9",
            "transactions set 42 --category dining", "transfers unlink 45", "accounts rename 1 x",
        ] {
            #expect(WebAddresses.page(ofHint: hint)?.address == nil, "\(hint)")
        }
    }

    @Test("have one style sheet and one script of their own, below 100 kB")
    func size() {
        let files = [WebStyle.sheet, WebScript.source, WebDoor.icon]
        #expect(files.reduce(0) { $0 + $1.utf8.count } < 100_000)
        for file in files {
            let outside = file.replacing("http://www.w3.org/2000/svg", with: "")
            #expect(!outside.contains("//") || !outside.contains("http"))
        }
    }
}
