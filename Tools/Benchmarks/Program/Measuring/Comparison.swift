/// A piece of work and the least that could do it, timed against each other.
struct Comparison {
    /// What is measured.
    let name: String
    /// What it is measured against.
    let floorName: String
    /// How often the work is done in one run, for times per transaction.
    let transactions: Int
    /// The highest ratio of the two that is allowed, where one is promised.
    let limit: Double?
    /// Does the least once and returns what it found, so that it is not
    /// optimised away.
    let floor: () throws -> Int
    let work: () throws -> Int

    /// Times both by turns, so that whatever else the machine does hits both.
    ///
    /// - Parameter rounds: how many times each, at least 1. One more round goes
    ///   before them to warm memory and caches up, and is not counted.
    func measure(rounds: Int) throws -> Measurement {
        var floorTimes: [Double] = []
        var workTimes: [Double] = []
        for round in 0...rounds {
            let floorTime = try nanoseconds(of: floor)
            let workTime = try nanoseconds(of: work)
            guard round > 0 else { continue }
            floorTimes.append(floorTime)
            workTimes.append(workTime)
        }
        return Measurement(
            comparison: self, floor: Timings(floorTimes), work: Timings(workTimes),
            ratio: Timings(zip(workTimes, floorTimes).map { $0 / $1 }))
    }

    /// Nanoseconds that one transaction takes.
    private func nanoseconds(of body: () throws -> Int) throws -> Double {
        let start = ProcessorTime.now
        let found = try body()
        let duration = ProcessorTime.now.nanoseconds(since: start)
        withExtendedLifetime(found) {}
        return duration / Double(transactions)
    }
}

/// What timing a ``Comparison`` came to.
struct Measurement {
    let comparison: Comparison
    /// Nanoseconds for each transaction.
    let floor: Timings
    let work: Timings
    /// Of work and floor, round by round.
    let ratio: Timings

    var isLimitMissed: Bool {
        comparison.limit.map { ratio.median > $0 } ?? false
    }
}

/// Several measurements of the same thing.
struct Timings {
    let lowest: Double
    let median: Double
    let highest: Double

    init(_ values: [Double]) {
        let sorted = values.sorted()
        lowest = sorted.first ?? .nan
        median = sorted.isEmpty ? .nan : sorted[sorted.count / 2]
        highest = sorted.last ?? .nan
    }

    /// How long some work takes, in milliseconds.
    static func ofWallClock(rounds: Int, _ work: () throws -> Void) rethrows -> Timings {
        var times: [Double] = []
        for _ in 0..<rounds {
            let begun = ContinuousClock.now
            try work()
            times.append((.now - begun) / .milliseconds(1))
        }
        return Timings(times)
    }
}
