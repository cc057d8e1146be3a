/** Calendar file with one event, for readers who try the import commands. */
export const FAIR_FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//spec//EN',
  'BEGIN:VEVENT',
  'UID:fair@example.test',
  'DTSTAMP:20310101T000000Z',
  'DTSTART:20310701T140000Z',
  'DTEND:20310701T210000Z',
  'SUMMARY:Mill Fair',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');
