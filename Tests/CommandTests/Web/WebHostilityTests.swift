import Foundation
import Testing

@testable import ghostvault

@Suite("Hostile text in ghostvault web", .inTurns)
struct WebHostilityTests {
    @Test("a value of an address is never an option of a command")
    func options() {
        let names = ["period", "q", "name", "id", "page", "rule", "part"]
        for page in BrowserPage.all {
            for isForData in [false, true] {
                func runs(_ value: String) -> [[String]] {
                    page.runs(WebQuery(names.map { ($0, value) }, isForData: isForData))
                }
                let plain = runs("word")
                for hostile in ["--json", "-h", "--vault=/", "--", "--where={}", "--as-of"] {
                    // In the filter line the words of options are options, of a fixed list.
                    guard page.path != "transactions" else { continue }
                    let words = plain.map { $0.map { $0.replacing("word", with: hostile) } }
                    #expect(runs(hostile) == words, "\(page.path)")
                }
                for words in plain {
                    for word in words.prefix(while: { $0 != "--" }) where word.contains("word") {
                        #expect(word.contains(/^--[a-z]+=word$/), "\(page.path): \(word)")
                    }
                }
            }
        }
    }

    @Test(
        "the filter line takes words and some options of transactions",
        arguments: [
            ("coffee oct", [], ["coffee", "oct"]),
            ("category:dining min:20", ["--category=dining", "--min=20"], []),
            ("payee:\"Corner Shop\" x", ["--payee=Corner Shop"], ["x"]),
            ("--uncategorised --category dining", ["--uncategorised", "--category=dining"], []),
            ("--tag=a >50", ["--tag=a"], [">50"]),
            ("--where {} --json --vault /", [], ["--where", "{}", "--json", "--vault", "/"]),
            ("--category", ["--category="], []),
            ("-50 --all", [], ["-50", "--all"]),
            ("where:x https://a", [], ["where:x", "https://a"]),
            ("payee:--json", ["--payee=--json"], []),
        ])
    func filters(line: String, options: [String], words: [String]) {
        let filter = WebFilter(line)
        #expect(filter.options == options)
        #expect(filter.words == words)
    }

    @Test("what looks like an option is looked for, and finds nothing")
    func search() async throws {
        let session = try await WebSession.entered()
        for word in ["--json", "--help", "-h", "--vault=/", "--version", "--"] {
            let encoded = WebAddresses.query([("q", word)])
            let answer = session.get("/transactions?\(encoded)")
            #expect(answer.text.contains("<article"), "\(word)")
            #expect(!answer.words.contains("USAGE"), "\(word)")
        }
        for target in ["/transaction?id=--help", "/account?name=--json", "/rule?name=-h"] {
            let answer = session.get(target)
            #expect(answer.text.contains(" failed\""), "\(target)")
            #expect(!answer.words.contains("USAGE"), "\(target)")
        }
        try await session.close()
    }

    private static let hostile = "\"><img src=x onerror=alert(1)><script>alert(2)</script>'\u{202E}"

    @Test("markup in a payee, a note, a tag and a rule's name is text on every page")
    func markup() async throws {
        let scenario = try await JSONHousehold.copy()
        try """
        rule { name = '</td><script>alert(3)</script>', when = { description = contains "MUSEUM" },
               set = { category = "travel", tags = "<b>x</b>", notes = "<svg onload=alert(4)>" } }
        """.write(
            toFile: scenario.folder + "/vault/rules/96-hostile.lua", atomically: true,
            encoding: .utf8)
        for command in [
            "apply-rules",
            "transactions set 6 7 8 --payee '\(Self.hostile.replacing("'", with: ""))'",
            "accounts rename 2 '<iframe src=//evil.example>'",
        ] {
            let made = try await scenario.run("ghostvault \(command)")
            try #require([0, 3, 10].contains(made.exitCode), "\(made.errors)")
        }
        let session = try await WebSession.entered(scenario)
        var found = 0
        for page in BrowserPage.all {
            for target in [
                "/\(page.path)", "/\(page.path)?id=6&q=%3Cscript%3Ealert(5)&period=%3Cscript%3E",
                "/\(page.path)?"
                    + WebAddresses.query([("name", Self.hostile), ("q", Self.hostile)]),
            ] {
                let text = session.get(target).text
                found += text.contains("&lt;script&gt;alert") ? 1 : 0
                for mark in ["<script>", "<img", "<iframe", "<svg onload", "<b>", "\u{202E}"] {
                    #expect(!text.contains(mark), "\(target) \(mark)")
                }
                let tags = text.replacing(/="[^"]*"/, with: "=")
                #expect(tags.matches(of: /<[^>]* on[a-z]+=/).isEmpty, "\(target)")
            }
        }
        #expect(found > 10)
        try await session.close()
    }

    @Test("a line feed in an address begins no header")
    func lines() async throws {
        let session = try await WebSession.entered()
        let smuggled = "%0d%0aSet-Cookie:%20a=b%0d%0a%0d%0a%3Cscript%3E"
        var answers = BrowserPage.all.map {
            session.get("/\($0.path)?period=\(smuggled)&name=\(smuggled)&q=\(smuggled)")
        }
        answers += [
            session.get("/spending\(smuggled).csv"), session.get("/\(smuggled)"),
            session.form("/undo", "page=spending&of=period%3Da\(smuggled)"),
            session.form("/undo", "page=\(smuggled)&of=\(smuggled)"),
            session.form("/undo", "page=//evil.example&of="),
            session.form("/undo", "page=https://evil.example"),
        ]
        for answer in answers {
            #expect(answer.status > 0)
            #expect(answer["set-cookie"] == nil)
            #expect(!(answer["location"] ?? "/x").hasPrefix("//"))
            #expect((answer["location"] ?? "/").hasPrefix("/"))
        }
        try await session.close()
    }
}
