import Automation
import DemoHousehold
import Engine
import Foundation
import Model
import Platform
import Synchronization
import Testing
import Vault

@Suite("What handlers ask a watcher for")
struct WatchSendingTests {
    private let demo: DemoVault
    /// Where commands leave what they did.
    private let done: String

    init() throws {
        demo = try HouseholdVault(months: 3, syncedMonths: 3).copy()
        done = demo.folder.path + "/done"
        for folder in [demo.folder.automationPath, demo.folder.configPath, done] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }
        let later = today.adding(days: 1)
        demo.transport.show(Household(today: later, months: 3), at: later.noon)
    }

    /// Writes a program that handlers may have run, and says so in the configuration.
    private func allow(_ scripts: [String: String]) throws {
        for (name, script) in scripts {
            try demo.write("#!/bin/sh\n\(script)\n", to: "done/\(name).sh")
            try demo.setMode(0o700, of: "\(done)/\(name).sh")
        }
        try demo.write(
            scripts.keys.sorted().map { "[commands.\($0)]\npath = \"\(done)/\($0).sh\"\n" }
                .joined(),
            to: "config/automation.toml")
    }

    private func handle(_ lua: String) throws {
        try demo.write(
            "on('sync_finished', function(e) \(lua) end)", to: "automation/alerts.lua")
    }

    private var configuration: String { demo.folder.configPath + "/automation.toml" }

    private func isThere(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(done)/\(file)")
    }

    @Test("is done for each target by itself, so that a slow one delays no other")
    func slowTarget() throws {
        try allow([
            "slow": "sleep 20; touch '\(done)/slow'", "quick": "touch \"\(done)/quick-$1\"",
        ])
        try handle("run('slow', {}); run('quick', { '1' }); run('quick', { '2' })")
        let watched = WatchedVault(demo)
        try watched.watch(from: today.adding(days: 1).noon) { $0.sent != nil }
        #expect(watched.news.compactMap(\.what.sent).map(\.sent).first == 2)
        #expect(isThere("quick-1") && isThere("quick-2"))
        #expect(!isThere("slow"))
    }

    @Test("waits where the file that lists whom it is for is gone, and is done when it is back")
    func listGone() throws {
        try allow(["failing": "test -e '\(done)/mended' && touch '\(done)/told'"])
        try handle("run('failing', {})")
        let listed = try String(contentsOfFile: configuration, encoding: .utf8)
        let watched = WatchedVault(demo)
        var reports: [SendingReport] = []
        try watched.watch(from: today.adding(days: 1).noon, speed: 30) { news in
            guard let report = news.sent else { return false }
            reports.append(report)
            if reports.count == 1 { try FileManager.default.removeItem(atPath: configuration) }
            if reports.count == 2 {
                try demo.write("", to: "done/mended")
                try demo.write(listed, to: "config/automation.toml")
            }
            return report.sent == 1
        }
        #expect(reports.flatMap(\.failures).map(\.prospect) == [.triedAgain, .waits])
        #expect(isThere("told"))
    }

    @Test("is set aside where the file that lists whom it is for does not any more")
    func notListed() throws {
        try allow(["failing": "exit 1"])
        try handle("run('failing', {})")
        let watched = WatchedVault(demo)
        var reports: [SendingReport] = []
        try watched.watch(from: today.adding(days: 1).noon, speed: 30) { news in
            guard let report = news.sent else { return false }
            reports.append(report)
            try demo.write("[notify]\ndesktop = false\n", to: "config/automation.toml")
            return report.failures.contains(where: \.isSetAside)
        }
        #expect(reports.flatMap(\.failures).map(\.prospect) == [.triedAgain, .setAside])
    }

    @Test("is set aside where the handler that asked for it is gone")
    func handlerGone() throws {
        try allow(["failing": "exit 1"])
        try handle("run('failing', {})")
        let watched = WatchedVault(demo)
        var reports: [SendingReport] = []
        try watched.watch(from: today.adding(days: 1).noon, speed: 30) { news in
            guard let report = news.sent else { return false }
            reports.append(report)
            try demo.write("on('refund', function(e) end)", to: "automation/alerts.lua")
            return report.failures.contains(where: \.isSetAside)
        }
        #expect(
            reports.flatMap(\.failures).last?.reason == "its handler no longer exists")
        #expect(try demo.vault.runningCommands().isEmpty)
    }

    @Test("is sent for the transaction that it was asked at, though the handler's options changed")
    func handlerEdited() throws {
        try allow(["failing": "test -e '\(done)/mended' && touch \"\(done)/told-$1\""])
        func handler(over amount: Int) -> String {
            "on('new_transaction', { over = \(amount) }, function(e) run('failing', { '\(amount)' }) end)"
        }
        try demo.write(handler(over: 1), to: "automation/alerts.lua")
        let watched = WatchedVault(demo)
        var reports: [SendingReport] = []
        try watched.watch(from: today.adding(days: 1).noon, speed: 30) { news in
            guard let report = news.sent else { return false }
            if reports.isEmpty {
                try demo.write(handler(over: 2), to: "automation/alerts.lua")
                try demo.write("", to: "done/mended")
            }
            reports.append(report)
            return report.sent > 0
        }
        #expect(reports.flatMap(\.failures).filter(\.isSetAside) == [])
        #expect(isThere("told-1"))
    }

    @Test("is ended at the start where it outlived a watcher that was killed")
    func leftRunning() throws {
        try demo.write("#!/bin/sh\nexec sleep 600\n", to: "done/left.sh")
        try demo.setMode(0o700, of: "\(done)/left.sh")
        let hasStarted = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        let outcome = Mutex<DeliveryOutcome?>(nil)
        let vault = demo.vault
        let command = AllowedCommand(path: "\(done)/left.sh", timeLimit: .seconds(60))
        Thread {
            let end = command.run(
                event: [], environment: ["PATH": "/usr/bin:/bin"],
                noteStart: { group in
                    do {
                        try vault.noteStarted(
                            RunningCommand(
                                messageID: "msg_1", processGroup: group.number,
                                started: group.started))
                    } catch { Issue.record(error) }
                    hasStarted.signal()
                })
            outcome.withLock { $0 = end }
            hasEnded.signal()
        }.start()
        hasStarted.wait()
        try WatchedVault(demo).watch(from: today.adding(days: 1).noon) { _ in true }
        hasEnded.wait()
        #expect(
            outcome.withLock { $0 } == .tryAgain(reason: "left.sh was ended by signal 15"))
        #expect(try demo.vault.runningCommands().isEmpty)
    }

    @Test("is not sent any more, though more of it waits, once its target is not allowed")
    func notAllowedMeanwhile() throws {
        // The second run takes its own permission away, and the time to hear of that.
        try allow([
            "own": """
            echo run >> '\(done)/runs'
            test $(wc -l < '\(done)/runs') = 2 || exit 0
            echo '[notify]' > '\(configuration)'
            sleep 8
            """
        ])
        try handle("for run_number = 1, 20 do run('own', { tostring(run_number) }) end")
        let watched = WatchedVault(demo)
        try watched.watch(from: today.adding(days: 1).noon) {
            $0.sent?.failures.contains(where: \.isSetAside) == true || $0.sent?.sent == 20
        }
        let states = try demo.engine().toldEvents(limit: 10).flatMap(\.actions).map(\.state)
        #expect(states.filter { $0 == .done }.count < 20)
        #expect(states.contains(.setAside))
    }

    @Test("is not shown where notifications are switched off, and not told to be done")
    func switchedOff() throws {
        try demo.write("[notify]\ndesktop = false\n", to: "config/automation.toml")
        try handle("notify { title = 'Synced' }")
        let watched = WatchedVault(demo)
        try watched.watch(from: today.adding(days: 1).noon) { $0.sent != nil }
        let report = try #require(watched.news.compactMap(\.what.sent).first)
        #expect(report.sent == 0)
        #expect(report.switchedOff == 1)
        #expect(report.failures.isEmpty)
        let actions = try demo.engine().toldEvents(limit: 10).flatMap(\.actions)
        #expect(actions.map(\.state) == [.dismissed])
        #expect(
            actions.map(\.reason)
                == ["notifications are disabled in config/automation.toml"])
        #expect(try demo.vault.failingSteps().isEmpty)
    }

    @Test("is stopped with the watcher, told to be, and done by the next without an attempt lost")
    func stopped() throws {
        try allow(["long": "test -e '\(done)/begun' || { touch '\(done)/begun'; exec sleep 60; }"])
        try handle("run('long', {})")
        let watched = WatchedVault(demo)
        try watched.watch(
            from: today.adding(days: 1).noon, isSeenAwake: { isThere("begun") }
        ) { _ in false }
        #expect(
            watched.news.compactMap(\.what.sent).flatMap(\.failures).map(\.prospect) == [
                .doneAtStart
            ])
        #expect(try demo.vault.failingSteps().isEmpty)
        let next = WatchedVault(demo)
        try next.watch(from: today.adding(days: 1).noon + 60) { $0.sent != nil }
        #expect(next.news.compactMap(\.what.sent).map(\.sent) == [1])
    }
}
