internal import Automation
internal import Model
internal import Vault

/// The events of times: `every`. Of times that passed while no watcher ran, only the last counts.
struct TimeEvents {
    let look: EventLook

    func sightings(for subscription: EventSubscription) -> [DetectedEvent] {
        guard let known = look.memory.subscriptions[subscription.key] else { return [] }
        let schedule = TimeSchedule(subscription.options, in: look.zone)
        let days: [CalendarDay]
        if let firstSeen = known.firstSeenAt {
            days = schedule.last(through: look.now).map { [$0] } ?? []
            guard let day = days.first, schedule.instant(on: day) > firstSeen else { return [] }
        } else {
            days = schedule.days(from: known.sinceDay.adding(days: 1), through: look.now)
        }
        return days.map { day in
            DetectedEvent(
                "\(day) \(schedule.time)", on: day, for: subscription, .time(day, schedule.time))
        }
    }
}

/// The times at which an `every` occurs: each day, or some, at a time on the wall.
struct TimeSchedule {
    let time: TimeOfDay
    /// 1 to 31, and 1 to 7; nil for all.
    private let dayOfMonth: Int?
    private let weekday: Int?
    private let zone: DayZone

    init(_ options: EventOptions, in zone: DayZone) {
        time = options.time ?? .midnight
        dayOfMonth = options.day
        weekday = options.weekday
        self.zone = zone
    }

    /// When it occurs on a day, in POSIX seconds. A time that a change of clocks skips is as much
    /// later, and of one that comes twice the first counts.
    func instant(on day: CalendarDay) -> Int64 {
        let wall = day.secondsSinceEpoch + Int64(time.minutes) * 60
        let offsets = [wall - 86_400, wall + 86_400].map(zone.secondsEast)
        let fitting = offsets.map { (instant: wall - $0, offset: $0) }
            .filter { zone.secondsEast($0.instant) == $0.offset }.map(\.instant)
        return fitting.min() ?? wall - offsets[0]
    }

    /// The last day on which it has occurred by an instant; nil for none in two months.
    func last(through instant: Int64) -> CalendarDay? {
        let today = zone.day(at: instant)
        return (0...Self.longest).lazy.map { today.adding(days: -$0) }
            .first { isMeant($0) && self.instant(on: $0) <= instant }
    }

    /// The next instant after one.
    func next(after instant: Int64) -> Int64? {
        let today = zone.day(at: instant)
        return (0...Self.longest).lazy.map { today.adding(days: $0) }.filter(isMeant)
            .map(self.instant).first { $0 > instant }
    }

    /// The days since `first` on which it has occurred by an instant.
    func days(from first: CalendarDay, through instant: Int64) -> [CalendarDay] {
        let count = first.days(until: zone.day(at: instant))
        guard count >= 0 else { return [] }
        return (0...count).map { first.adding(days: $0) }
            .filter { isMeant($0) && self.instant(on: $0) <= instant }
    }

    private func isMeant(_ day: CalendarDay) -> Bool {
        if let weekday { return day.isoWeekday == weekday }
        guard let dayOfMonth else { return true }
        let first = day.month.firstDay
        let last = first.days(until: day.month.next.firstDay)
        return first.days(until: day) + 1 == min(dayOfMonth, last)
    }

    /// Days, more than those between two times.
    private static let longest = 62
}

extension [EventListener] {
    /// The next time of an `every`, in POSIX seconds; nil for none.
    func nextTime(_ moment: Moment) -> Int64? {
        filter { $0.subscription.kind == .every }.compactMap {
            TimeSchedule($0.subscription.options, in: moment.zone).next(after: moment.now)
        }.min()
    }
}
