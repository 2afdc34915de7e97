import DemoHousehold
import Engine
import Model
import SimpleFIN
import Testing
import Vault

@Suite("Today")
struct MomentTests {
    /// Los Angeles in 2026: daylight saving time from 8 March to 1 November.
    private static let losAngeles = DayZone { instant in
        (1_772_964_000..<1_793_523_600).contains(instant) ? -7 * 3600 : -8 * 3600
    }
    private static let kiritimati = DayZone { _ in 14 * 3600 }

    private static let walls: [(DayZone, CalendarDay, Int64, CalendarDay)] = [
        (losAngeles, day(2026, 12, 1), 7_200, day(2026, 11, 30)),
        (losAngeles, day(2026, 12, 1), 8 * 3600 - 1, day(2026, 11, 30)),
        (losAngeles, day(2026, 12, 1), 8 * 3600, day(2026, 12, 1)),
        (losAngeles, day(2026, 7, 1), 7 * 3600 - 1, day(2026, 6, 30)),
        (losAngeles, day(2026, 7, 1), 7 * 3600, day(2026, 7, 1)),
        (kiritimati, day(2026, 11, 30), 10 * 3600 - 1, day(2026, 11, 30)),
        (kiritimati, day(2026, 11, 30), 10 * 3600, day(2026, 12, 1)),
        (DayZone.utc, day(2026, 12, 1), 0, day(2026, 12, 1)),
    ]

    @Test("is the day on the person's wall", arguments: walls)
    func local(zone: DayZone, utcDay: CalendarDay, seconds: Int64, expected: CalendarDay) {
        let moment = Moment(clock: utcDay.secondsSinceEpoch + seconds, zone: zone)
        #expect(moment.today == expected)
        #expect(moment.newestBankDay == max(expected, utcDay))
        #expect(zone.earlierDay(at: moment.now) == min(expected, utcDay))
    }

    @Test("begins at midnight, also where clocks are changed that day")
    func start() {
        for number in 0..<365 {
            let day = day(2026, 1, 1).adding(days: number)
            let start = Self.losAngeles.start(of: day)
            #expect(Self.losAngeles.day(at: start) == day)
            #expect(Self.losAngeles.day(at: start - 1) == day.adding(days: -1))
        }
        let spring = Self.losAngeles.start(of: day(2026, 3, 9))
        #expect(spring - Self.losAngeles.start(of: day(2026, 3, 8)) == 23 * 3600)
        let autumn = Self.losAngeles.start(of: day(2026, 11, 2))
        #expect(autumn - Self.losAngeles.start(of: day(2026, 11, 1)) == 25 * 3600)
    }

    @Test("begins with the next day where clocks skip it, as Samoa's did")
    func skipped() {
        let noon = day(2011, 12, 30).secondsSinceEpoch + 10 * 3600
        let samoa = DayZone { $0 < noon ? -10 * 3600 : 14 * 3600 }
        #expect(samoa.start(of: day(2011, 12, 30)) == noon)
        #expect(samoa.start(of: day(2011, 12, 31)) == noon)
    }

    @Test("another day that is chosen has the same time on the wall, across a change of clocks")
    func chosen() {
        let zone = Self.losAngeles
        let evening = zone.start(of: day(2026, 11, 20)) + 23 * 3600 + 1800
        let chosen = day(2026, 7, 4)
        let moment = Moment(clock: evening, today: chosen, zone: zone)
        #expect(moment.today == chosen)
        #expect(zone.day(at: moment.now) == chosen)
        #expect(moment.now - zone.start(of: chosen) == 23 * 3600 + 1800)
        #expect(moment.isPretended)
        #expect(!Moment(clock: evening, today: day(2026, 11, 20), zone: zone).isPretended)
    }

    @Test(
        "decides no day of a sync: what the bank dates by UTC comes in",
        arguments: [(DayZone { _ in -11 * 3600 }, 0), (kiritimati, 1)])
    func syncing(zone: DayZone, ahead: Int) throws {
        let demo = try DemoVault()
        let connection = try demo.connect()
        demo.transport.show(.ordinary, at: today.noon)
        // An hour after UTC's midnight it is yesterday in the west, and at noon tomorrow
        // in the east.
        let clock = ahead == 0 ? today.secondsSinceEpoch + 3600 : today.noon
        let transport = demo.transport
        let engine = Engine(
            vault: demo.vault, moment: Moment(clock: clock, zone: zone)
        ) { Client(transport: transport, policy: $0) }
        let report = try engine.synchronise(connection, historyMonths: 1, progress: { _ in })
        #expect(report.outcome == .complete)
        let newest = try demo.vault.everything().map(\.day).max()
        #expect(
            newest == (Household.ordinary.posted(since: today.adding(days: -30)).map(\.day).max()))
        let accounts = try demo.vault.accounts()
        #expect(accounts.allSatisfy { ($0.coverage?.upperBound ?? today) > today })
    }
}
