import { eventBody } from './eventBody.ts';
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
    ['METHOD:CANCEL', 'SEQUENCE:2', 'DTEND:20310610T200000Z'],
    ['METHOD:CANCEL', 'RECURRENCE-ID:20310610T190000Z', 'DTEND:20310609T200000Z'],
    ['METHOD:PUBLISH', 'RECURRENCE-ID:20310610T190000Z', 'STATUS:CANCELLED', 'DTEND;VALUE=DATE:20210610'],
    ['METHOD:CANCEL', 'DTSTAMP:20310101T000000Z', 'DURATION:P20000D'],
    ['METHOD:CANCEL', 'DTSTAMP:20310101T000000Z', 'DTEND:tomorrow'],
  ])('reads a cancellation that has an end and no start: %s', async (method, ...properties) => {
    const entry = ['BEGIN:VEVENT', 'UID:a', ...properties, 'END:VEVENT'];
    const source = () => [['BEGIN:VCALENDAR', method, ...entry, 'END:VCALENDAR'].join('\n')];
    const found = await all(entriesOf(source, await surveyCalendar(source)));
    expect(found).toEqual([expect.objectContaining({ uid: 'a', properties: expect.any(Array) })]);
    expect(found).not.toEqual([expect.objectContaining({ reason: expect.any(String) })]);
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

  const period = (...dates: string[]): string[] => [
    ...['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0300'],
    ...[...dates.map((date) => `RDATE:${date}`), 'END:STANDARD'],
  ];
  const zone = (id: string, ...lines: string[]): string[] => [
    'BEGIN:VTIMEZONE',
    `TZID:${id}`,
    ...lines,
    'END:VTIMEZONE',
  ];
  const findZones = async (ids: readonly string[], ...calendars: string[][]): Promise<(string | undefined)[]> => {
    const lines = calendars.flatMap((each) => ['BEGIN:VCALENDAR', ...each, 'END:VCALENDAR']);
    const { calendars: heads } = await surveyCalendar(() => [lines.join('\n')]);
    return ids.map((id) => heads[0]?.findZone(id)?.nameAt(Date.UTC(2031, 5, 10)));
  };

  it('finds the zones of any of its calendars, also where one is not readable or has no end', async () => {
    const unreadable = zone('Own', 'BEGIN:STANDARD', 'TZOFFSETTO:?', 'END:STANDARD');
    const unended = zone('Unended', ...period()).slice(0, -1);
    const other = zone('Own', ...period());
    const found = await findZones(['Own', 'Unended', 'None'], [...unended, ...unreadable], other);
    expect(found).toEqual(['UTC+3', 'UTC+3', undefined]);
  });

  it('finds the zones of a file with many zones and calendars', async () => {
    const zones = [...Array(16_000).keys()].map((id) => zone(`Zone ${id}`, ...period()));
    expect(await findZones(['Zone 0', 'Zone 15999'], zones.flat())).toEqual(['UTC+3', 'UTC+3']);
    expect(await findZones(['Zone 0', 'Zone 15999'], ...zones)).toEqual(['UTC+3', 'UTC+3']);
  });

  it.each([
    ['1,000 periods', zone('Own', ...Array(1_001).fill(period()).flat())],
    ['1,000 listed beginnings', zone('Own', ...period(...Array(1_000).fill('20310101T000000')))],
  ])('does not know a zone with more than %s', async (_what, lines) => {
    expect(await findZones(['Own'], lines)).toEqual([undefined]);
  });

  it('takes the texts, place and categories in the language of the site', async () => {
    const texts = [
      ...['SUMMARY;LANGUAGE=fr:Marché', 'SUMMARY;LANGUAGE=de-DE:Markt', 'DESCRIPTION;LANGUAGE=de-DE:Kommt'],
      ...['LOCATION;LANGUAGE=fr:Mairie', 'LOCATION;LANGUAGE=de-DE:Rathaus'],
      ...['CATEGORIES;LANGUAGE=fr:Ville', 'CATEGORIES;LANGUAGE=de-DE:Stadt', 'CATEGORIES:Fair'],
    ];
    const entry = [...ENTRY.slice(0, 3), ...texts, 'END:VEVENT'];
    const source = () => [['BEGIN:VCALENDAR', ...entry, 'END:VCALENDAR'].join('\n')];
    const [read] = await all(entriesOf(source, await surveyCalendar(source)));
    if (read === undefined || 'reason' in read) throw new Error('The entry is not read.');
    const { line, uid, start, end } = read;
    const bodyIn = (...languages: string[]) => eventBody({ line, uid, start, end, entry: read }, languages);
    expect(bodyIn('en', 'de')).toMatchObject({
      language: 'de',
      body: { title: 'Markt', description: 'Kommt', categories: ['Stadt', 'Fair'] },
      venue: { venue: 'Rathaus' },
    });
    expect(bodyIn('fr')).toMatchObject({ body: { title: 'Marché', categories: ['Ville', 'Fair'] } });
    expect(bodyIn('fr')).toMatchObject({ venue: { venue: 'Mairie' } });
  });

  it('takes time that grows with the lines of a text in quoted-printable', async () => {
    const lines = [
      `X;${'x'.repeat(1_000_000)};ENCODING=QUOTED-PRINTABLE:=`,
      ...Array.from({ length: 200_000 }, () => '='),
    ];
    const source = () => [
      ['BEGIN:VCALENDAR', ...ENTRY.slice(0, -1), ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\n'),
    ];
    const read = await all(entriesOf(source, await surveyCalendar(source)));
    expect(read).toEqual([expect.objectContaining({ uid: 'a' })]);
  });

  it('takes texts in quoted-printable that are not UTF-8 as Windows-1252', async () => {
    const titles = [
      'SUMMARY;ENCODING=QUOTED-PRINTABLE:Caf=E9',
      'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:F=C3=AAte',
    ];
    const entries = titles.flatMap((title, index) => ['BEGIN:VEVENT', `UID:${index}`, ENTRY[2], title, 'END:VEVENT']);
    const source = () => [['BEGIN:VCALENDAR', ...entries, 'END:VCALENDAR'].join('\n')];
    const read = await all(entriesOf(source, await surveyCalendar(source)));
    expect(read.map((each) => ('reason' in each ? each.reason : each.properties.at(-1)?.value))).toEqual([
      'Café',
      'Fête',
    ]);
  });

  it('does not know a zone with a long name of many parts', async () => {
    expect(await findZones(['/'.repeat(1_000_000)], [])).toEqual([undefined]);
  });
});
