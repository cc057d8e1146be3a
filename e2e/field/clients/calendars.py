"""Reads calendar files with icalendar; prints the titles of the events of each."""

import json
import sys
import urllib.request

from icalendar import Calendar

origin, *paths = sys.argv[1:]
read = {}
for path in paths:
    with urllib.request.urlopen(origin + path) as answer:
        assert answer.headers.get_content_type() == 'text/calendar', path
        calendar = Calendar.from_ical(answer.read())
    read[path] = [str(event['SUMMARY']) for event in calendar.walk('VEVENT')]
print(json.dumps(read))
