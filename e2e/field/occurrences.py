"""Prints the occurrences of calendars as an independent reader sees them; one JSON list for each calendar of stdin."""

import datetime
import json
import sys

import icalendar
import recurring_ical_events


def text(value):
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return value.isoformat()


for line in sys.stdin:
    calendar = icalendar.Calendar.from_ical(json.loads(line))
    events = recurring_ical_events.of(calendar).between(datetime.date(2030, 1, 1), datetime.date(2060, 1, 1))
    print(json.dumps(sorted([text(event.start), text(event.end), str(event["SUMMARY"])] for event in events)))
