import type { Source } from '@almanac/text/lines';
import { createCourse } from '../course.ts';
import { RefusedError, type SiteClient, UnreachableError } from '../siteClient.ts';
import { type ImportReport, importCalendar } from './importCalendar.ts';

const calendar = (...entries: string[][]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'X-WR-TIMEZONE:America/Los_Angeles',
    ...entries.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');

const entry = (uid: string, ...more: string[]): string[] => [
  `UID:${uid}`,
  'DTSTART;TZID=America/Los_Angeles:20310610T190000',
  'DTEND;TZID=America/Los_Angeles:20310610T200000',
  `SUMMARY:Event ${uid}`,
  ...more,
];

type Body = Record<string, unknown> & { import_uid: string };

/** Creates a site that stores what it receives, with the part of the interface that an import uses. */
const site = () => {
  const events = new Map<string, Record<string, unknown> & { id: number; status: string; modified: string }>();
  const posts: Body[] = [];
  let ids = 0;
  const client: SiteClient = {
    request: async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
      if (path.includes('/event-import/')) throw new RefusedError(403, 'rest_forbidden', 'no');
      if (method === 'GET') return { events: [...events.values()] } as Answer;
      if (method === 'DELETE') return {} as Answer;
      const sent = body as Body;
      posts.push(sent);
      if (String(sent.title).includes('refused')) throw new RefusedError(400, 'rest_invalid_param', 'no');
      const before = events.get(sent.import_uid);
      const same = before !== undefined && before.sent === JSON.stringify({ ...sent, venue: 0, organizer: 0 });
      const venue = Array.isArray(sent.venue) ? [] : { id: typeof sent.venue === 'number' ? sent.venue : ++ids };
      const event = {
        import_uid: sent.import_uid,
        id: before?.id ?? ++ids,
        status: 'publish',
        modified: same ? before.modified : `${posts.length}`,
        sent: JSON.stringify({ ...sent, venue: 0, organizer: 0 }),
        venue,
        organizer: [],
        ...{ url: '', website: '', cost: '', categories: [] },
      };
      events.set(sent.import_uid, event);
      return event as Answer;
    },
  };
  return { client, events, posts };
};

const run = (text: string, client: SiteClient): Promise<ImportReport> => importFrom(() => [text], client);

const importFrom = (source: Source, client: SiteClient, course = createCourse()): Promise<ImportReport> =>
  importCalendar(source, client, {
    course,
    width: 8,
    window: { from: new Date('2031-01-01'), to: new Date('2031-12-31'), most: 500 },
    onProgress: () => {},
  });

describe('importing an iCalendar file', () => {
  it('reports entries whose rules never occur with their lines, and imports the others', async () => {
    const { client, posts } = site();
    const never = 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31';
    const report = await run(
      calendar(entry('a', `RRULE:${never}`), entry('b', 'RRULE:FREQ=SECONDLY'), entry('c')),
      client,
    );
    expect(report.failed).toEqual([
      { line: 4, uid: 'a', reason: `its rule ${never} occurs too often or never` },
      { line: 11, uid: 'b', reason: 'its rule FREQ=SECONDLY occurs too often or never' },
    ]);
    expect(posts.map(({ import_uid }) => import_uid)).toEqual(['c']);
  });

  it('reads no further rule after a person has stopped it', async () => {
    const { client, posts } = site();
    const course = createCourse();
    const never = entry('a', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31');
    let reads = 0;
    // The second reading expands the rules; the file has no end there.
    const source = function* () {
      yield `${calendar(never).replace('END:VCALENDAR', '')}\r\n`;
      if (++reads < 2) return;
      setImmediate(() => course.stop('you stopped it'));
      for (;;) yield `BEGIN:VEVENT\r\n${never.join('\r\n')}\r\nEND:VEVENT\r\n`;
    };
    await importFrom(source, client, course);
    expect(course.stopped).toBe('you stopped it');
    expect(posts).toEqual([]);
  });

  it('holds few events at once if their pictures in the file are large', async () => {
    const { client, posts } = site();
    const postsBefore: number[] = [];
    const counting: SiteClient = {
      request: (method, ...rest) => {
        if (method === 'GET') postsBefore.push(posts.length);
        return client.request(method, ...rest);
      },
    };
    const picture = `ATTACH;FMTTYPE=image/png;ENCODING=BASE64;VALUE=BINARY:${'A'.repeat(17 * 1024 * 1024)}`;
    await run(calendar(entry('a', picture), entry('b', picture), entry('c')), counting);
    expect(postsBefore).toEqual([0, 2]);
  });

  it('sends an entry in the terms of the REST interface', async () => {
    const { client, posts } = site();
    await run(
      calendar(entry('a', 'DESCRIPTION:One\\, two', 'URL:https://example.org/a', 'CATEGORIES:Music,Food')),
      client,
    );
    expect(posts).toEqual([
      {
        import_uid: 'a',
        title: 'Event a',
        description: 'One, two',
        start_date: '2031-06-10 19:00:00',
        end_date: '2031-06-10 20:00:00',
        all_day: false,
        timezone: 'America/Los_Angeles',
        website: 'https://example.org/a',
        categories: ['Music', 'Food'],
        venue: [],
        organizer: [],
      },
    ]);
  });

  describe('with languages', () => {
    /** Creates a site with languages; without a list, the account may not read the settings. */
    const siteIn = (languages?: readonly string[]) => {
      const { client, posts } = site();
      const request: SiteClient['request'] = async <Answer>(method: string, path: string, body?: unknown) => {
        const i18n_language = new URLSearchParams(path.split('?')[1]).get('i18n_language') ?? undefined;
        if (!path.endsWith('/settings'))
          return client.request<Answer>(method, path, body && { ...body, i18n_language });
        if (languages === undefined) throw new RefusedError(403, 'rest_forbidden', 'no');
        return { languages } as Answer;
      };
      return { client: { request }, posts };
    };
    const titled = (uid: string, ...titles: string[]): string[] => [...entry(uid).slice(0, -1), ...titles];
    const placesOf = (posts: readonly Body[]) => posts.map((post) => [post.title, post.i18n_language]);

    it('sends each entry in its language, by the full tag or by the main language', async () => {
      const { client, posts } = siteIn(['en', 'de', 'pt-BR', 'fr-CA', 'fr']);
      const tags = ['de-DE', 'pt', 'FR-ca', 'fr-FR'];
      const report = await run(
        calendar(entry('a'), ...tags.map((tag) => titled(tag, `SUMMARY;LANGUAGE=${tag}:${tag}`))),
        client,
      );
      expect(placesOf(posts)).toEqual([
        ['Event a', undefined],
        ['de-DE', 'de'],
        ['pt', 'pt-br'],
        ['FR-ca', 'fr-ca'],
        ['fr-FR', 'fr'],
      ]);
      expect(report).toMatchObject({ created: 5, left: [] });
    });

    it('leaves out entries in other languages, once each, and names the setting that would include them', async () => {
      const { client, posts } = siteIn(['en', 'pt-BR', 'pt-PT']);
      const report = await run(
        calendar(
          [...titled('a', 'SUMMARY;LANGUAGE=sv-SE:Marknad'), 'RRULE:FREQ=DAILY;COUNT=3'],
          titled('b', 'SUMMARY;LANGUAGE=pt:Feira'),
          entry('c'),
        ),
        client,
      );
      expect(placesOf(posts)).toEqual([['Event c', undefined]]);
      expect([report.failed, report.left]).toEqual([
        [],
        [
          { line: 4, uid: 'a', reason: 'its language sv-SE is none of the setting `languages`' },
          { line: 11, uid: 'b', reason: 'its language pt is none of the setting `languages`' },
        ],
      ]);
    });

    it('takes the first title and the description in a language that the site has', async () => {
      const { client, posts } = siteIn(['en', 'fr-CA']);
      const texts = ['SUMMARY;LANGUAGE=sv:Marknad', 'SUMMARY;LANGUAGE=fr:Foire'];
      await run(calendar(titled('a', ...texts, 'DESCRIPTION;LANGUAGE=sv:Här', 'DESCRIPTION;LANGUAGE=fr:Ici')), client);
      expect(posts).toMatchObject([{ title: 'Foire', description: 'Ici', i18n_language: 'fr-ca' }]);
    });

    it('sends all in the language of the address if the account may not read the settings', async () => {
      const { client, posts } = siteIn();
      await run(calendar(titled('a', 'SUMMARY;LANGUAGE=de:Markt')), client);
      expect(placesOf(posts)).toEqual([['Markt', undefined]]);
    });
  });

  it('changes nothing in a second run and updates a changed entry', async () => {
    const { client } = site();
    await run(calendar(entry('a'), entry('b')), client);
    expect(await run(calendar(entry('a'), entry('b', 'LOCATION:Hall', 'DESCRIPTION:new')), client)).toMatchObject({
      created: 0,
      unchanged: 1,
      updated: 1,
    });
  });

  it('lists an entry that cannot be read with its line and loads the others', async () => {
    const { client, posts } = site();
    const report = await run(calendar(entry('a'), ['UID:b', 'SUMMARY:No start'], ['DTSTART;x'], entry('c')), client);
    expect(report.failed.map(({ line }) => line)).toEqual([10, 14]);
    expect(report.failed[0]?.reason).toBe('it has no DTSTART');
    expect(posts.map((post) => post.import_uid)).toEqual(['a', 'c']);
  });

  it('drops invalid addresses, and says so', async () => {
    const { client, posts } = site();
    const report = await run(calendar(entry('a', 'URL:/relative', 'ORGANIZER;CN="Club":invalid:nomail')), client);
    expect(report.dropped.map(({ what }) => what)).toEqual([
      'URL /relative is no web address',
      'ORGANIZER invalid:nomail is no e-mail address',
    ]);
    expect(posts[0]).not.toHaveProperty('website');
    expect(posts[0]?.organizer).toEqual([{ organizer: 'Club' }]);
  });

  it('reads whole days with their last day, and instants on the clocks of the calendar', async () => {
    const { client, posts } = site();
    const wholeDays = ['UID:d', 'DTSTART;VALUE=DATE:20310701', 'DTEND;VALUE=DATE:20310703', 'SUMMARY:Days'];
    const instant = ['UID:i', 'DTSTART:20310610T020000Z', 'DTEND:20310610T030000Z', 'SUMMARY:Instant'];
    await run(calendar(wholeDays, instant), client);
    expect(posts).toEqual([
      expect.objectContaining({ start_date: '2031-07-01', end_date: '2031-07-02', all_day: true }),
      expect.objectContaining({ start_date: '2031-06-09 19:00:00', timezone: 'America/Los_Angeles' }),
    ]);
  });

  it('expands recurring entries within the window, exceptions included', async () => {
    const { client, posts } = site();
    const changed = ['UID:r', 'RECURRENCE-ID;TZID=America/Los_Angeles:20310617T190000', 'SUMMARY:Moved'];
    const times = [
      'DTSTART;TZID=America/Los_Angeles:20310618T190000',
      'DTEND;TZID=America/Los_Angeles:20310618T200000',
    ];
    await run(
      calendar(entry('r', 'RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;TZID=America/Los_Angeles:20310624T190000'), [
        ...changed,
        ...times,
      ]),
      client,
    );
    expect(posts.map((post) => [post.title, post.start_date])).toEqual([
      ['Event r', '2031-06-10 19:00:00'],
      ['Moved', '2031-06-18 19:00:00'],
    ]);
    expect(new Set(posts.map((post) => post.import_uid)).size).toBe(2);
  });

  it('sends a venue once and its id after, even when the first event is refused', async () => {
    const { client, posts } = site();
    const entries = ['a', 'b', 'c'].map((uid) => entry(uid, 'LOCATION:Hall'));
    entries.unshift([...entry('x', 'LOCATION:Hall').slice(0, 3), 'SUMMARY:refused', 'LOCATION:Hall']);
    const report = await run(calendar(...entries), client);
    expect(report).toMatchObject({ created: 3 });
    expect(report.failed).toEqual([{ line: 4, uid: 'x', reason: '400 rest_invalid_param: no' }]);
    expect(posts.filter((post) => typeof post.venue === 'object')).toHaveLength(2);
  });

  it('refuses a text that is not a calendar', async () => {
    await expect(run('hello', site().client)).rejects.toThrow('BEGIN:VCALENDAR');
  });

  it('reads a file of any size as it arrives, in pieces that end anywhere', async () => {
    const { client, posts } = site();
    const all = 400;
    let [read, passes] = [0, 0];
    const ahead: number[] = [];
    const source = function* () {
      passes += 1;
      read = 0;
      yield '\uFEFFBEGIN:VCALENDAR\r';
      for (; read < all; read++) {
        if (passes === 2) ahead.push(read - posts.length);
        const text = `\nBEGIN:VEVENT\r\n${entry(`e${read}`, `DESCRIPTION:${'x'.repeat(60)}`).join('\r\n')}\r\nEND:VEVENT\r`;
        const middle = (read * 37) % text.length;
        yield text.slice(0, middle);
        yield text.slice(middle);
      }
      yield '\nEND:VCALENDAR';
    };
    expect(await importFrom(source, client)).toMatchObject({ found: all, created: all, failed: [] });
    expect(new Set(posts.map(({ import_uid }) => import_uid)).size).toBe(all);
    expect([passes, Math.max(...ahead) <= 51]).toEqual([2, true]);
  });

  it('accepts a changed occurrence before its entry, or without it', async () => {
    const { client, posts } = site();
    const moved = (uid: string) => [
      ...entry(uid).slice(0, 3),
      'SUMMARY:Moved',
      'RECURRENCE-ID;TZID=America/Los_Angeles:20310617T190000',
    ];
    const report = await run(calendar(moved('r'), entry('r', 'RRULE:FREQ=WEEKLY;COUNT=2'), moved('alone')), client);
    expect(report).toMatchObject({ found: 3, created: 3, failed: [] });
    expect(posts.map(({ title }) => title)).toEqual(['Event r', 'Moved', 'Moved']);
  });

  it('keeps the loaded entries if the site goes away', async () => {
    const { client, posts } = site();
    const course = createCourse();
    let asked = 0;
    const going: SiteClient = {
      request: async (method, path, body) => {
        if (method === 'GET' && ++asked > 2) throw new UnreachableError('http://localhost', new Error('gone'));
        return client.request(method, path, body);
      },
    };
    const text = calendar(...Array.from({ length: 120 }, (_, index) => entry(`e${index}`)));
    expect(await importFrom(() => [text], going, course)).toMatchObject({ found: 120, created: 100 });
    expect([posts.length, course.stopped]).toEqual([100, expect.stringContaining('does not answer')]);
    await expect(importFrom(() => [text], going)).rejects.toThrow('does not answer');
  });
});
