import Model

/// A day that the calendar has, as tests write it.
func day(_ year: Int, _ month: Int, _ number: Int) -> CalendarDay {
    CalendarMonth(year: year, month: month).firstDay.adding(days: number - 1)
}
