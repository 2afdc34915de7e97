import Model
import Rules
import Testing

@Suite("Conditions and how they combine")
struct ConditionTests {
    @Test(
        "all, any and none mean what they say, also with no part",
        arguments: [
            (Condition.all([]), true), (.any([]), false), (.none([]), true),
            (.all([.always, .pending(true)]), false), (.any([.always, .pending(true)]), true),
            (.none([.pending(true)]), true), (.none([.always, .pending(true)]), false),
            (.none([.text(.payee, .contains("x")), .text(.memo, .contains("y"))]), true),
            (.all([.text(.description, .contains("coffee")), .none([.always])]), false),
            (.any([.text(.payee, .contains("x")), .pending(false)]), true),
            (.all([.any([.pending(true), .text(.description, .equals("coffee"))])]), true),
        ])
    func combines(condition: Condition, isHeld: Bool) throws {
        #expect(try holds(condition, for: Example(description: "Coffee")) == isHeld)
    }

    /// 2025-03-09 is a Sunday.
    @Test(
        "the day is asked for by range, day of month, weekday and month",
        arguments: [
            (Condition.day(DayTest(from: CalendarDay("2025-03-09"))), true),
            (.day(DayTest(from: CalendarDay("2025-03-10"))), false),
            (.day(DayTest(through: CalendarDay("2025-03-09"))), true),
            (.day(DayTest(through: CalendarDay("2025-03-08"))), false),
            (.day(DayTest()), true),
            (.dayOfMonth([1, 9]), true), (.dayOfMonth(Set(10...31)), false),
            (.dayOfMonth([73, -55]), false),
            (.weekday([7]), true), (.weekday(Set(1...6)), false),
            (.month([3]), true), (.month([2, 4]), false),
        ])
    func asksForDays(condition: Condition, isHeld: Bool) throws {
        #expect(try holds(condition, for: Example(day: "2025-03-09")) == isHeld)
    }

    @Test("pending and posted transactions are distinguished", arguments: [true, false])
    func asksForPending(isPending: Bool) throws {
        let transaction = Example(isPending: isPending)
        #expect(try holds(.pending(true), for: transaction) == isPending)
    }

    @Test("the account's type is one of those asked for", arguments: AccountType.allCases)
    func asksForAccountType(type: AccountType) throws {
        let matching = try AccountType.allCases.filter {
            try holds(.accountType([$0]), for: Example(type: type))
        }
        #expect(matching == [type])
    }
}
