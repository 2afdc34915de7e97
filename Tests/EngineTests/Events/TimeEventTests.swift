import Automation
import DemoHousehold
import Engine
import Foundation
import Model
import Testing
import Vault

@Suite("Times that handlers are told of")
struct TimeEventTests {
    /// Los Angeles in 2026: daylight saving time from 8 March to 1 November.
    private static let losAngeles = DayZone { instant in
        (1_772_964_000..<1_793_523_600).contains(instant) ? -7 * 3600 : -8 * 3600
    }

    /// - Parameter at: "08:00".
    private static func every(
        _ at: String, day: Int? = nil, weekday: String? = nil
    ) throws -> EventSubscription {
        let options =
            ["at = \"\(at)\""] + (day.map { ["day = \($0)"] } ?? [])
            + (weekday.map { ["weekday = \"\($0)\""] } ?? [])
        let vault = try DemoVault()
        try FileManager.default.createDirectory(
            atPath: vault.folder.automationPath, withIntermediateDirectories: true)
        try vault.write(
            "on('every', { \(options.joined(separator: ", ")) }, function(e) end)",
            to: "automation/a.lua")
        return try #require(try vault.engine().automations().handlers.first).subscription
    }

    /// The instants of a year at which it occurs, as hours on the wall and in UTC.
    private func times(
        _ subscription: EventSubscription, from first: CalendarDay, through last: CalendarDay,
        in zone: DayZone
    ) throws -> [String] {
        let vault = try EventVault(on: first)
        var told: [String] = []
        var now = zone.start(of: first)
        func engine() -> Engine {
            Engine(vault: vault.vault, moment: Moment(clock: now, zone: zone))
        }
        let listeners = [EventListener(subscription)]
        _ = try engine().recordEvents(for: listeners)
        while let next = try engine().nextRetries(for: listeners).telling,
            zone.day(at: next) <= last
        {
            now = next - 1
            #expect(try engine().recordEvents(for: listeners).toTell == 0)
            now = next
            #expect(try engine().recordEvents(for: listeners).toTell == 1)
            #expect(try engine().recordEvents(for: listeners).toTell == 0)
            _ = try engine().deliver(to: listeners) { _, event in
                let utc = (next % 86_400) / 60
                told.append(
                    "\(event.text("due") ?? "") \(event.text("at") ?? "") \(utc / 60):\(utc % 60)")
                return []
            }
        }
        return told
    }

    @Test("the last day stands for those that a month doesn't have")
    func monthEnds() throws {
        let told = try times(
            Self.every("08:00", day: 31), from: day(2026, 1, 1), through: day(2026, 6, 30), in: .utc
        )
        #expect(
            told
                == ["01-31", "02-28", "03-31", "04-30", "05-31", "06-30"].map {
                    "2026-\($0) 08:00 8:0"
                })
    }

    @Test("a weekday comes every week")
    func weekdays() throws {
        let told = try times(
            Self.every("7:05", weekday: "monday"), from: day(2026, 11, 20),
            through: day(2026, 12, 7), in: .utc)
        #expect(
            told == [
                "2026-11-23 07:05 7:5", "2026-11-30 07:05 7:5", "2026-12-07 07:05 7:5",
            ])
    }

    @Test(
        "the clock on the wall counts; a time that is skipped comes later, one that is there twice once"
    )
    func changesOfClocks() throws {
        let spring = try times(
            Self.every("02:30"), from: day(2026, 3, 7), through: day(2026, 3, 9),
            in: Self.losAngeles)
        #expect(
            spring == [
                "2026-03-07 02:30 10:30", "2026-03-08 02:30 10:30", "2026-03-09 02:30 9:30",
            ])
        let autumn = try times(
            Self.every("01:30"), from: day(2026, 10, 31), through: day(2026, 11, 2),
            in: Self.losAngeles)
        #expect(
            autumn == [
                "2026-10-31 01:30 8:30", "2026-11-01 01:30 8:30", "2026-11-02 01:30 9:30",
            ])
    }

    @Test("of times that nobody was there for, only the last one is told, and once")
    func missed() throws {
        let vault = try EventVault()
        let daily = try Self.every("08:00")
        #expect(try vault.told(daily).isEmpty)
        vault.today = vault.today.adding(days: 40)
        let told = try vault.told(daily)
        #expect(told.map { $0.text("due") } == [vault.today.description])
        #expect(told.map(\.day) == [vault.today])
        #expect(try vault.told(daily).isEmpty)
    }

    @Test("a clock that was ahead when a handler came doesn't keep it waiting")
    func setBack() throws {
        let vault = try EventVault()
        let daily = try Self.every("08:00")
        vault.today = vault.today.adding(days: 30)
        #expect(try vault.told(daily).isEmpty)
        vault.today = vault.today.adding(days: -30)
        try vault.engine.endTimesAhead()
        vault.today = vault.today.adding(days: 1)
        #expect(try vault.told(daily).map { $0.text("due") } == [vault.today.description])
    }

    @Test("a replay has every one of the days")
    func replay() throws {
        let vault = try EventVault()
        try vault.receive([line("1", -100, on: vault.date(ago: 400), "ACME STORE")])
        try FileManager.default.createDirectory(
            atPath: vault.vault.folder.automationPath, withIntermediateDirectories: true)
        try vault.demo.write(
            "on('every', { day = 1 }, function(e) notify { title = e.due } end)",
            to: "automation/a.lua")
        let replayed = try vault.engine.replay(
            day(2026, 8, 15)..<vault.today, to: vault.engine.automations())
        #expect(replayed.map(\.about) == ["09", "10", "11"].map { "2026-\($0)-01 00:00" })
    }

    @Test("a watcher wakes for them")
    func watched() throws {
        let demo = try HouseholdVault(months: 2, syncedMonths: 2).copy()
        try FileManager.default.createDirectory(
            atPath: demo.folder.automationPath, withIntermediateDirectories: true)
        try demo.write(
            "on('every', { at = '12:05' }, function(e) end)", to: "automation/alerts.lua")
        let watched = WatchedVault(demo)
        try watched.watch(from: today.noon + 60, speed: 240) { news in
            news.told?.delivered == 1
        }
        let events = try demo.engine().toldEvents(limit: 10)
        #expect(events.map(\.about) == ["\(today) 12:05"])
        #expect(events.allSatisfy { $0.recordedAt >= today.noon + 300 })
    }
}
