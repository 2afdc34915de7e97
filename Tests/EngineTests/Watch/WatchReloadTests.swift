import Classification
import DemoHousehold
import Engine
import Foundation
import GRDB
import Model
import Synchronization
import TestSupport
import Testing
import Vault

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("While a vault is watched")
struct WatchReloadTests {
    private let demo: DemoVault
    private let connection: Connection
    private static let file = "rules/50-mine.lua"

    init() throws {
        (demo, connection) = try HouseholdVault(months: 3, syncedMonths: 3).copyWithConnection()
    }

    private func rule(tag: String, test: String = "") -> String {
        """
        rule {
            name = "Mine",
            when = { amount = less(0) },
            set = { tags = { "\(tag)" } },
            \(test)
        }
        """
    }

    /// How many transactions have a tag.
    private func count(_ tag: String) throws -> Int {
        try demo.vault.everything().count { $0.verdict?.tags?.value.contains(tag) == true }
    }

    /// Does one thing after the other, each when the watcher has told what the
    /// one before it was to bring.
    ///
    /// - Parameter longestGap: so long the watcher waits for a file that is gone or
    ///   empty.
    /// - Parameter turn: so long it sleeps at most.
    /// - Parameter wakes: called whenever it woke.
    /// - Returns: all that was told.
    private func play(
        _ steps: [(act: () throws -> Void, isDone: (WatchNews) -> Bool)],
        longestGap: Duration = .milliseconds(300), turn: Duration = .seconds(1),
        wakes: @escaping () -> Void = {}
    ) throws -> [WatchNews] {
        let watched = WatchedVault(demo)
        var next = 0
        try watched.watch(
            from: today.noon + 60, longestGap: longestGap, turn: turn,
            isSeenAwake: {
                wakes()
                return false
            }
        ) { news in
            if next == 0 {
                guard news.isWaiting else { return false }
            } else {
                guard steps[next - 1].isDone(news) else { return false }
            }
            guard next < steps.count else { return true }
            next += 1
            try steps[next - 1].act()
            return false
        }
        return watched.news.map(\.what)
    }

    private func edit(
        _ text: String, _ path: String = file, until isDone: @escaping (WatchNews) -> Bool
    ) -> (act: () throws -> Void, isDone: (WatchNews) -> Bool) {
        ({ try demo.write(text, to: path) }, isDone)
    }

    @Test("a file behind a link is read again when it changes where it is")
    func linked() throws {
        let outside = NSTemporaryDirectory() + "linked-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: outside, withIntermediateDirectories: true)
        defer {
            #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: outside) }
        }
        let file = outside + "/mine.lua"
        try rule(tag: "a").write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(
            atPath: demo.folder.rulesPath, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: demo.folder.path + "/" + Self.file, withDestinationPath: file)
        let changed = rule(tag: "b")
        _ = try play([
            (
                { try changed.write(toFile: file, atomically: true, encoding: .utf8) },
                { $0.edited != nil }
            )
        ])
        #expect(try count("a") == 0)
        #expect(try count("b") > 0)
    }

    @Test(
        "a file that is emptied or removed before it is written says nothing in between",
        arguments: [false, true])
    func gap(isRemoved: Bool) throws {
        let path = demo.folder.path + "/" + Self.file
        let changed = rule(tag: "b")
        let isNoticed = DispatchSemaphore(value: 0)
        // However long the thread below waits for a core.
        let news = try play(
            [
                edit(rule(tag: "a")) { $0.edited != nil },
                (
                    {
                        while isNoticed.wait(timeout: .now()) == .success {}
                        if isRemoved {
                            try FileManager.default.removeItem(atPath: path)
                        } else {
                            try demo.write("", to: Self.file)
                        }
                        Thread.detachNewThread {
                            isNoticed.wait()
                            let isWritten = FileManager.default.createFile(
                                atPath: path, contents: Data(changed.utf8))
                            if !isWritten { Issue.record("\(path) can't be written") }
                        }
                    }, { $0.edited != nil }
                ),
            ], longestGap: .seconds(100), wakes: { isNoticed.signal() })
        let edits = news.compactMap(\.edited)
        #expect(edits.count == 2)
        #expect(edits.last?.changes.count == edits.first?.changes.count)
        #expect(try count("b") == edits.first?.changes.count)
    }

    @Test("a file that stays empty is in force as it is")
    func emptied() throws {
        _ = try play([edit(rule(tag: "a")) { $0.edited != nil }, edit("") { $0.edited != nil }])
        #expect(try count("a") == 0)
    }

    @Test("what stands where a rule file should is left out, and the other files are in force")
    func folderInPlaceOfFile() throws {
        let news = try play([
            (
                {
                    try FileManager.default.createDirectory(
                        atPath: demo.folder.rulesPath + "/60-folder.lua",
                        withIntermediateDirectories: true)
                }, { $0.leftOut == ["rules/60-folder.lua"] }
            ),
            edit(rule(tag: "a")) { $0.edited != nil },
        ])
        #expect(try count("a") > 0)
        #expect(!news.contains { $0.isTrouble })
    }

    @Test("a file in whose place a folder comes goes on as it was")
    func fileThatCannotBeRead() throws {
        let path = demo.folder.path + "/" + Self.file
        _ = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            (
                {
                    try FileManager.default.removeItem(atPath: path)
                    try FileManager.default.createDirectory(
                        atPath: path, withIntermediateDirectories: true)
                }, { $0.broken == [Self.file] }
            ),
        ])
        #expect(try count("a") > 0)
    }

    @Test("an edit that a pass for something else has read is not told to change nothing")
    func editReadBefore() throws {
        let watched = WatchedVault(demo)
        var isWritten = false
        try watched.watch(from: today.noon + 6 * 3600) { news in
            if news.synced != nil, !isWritten {
                isWritten = true
                try demo.write(rule(tag: "a"), to: Self.file)
            }
            return isWritten && news.edited != nil
        }
        let edits = watched.news.compactMap { told -> EditedFiles? in
            if case .classified(_, .files(let files)) = told.what { files } else { nil }
        }
        #expect(edits.map(\.areToldBefore) == [true])
        #expect(try count("a") > 0)
    }

    @Test("a vault that is moved away ends it, also where another comes in its place")
    func movedVault() throws {
        let path = demo.folder.path
        let other = try ScratchFolder()
        #expect(throws: EngineError.watchedVaultMoved(path: path)) {
            try WatchedVault(demo).watch(from: today.noon + 60) { news in
                guard news.isWaiting else { return false }
                // The other one comes whole: what watches may open it while it is copied.
                let copy = other.path + "/copy"
                try FileManager.default.moveItem(atPath: path, toPath: other.path + "/vault")
                try FileManager.default.copyItem(atPath: other.path + "/vault", toPath: copy)
                try FileManager.default.moveItem(atPath: copy, toPath: path)
                return false
            }
        }
    }

    @Test("a saved rule applies at once, and its changes are reported")
    func savedRule() throws {
        let news = try play([edit(rule(tag: "a")) { $0.edited != nil }])
        let changes = try #require(news.compactMap(\.edited).first).changes
        #expect(!changes.isEmpty)
        #expect(try count("a") == changes.count)
    }

    @Test("a rule saved with a mistake keeps its last good version until fixed")
    func mistake() throws {
        let news = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            edit("rule { name = ") { $0.broken != nil },
            (
                {
                    #expect(try count("a") > 0); try demo.write(rule(tag: "b"), to: Self.file)
                },
                { $0.edited != nil }
            ),
        ])
        #expect(news.compactMap(\.broken) == [[Self.file]])
        #expect(news.compactMap(\.mended) == [[Self.file]])
        #expect(try count("a") == 0)
        #expect(try count("b") > 0)
    }

    @Test("a rule whose test fails keeps its last good version")
    func failingTest() throws {
        let wrong = rule(tag: "b", test: "tests = { match = { { amount = 5 } } },")
        let news = try play([
            edit(rule(tag: "a")) { $0.edited != nil }, edit(wrong) { $0.broken != nil },
        ])
        #expect(news.compactMap(\.broken) == [[Self.file]])
        #expect(try count("a") > 0)
        #expect(try count("b") == 0)
    }

    @Test("a rule that fails while it runs is told, and not again while it fails alike")
    func failingRule() throws {
        let failing = """
            rule {
                name = "Mine",
                when = function(tx) return tx.payee:len() > nothing end,
                set = { tags = { "a" } },
            }
            """.replacing("nothing", with: "tx.amount .. {}")
        let news = try play([
            edit(failing) { $0.edited?.problems.isEmpty == false },
            edit(rule(tag: "b"), "rules/60-other.lua") { $0.edited != nil },
        ])
        #expect(news.compactMap(\.edited).first?.problems.first?.file == Self.file)
        #expect(try count("b") > 0)
    }

    @Test(
        "a new file with a mistake, or whose own tests fail, is left out, and the others are used",
        arguments: [
            "rule {",
            "rule { name = 'New', when = { amount = less(0) }, set = { tags = { 'b' } }, "
                + "tests = { match = { { amount = 5 } } } }",
        ])
    func newMistake(text: String) throws {
        let news = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            edit(text, "rules/60-new.lua") { $0.leftOut != nil },
        ])
        #expect(news.compactMap(\.leftOut) == [["rules/60-new.lua"]])
        #expect(try count("a") > 0)
        #expect(try count("b") == 0)
    }

    @Test("a file that is in order goes on beside one that is held back")
    func otherFile() throws {
        _ = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            edit("rule {") { $0.broken != nil },
            edit(
                rule(tag: "c").replacing("Mine", with: "Other"), "rules/60-other.lua"
            ) { $0.edited != nil },
        ])
        #expect(try count("a") > 0)
        #expect(try count("c") > 0)
    }

    @Test("a broken map keeps its last good version")
    func brokenMap() throws {
        let looking = """
            local names = map("names.csv")
            rule {
                name = "Mine",
                when = function(tx) return names["x"] ~= nil and tx.amount < 0 end,
                set = { tags = { "a" } },
            }
            """
        try demo.write("key,tag\nx,y\n", to: "rules/names.csv")
        let news = try play([
            edit(looking) { $0.edited != nil },
            edit("key,tag\n\"x,y\n", "rules/names.csv") { $0.broken != nil },
        ])
        #expect(news.compactMap(\.broken).first?.contains("rules/names.csv") == true)
        #expect(try count("a") > 0)
    }

    @Test("broken configuration keeps its last good version, and rules still reload")
    func brokenConfiguration() throws {
        let news = try play([
            edit("[[pattern]\n", "config/income-patterns.toml") { $0.broken != nil },
            edit(rule(tag: "a")) { $0.edited != nil },
        ])
        #expect(news.compactMap(\.broken) == [["config/income-patterns.toml"]])
        #expect(try count("a") > 0)
    }

    @Test("a file that is deleted, or called otherwise, is told as deleted")
    func deleted() throws {
        let path = "\(demo.folder.path)/\(Self.file)"
        let other = "rules/60-other.lua"
        var told: [EditedFiles] = []
        let news = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            (
                {
                    try FileManager.default.moveItem(
                        atPath: path, toPath: "\(demo.folder.path)/\(other)")
                }, { $0.edited != nil }
            ),
            edit("rule {", other) { $0.broken != nil },
            (
                { try FileManager.default.removeItem(atPath: "\(demo.folder.path)/\(other)") },
                { $0.edited != nil }
            ),
            edit("need = 40\nwant = 40\nsaving = 20\n", "config/lens.toml") { $0.edited != nil },
            (
                {
                    try FileManager.default.removeItem(
                        atPath: "\(demo.folder.path)/config/lens.toml")
                },
                { $0.edited != nil }
            ),
        ])
        for case .classified(_, .files(let files)) in news { told.append(files) }
        #expect(
            told.map { $0.inForce.map(\.path) }
                == [[Self.file], [other], [], ["config/lens.toml"], []])
        #expect(
            told.map { $0.inForce.map(\.holds) } == [[.rules(1)], [.rules(1)], [], [.other], []])
        #expect(told.map(\.deleted) == [[], [Self.file], [other], [], []])
        #expect(told.map(\.asShipped) == [[], [], [], [], ["config/lens.toml"]])
        #expect(try count("a") == 0)
    }

    @Test("broken targets are reported until fixed")
    func brokenTargets() throws {
        let path = "config/lens.toml"
        let sound = "need = 40\nwant = 40\nsaving = 20\n"
        var broken: [String] = []
        let news = try play([
            edit(sound, path) { $0.edited != nil },
            edit("need = 40\nwant = 40\nsaving = 21\n", path) { $0.broken != nil },
            edit(rule(tag: "a")) { $0.editedFiles == [Self.file] },
            (
                {
                    broken = try demo.engine().brokenFiles()
                    try demo.write(sound, to: path)
                }, { $0.mended != nil }
            ),
        ])
        #expect(news.compactMap(\.broken) == [[path]])
        #expect(news.compactMap(\.mended) == [[path]])
        #expect(broken == [path])
        #expect(try count("a") > 0)
    }

    @Test("targets that were wrong from the start are told, and all else goes on")
    func targetsBrokenFromTheStart() throws {
        try demo.write("need = 40\n", to: "config/lens.toml")
        let watched = WatchedVault(demo)
        try watched.watch(from: today.noon + 60) { $0.isWaiting }
        #expect(watched.news.compactMap(\.what.broken) == [["config/lens.toml"]])
        #expect(watched.news.count(where: \.what.isTrouble) == 0)
    }

    @Test("a command that decides classifies it, and leaves that to no watcher that is quicker")
    func quickerWatcher() throws {
        let transaction = try recentExpense()
        let engine = demo.engine()
        let report = Mutex<ClassifyReport?>(nil)
        let isDecided = DispatchSemaphore(value: 0)
        let turns = DispatchSemaphore(value: 0)
        let decide: (act: () throws -> Void, isDone: (WatchNews) -> Bool) = (
            {
                let decision = Correction(category: "travel")
                let edit = (text: rule(tag: "a"), path: "\(demo.folder.path)/\(Self.file)")
                Thread.detachNewThread {
                    do {
                        try engine.whileWatchersWait {
                            try engine.vault.correct([transaction: decision], summary: "set")
                            isDecided.signal()
                            // The watcher has noticed after its next turns.
                            while turns.wait(timeout: .now()) == .success {}
                            for _ in 1...5 { turns.wait() }
                            let classified = try engine.classify(dryRun: false)
                            report.withLock { $0 = classified }
                            try edit.text.write(
                                toFile: edit.path, atomically: true, encoding: .utf8)
                        }
                    } catch {
                        Issue.record(error)
                    }
                }
                isDecided.wait()
            }, { $0.edited != nil }
        )
        _ = try play([decide], turn: .milliseconds(10), wakes: { turns.signal() })
        #expect(report.withLock { $0?.changes.contains { $0.transaction == transaction } } == true)
    }

    @Test("what a watcher goes on with as it was, another command classifies with, too")
    func commandBesideWatcher() throws {
        let transaction = try recentExpense()
        var report: ClassifyReport?
        _ = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            edit("rule {") { $0.broken != nil },
            edit(
                rule(tag: "c").replacing("Mine", with: "Other"), "rules/60-other.lua"
            ) { $0.edited != nil },
            (
                {
                    let engine = Engine(vault: demo.vault, moment: Moment(clock: today.noon))
                    report = try engine.correct(
                        [transaction], CorrectionChange(Correction(category: "travel"))
                    ).classified
                    #expect(try count("a") > 0)
                    try demo.write(rule(tag: "d"), to: Self.file)
                }, { $0.mended != nil }
            ),
        ])
        #expect(report?.changes.contains { $0.transaction == transaction } == true)
        #expect(report?.leftOut.map(\.file) == [Self.file])
        #expect(try count("d") > 0)
    }

    /// The number of a transaction that is news.
    private func recentExpense() throws -> Int64 {
        let recent = try demo.vault.everything().filter {
            $0.day > today.adding(days: -10) && $0.verdict?.transactionClass.value == .expense
        }
        return try #require(recent.last?.id)
    }

    @Test("editors' temporary files are not reported")
    func editorsFiles() throws {
        let rules = demo.folder.rulesPath
        let news = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            (
                {
                    for name in ["4913", "#mine.lua#", "mine.lua~", "sedAb12", "mine.lua.tmp.77"] {
                        try demo.write("rule {", to: "rules/" + name)
                        try FileManager.default.removeItem(atPath: "\(rules)/\(name)")
                    }
                    try demo.write(rule(tag: "b"), to: Self.file)
                }, { $0.edited != nil }
            ),
        ])
        #expect(news.compactMap(\.editedFiles) == [[Self.file], [Self.file]])
        #expect(try count("b") > 0)
    }

    @Test("a failed handler is retried as soon as its file is fixed")
    func mendedHandler() throws {
        let transaction = try recentExpense()
        let file = "automation/alerts.lua"
        func handler(_ body: String) -> String {
            "on(\"classification_changed\", function(e) \(body) end)\n"
        }
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        try demo.write(handler("error(\"no\")"), to: file)
        try demo.write("[retry]\nfirst_wait_seconds = 3600\n", to: "config/automation.toml")
        let decision = Correction(class: .expense, category: "travel")
        let news = try play([
            (
                {
                    let engine = Engine(vault: demo.vault, moment: Moment(clock: today.noon))
                    _ = try engine.correct([transaction], CorrectionChange(decision))
                }, { $0.told?.failures.count == 1 }
            ),
            edit(handler("note(e.transaction, \"seen\")"), file) { $0.told?.delivered == 1 },
        ])
        #expect(news.compactMap(\.told).map(\.delivered) == [0, 1])
    }

    @Test("what a handler says is classified at once while a file goes on as it was")
    func handlerBesideMistake() throws {
        let transaction = try recentExpense()
        let handler = """
            on("classification_changed", function(e) tag(e.transaction, "seen") end)
            """
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        try demo.write(handler, to: "automation/tags.lua")
        let decision = Correction(class: .expense, category: "travel")
        let news = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            edit("rule {") { $0.broken != nil },
            (
                {
                    let engine = Engine(vault: demo.vault, moment: Moment(clock: today.noon))
                    _ = try engine.correct([transaction], CorrectionChange(decision))
                }, { if case .classified(_, .handlers) = $0 { true } else { false } }
            ),
        ])
        #expect(news.compactMap(\.told).map(\.delivered) == [1])
        let tags = try demo.vault.transaction(transaction)?.verdict?.tags?.value ?? []
        #expect(Set(tags) == ["a", "seen"])
    }

    @Test("a folder of rules that is taken away and comes back is noticed")
    func folderReplaced() throws {
        let rules = demo.folder.rulesPath
        _ = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            (
                { try FileManager.default.moveItem(atPath: rules, toPath: rules + "-away") },
                { ($0.edited?.changes.count ?? 0) > 0 }
            ),
            (
                { try FileManager.default.moveItem(atPath: rules + "-away", toPath: rules) },
                { ($0.edited?.changes.count ?? 0) > 0 }
            ),
            edit(rule(tag: "b")) { ($0.edited?.changes.count ?? 0) > 0 },
        ])
        #expect(try count("b") > 0)
    }

    @Test("a folder of rules is told as an edit though a pass before it was classified by it")
    func folderTakenUpBefore() throws {
        let rules = demo.folder.rulesPath
        let news = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            (
                { try FileManager.default.moveItem(atPath: rules, toPath: rules + "-away") },
                { $0.edited != nil }
            ),
            ({ raise(SIGHUP) }, { if case .reloading = $0 { true } else { false } }),
            (
                { try FileManager.default.moveItem(atPath: rules + "-away", toPath: rules) },
                { $0.edited != nil }
            ),
        ])
        #expect(news.compactMap(\.editedFiles).last == ["rules"])
        #expect(news.compactMap(\.edited).last?.changes.isEmpty == true)
    }

    @Test("what another program decided is concluded on at once")
    func otherProgram() throws {
        let transaction = try #require(try demo.vault.everything().first).id
        _ = try play([
            (
                {
                    // It ends before it classifies, as a killed one does.
                    try Vault.open(demo.folder).correct(
                        [transaction: Correction(category: "travel")], summary: "Corrected")
                },
                { if case .classified(_, .otherCommand) = $0 { true } else { false } }
            )
        ])
        let record = try #require(try demo.vault.transaction(transaction))
        #expect(record.verdict?.category.value == "travel")
    }

    @Test("a host that no webhook may reach is told until it is allowed, and rules go on")
    func misspeltHost() throws {
        let webhook = """
            hosts = ["HOST"]
            [webhooks.family]
            url = "https://hook.example.org/money"
            """
        let path = "config/automation.toml"
        try demo.write(webhook.replacing("HOST", with: "hooks.example.org"), to: path)
        let news = try play([
            edit(rule(tag: "a")) { $0.edited != nil },
            edit(webhook.replacing("HOST", with: "hook.example.org"), path) { $0.mended != nil },
        ])
        #expect(news.compactMap { $0.broken(as: .handlersWait) } == [[path]])
        #expect(news.count(where: \.isTrouble) == 0)
        #expect(try count("a") > 0)
    }

    @Test("handlers wait for their configuration, and are told once it is saved without mistakes")
    func brokenFromTheStart() throws {
        let path = "config/automation.toml"
        try demo.write("[watch]\nsync_hours = \"often\"\n", to: path)
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        try demo.write(
            #"on("sync_finished", function(e) notify { title = "x" } end)"#,
            to: "automation/10-mine.lua")
        let news = try play([edit("[watch]\nsync_hours = 12\n", path) { $0.mended != nil }])
        #expect(news.compactMap { $0.broken(as: .handlersWait) } == [[path]])
        #expect(news.compactMap(\.mended) == [[path]])
        #expect(news.count(where: \.isTrouble) == 0)
    }

    private static let tagging =
        "on(\"classification_changed\", function(e) tag(e.transaction, \"seen\") end)\n"

    /// Another command says what a recent transaction is.
    private func correct(
        _ transaction: Int64, until isDone: @escaping (WatchNews) -> Bool
    ) -> (act: () throws -> Void, isDone: (WatchNews) -> Bool) {
        (
            {
                let engine = Engine(vault: demo.vault, moment: Moment(clock: today.noon))
                let decision = Correction(class: .expense, category: "travel")
                _ = try engine.correct([transaction], CorrectionChange(decision))
            }, isDone
        )
    }

    @Test(
        "a handler that is saved while its configuration was never in order hears what came since")
    func handlerBesideBrokenConfiguration() throws {
        let path = "config/automation.toml"
        try demo.write("[watch]\nsync_hours = \"often\"\n", to: path)
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        let file = "automation/10-mine.lua"
        let transaction = try recentExpense()
        var waiting: [String] = []
        let news = try play([
            edit(Self.tagging, file) { news in
                guard case .handlersRead(_, let files) = news else { return false }
                waiting = files.waiting
                return true
            },
            // By then the handler is known.
            edit(rule(tag: "a")) { $0.edited != nil },
            (
                {
                    try correct(transaction) { _ in true }.act()
                    try demo.write("[watch]\nsync_hours = 24\n", to: path)
                }, { $0.told != nil }
            ),
        ])
        #expect(waiting == [file])
        #expect(news.compactMap(\.told).map(\.delivered) == [1])
    }

    @Test("a saved handler applies while its broken configuration stays at the last good version")
    func handlerBesideHeldConfiguration() throws {
        let path = "config/automation.toml"
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        let file = "automation/10-mine.lua"
        try demo.write("[watch]\nsync_hours = 24\n", to: path)
        let news = try play([
            edit("[watch]\nsync_hours = \"often\"\n", path) { $0.broken != nil },
            edit(Self.tagging, file) { if case .handlersRead = $0 { true } else { false } },
            edit(rule(tag: "a")) { $0.edited != nil },
            correct(try recentExpense()) { $0.told != nil },
        ])
        #expect(news.compactMap(\.broken) == [[path]])
        #expect(news.compactMap(\.told).map(\.delivered) == [1])
    }

    @Test("a configuration that was never in order leaves the program's own in use")
    func newBrokenPipeline() throws {
        let path = "config/pipeline.toml"
        try demo.write("stages = 1\n", to: path)
        let news = try play([edit(rule(tag: "a")) { $0.edited != nil }])
        #expect(news.compactMap(\.broken) == [[path]])
        #expect(try count("a") > 0)
    }

    @Test("nothing is classified where no version of the configuration can be used")
    func brokenPipeline() throws {
        let path = "config/pipeline.toml"
        try demo.write("stages = 1\n", to: path)
        // As another version of the program may have left it.
        try demo.vault.store(
            lastGood: [path: LastGoodFile(bytes: Array("stages = 2\n".utf8), since: 0)], at: 0)
        let news = try play([
            (
                { try FileManager.default.removeItem(atPath: demo.folder.path + "/" + path) },
                { $0.edited != nil }
            )
        ])
        #expect(news.compactMap { $0.broken(as: .classifyingWaits) } == [[path]])
        #expect(news.count(where: \.isTrouble) == 0)
    }

    @Test("what could not be stored is tried again, whatever else goes well meanwhile")
    func lockedDatabase() throws {
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(
            path: demo.folder.databasePath, configuration: configuration)
        let watched = WatchedVault(demo)
        var isLocked = false
        // Fast, since what fails is tried again after 15 seconds.
        try watched.watch(from: today.noon + 60, speed: 30) { news in
            switch news {
            case .waiting where !isLocked:
                isLocked = true
                try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
                try demo.write(rule(tag: "a"), to: Self.file)
            case .trouble:
                try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
            case .troubleOver: return try count("a") > 0
            default: break
            }
            return false
        }
        #expect(try count("a") > 0)
        #expect(watched.news.count { $0.what.isTrouble } == 1)
    }

    @Test("a database that was brought back from a copy is the one that is watched")
    func replacedDatabase() throws {
        let path = demo.folder.databasePath
        let transaction = try #require(try demo.vault.everything().first).id
        let copy = path + "-copy"
        try DatabaseQueue(path: path).vacuum(into: copy)
        _ = try play([
            (
                {
                    for ending in ["-wal", "-shm"] {
                        let file = path + ending
                        if FileManager.default.fileExists(atPath: file) {
                            try FileManager.default.removeItem(atPath: file)
                        }
                    }
                    guard rename(copy, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
                    try Vault.open(demo.folder).correct(
                        [transaction: Correction(category: "travel")], summary: "Corrected")
                },
                { if case .classified(_, .otherCommand) = $0 { true } else { false } }
            )
        ])
        let record = try #require(try Vault.open(demo.folder).transaction(transaction))
        #expect(record.verdict?.category.value == "travel")
    }
}
