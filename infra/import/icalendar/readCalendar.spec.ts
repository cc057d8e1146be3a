import { entriesOf, surveyCalendar } from './readCalendar.ts';
import { UTC } from './zones.ts';

const ENTRY = ['BEGIN:VEVENT', 'UID:a', 'DTSTART:20310610T190000Z', 'SUMMARY:A', 'END:VEVENT'];

const all = async <Each>(each: AsyncIterable<Each>): Promise<Each[]> => {
  const found: Each[] = [];
  for await (const one of each) found.push(one);
  return found;
};

describe('reading an iCalendar file', () => {
  it('skips tasks and journals', async () => {
    const task = ['BEGIN:VTODO', 'UID:t', 'SUMMARY:Buy chairs', 'BEGIN:VALARM', 'END:VALARM', 'END:VTODO'];
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...task, ...ENTRY, ...task, 'X-WR-TIMEZONE:UTC', 'END:VCALENDAR'];
    const source = () => [lines.join('\r\n')];
    const survey = await surveyCalendar(source);
    expect(survey).toMatchObject({ calendars: [{ zone: UTC }], entries: 1 });
    expect(await all(entriesOf(source, survey))).toEqual([expect.objectContaining({ line: 9, uid: 'a' })]);
  });

  it.each([
    ['a line', 'x'.repeat(1024 * 1024), 'Line 4 is longer than 64 MiB'],
    ['an entry', `${'x'.repeat(1024 * 1024)}\n`, 'The entry of line 2 is longer than 64 MiB'],
  ])('refuses to hold %s without end', async (_what, piece, message) => {
    const source = function* () {
      yield 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n';
      for (;;) yield piece;
    };
    await expect(surveyCalendar(source)).rejects.toThrow(message);
  });
});
