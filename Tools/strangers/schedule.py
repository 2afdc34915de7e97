"""When regular payments happen, and how much they are."""

import calendar
import datetime as dt
import re


def working(day, step=1):
    """The next day (or the last one) that banks work on."""
    while day.weekday() > 4:
        day += dt.timedelta(days=step)
    return day


def month_day(year, month, day):
    """A day of a month; the 31st of a shorter one is its last."""
    month, year = (month - 1) % 12 + 1, year + (month - 1) // 12
    return dt.date(year, month, min(day, calendar.monthrange(year, month)[1]))


def days(when, start, end):
    """The due days of a schedule within [start, end).

    `m15` or `m1,15` monthly, `2m15` every second month, `y03-14` yearly, `w5` on Fridays,
    `2w5` on every second, `2025-09-14` once; `m15 2025-09..2026-02` only in those months, and
    `m15 2025-09..2025-11,2026-01..2026-02` with a pause.
    """
    when, _, span = when.partition(" ")
    if "," in span:
        return [day for part in span.split(",") for day in days(f"{when} {part}", start, end)]
    if span:
        first, last = span.split("..")
        start = max(start, dt.date.fromisoformat(first + "-01")) if first else start
        if last:
            year, month = map(int, last.split("-"))
            end = min(end, month_day(year, month + 1, 1))
    if re.fullmatch(r"\d{4}-\d\d-\d\d", when):
        found = [dt.date.fromisoformat(when)]
    elif yearly := re.fullmatch(r"y(\d\d)-(\d\d)", when):
        month, day = map(int, yearly.groups())
        found = [month_day(year, month, day) for year in range(start.year, end.year + 1)]
    elif weekly := re.fullmatch(r"(\d*)w(\d)", when):
        step = dt.timedelta(weeks=int(weekly[1] or 1))
        day, found = start + dt.timedelta(days=(int(weekly[2]) - 1 - start.weekday()) % 7), []
        while day < end:
            found.append(day)
            day += step
    elif monthly := re.fullmatch(r"(\d*)m([\d,]+)", when):
        step = int(monthly[1] or 1)
        months = (end.year - start.year) * 12 + end.month - start.month + 1
        found = [
            month_day(start.year, start.month + i, int(day))
            for i in range(0, months, step)
            for day in monthly[2].split(",")
        ]
    else:
        raise ValueError(f"unknown schedule: {when}")
    return sorted(day for day in found if start <= day < end)


def cents(amount, day, dice):
    """An amount on a day: `12.99`, `118~35` about so much, `12.99>13.99@2026-01` from a month on."""
    for change in reversed(amount.split(">")):
        value, _, since = change.partition("@")
        if not since or day.isoformat()[:7] >= since:
            break
    middle, _, spread = value.partition("~")
    offset = dice.uniform(-1, 1) * float(spread) if spread else 0
    return round((float(middle) + offset) * 100)
