import { type ServedPages, servePages } from './servePages.contract.ts';

const times = { start_date: '2031-01-07 19:00:00', end_date: '2031-01-07 21:00:00' };

describe('the page of an occurrence', () => {
  let site: ServedPages;
  beforeAll(async () => {
    site = await servePages({ timezone: 'Europe/Berlin', languages: ['en', 'de', 'fr', 'es'] }, '2031-01-10T12:00:00Z');
  });
  afterAll(() => site.stop());

  const factsOf = (text: string): string[] =>
    [...text.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, value]) =>
      (value ?? '').replace(/<br>/g, ' | ').replace(/<[^>]+>/g, ''),
    );
  const pageOf = async (recurrence: object, language = 'en', more: object = {}) => {
    const made = await site.make('/events', { title: 'Choir', ...times, recurrence, ...more }, language);
    const { text } = await site.page(`/event/${made.slug}/`, { language });
    return { text, facts: factsOf(text) };
  };
  const rule = (text: string) => ({ rules: [text] });

  it('says the rule, the next dates and the schedule', async () => {
    const { text, facts } = await pageOf(
      { rules: ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20310204T190000'], exdates: ['2031-01-21'] },
      'en',
    );
    expect(facts).toContain('Every Tuesday until February 4, 2031');
    expect(facts.find((each) => each.includes('January 28'))).toMatch(
      /^Tuesday, January 14, 2031.*\|.*January 28.*\|.*February 4/,
    );
    const [, json = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
    expect(JSON.parse(json).eventSchedule).toEqual([
      {
        '@type': 'Schedule',
        startDate: '2031-01-07',
        startTime: '19:00:00',
        duration: 'PT120M',
        scheduleTimezone: 'Europe/Berlin',
        repeatFrequency: 'P1W',
        byDay: ['https://schema.org/Tuesday'],
        endDate: '2031-02-04',
        exceptDate: ['2031-01-21'],
      },
    ]);
  });

  it.each([
    ['FREQ=DAILY;INTERVAL=3;COUNT=2', 'Every 3 days until January 10, 2031'],
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=WEEKLY', 'Every Tuesday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,TU', 'Every 2 weeks on Tuesday and Thursday'],
    ['FREQ=WEEKLY;BYDAY=SU;BYMONTH=6,7', 'Every Sunday in June and July'],
    ['FREQ=MONTHLY', 'Every month on day 7'],
    ['FREQ=MONTHLY;BYDAY=1TU', 'Every month on the first Tuesday'],
    ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15,-1', 'Every 2 months on day 15 and the last day'],
    ['FREQ=YEARLY', 'Every year on January 7'],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'Every year in March on the last Sunday'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'On several dates'],
  ])('says %s as “%s”', async (text, expected) => {
    expect((await pageOf(rule(text))).facts).toContain(expected);
  });

  it.each([
    ['de', 'FREQ=WEEKLY;BYDAY=TU,TH', 'Jeden Dienstag und Donnerstag'],
    ['de', 'FREQ=MONTHLY;BYMONTHDAY=1,15', 'Jeden Monat am 1. und 15.'],
    ['fr', 'FREQ=MONTHLY;BYDAY=1TU', 'Chaque mois le premier mardi'],
    ['es', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'Cada 2 semanas el martes'],
    ['fr', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20310204', 'Chaque mardi jusqu’au 4 février 2031'],
  ])('says it in the language of the page: %s', async (language, text, expected) => {
    expect((await pageOf(rule(text), language)).facts).toContain(expected);
  });

  it('says none of it for a single event', async () => {
    const { slug } = await site.make('/events', { title: 'Single', ...times });
    const { text } = await site.page(`/event/${slug}/`);
    expect(text).not.toMatch(/Repeats|eventSchedule/);
  });
});

describe('the lists of a site that collapses series', () => {
  let site: ServedPages;
  beforeAll(async () => {
    site = await servePages({ settings: { collapse_series: true } }, '2031-01-17T12:00:00Z');
    await site.make('/events', { title: 'Choir', ...times, recurrence: { rules: ['FREQ=WEEKLY;COUNT=4'] } });
    await site.make('/events', { title: 'Walk', ...times, recurrence: { rules: ['FREQ=DAILY;COUNT=20'] } });
    await site.make('/events', { title: 'Single', ...times, start_date: '2031-01-20', end_date: '2031-01-20' });
  });
  afterAll(() => site.stop());

  const listed = async (path: string): Promise<string[]> => {
    const { text } = await site.page(path);
    return [...new Set([...text.matchAll(/\/event\/([^/"]+)\//g)].map(([, slug]) => slug ?? ''))].sort();
  };

  it('have the next occurrence of each series, and past lists the latest', async () => {
    expect(await listed('/events/list/')).toEqual(['choir-2031-01-21', 'single', 'walk-2031-01-17']);
    expect(await listed('/events/list/?when=past')).toEqual(['choir-2031-01-14', 'walk-2031-01-16']);
  });

  it('have all dates of a series if they are asked for', async () => {
    const { text } = await site.page('/event/walk-2031-01-17/');
    const [, address = ''] = /<a href="([^"]+)">All dates<\/a>/.exec(text) ?? [];
    const { pathname, search } = new URL(address);
    const days = ['17', '18', '19', '20', '21', '22', '23', '24', '25', '26'];
    expect(await listed(pathname + search)).toEqual(days.map((day) => `walk-2031-01-${day}`));
    expect((await site.page(pathname + search)).text).toContain('Dates of one series');
    expect(await listed('/events/list/?series=x')).toEqual([]);
  });

  it('leave months and lists of the interface whole', async () => {
    const choirs = (await listed('/events/month/2031-01/')).filter((slug) => slug.startsWith('choir'));
    expect(choirs).toEqual(['choir-2031-01-07', 'choir-2031-01-14', 'choir-2031-01-21', 'choir-2031-01-28']);
    const { body } = await site.ask('visitor', 'GET', '/events?search=Choir');
    expect(body.total).toBe(2);
  });
});
