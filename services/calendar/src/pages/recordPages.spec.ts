import { ORIGIN, type ServedPages, servePages } from './servePages.contract.ts';

const at = (day: string, from = '19:30', to = '21:00') => ({
  start_date: `${day} ${from}:00`,
  end_date: `${day} ${to}:00`,
});

describe('the pages of the calendar’s records', () => {
  let site: ServedPages;
  // biome-ignore lint/suspicious/noExplicitAny: records as they were answered
  const made: Record<string, any> = {};

  beforeAll(async () => {
    site = await servePages();
    made.hall = await site.make('/venues', {
      venue: 'Hall & <i>Yard</i>',
      address: '1 Main St',
      city: 'Kingston',
      country: 'Canada',
      phone: '(613) 555-0100',
      website: 'https://hall.test/',
      description: 'Old stones.',
    });
    made.club = await site.make('/organizers', {
      organizer: 'Club',
      email: 'club@x.test',
      website: 'https://club.test/',
    });
    made.vault = await site.make('/venues', { venue: 'Vault', status: 'publish' });
    made.category = await site.make('/categories', { name: 'Arts' });
    made.film = await site.make('/categories', { name: 'Film', parent: made.category.id });
    made.concert = await site.make('/events', {
      title: 'Night & day',
      description: 'Bring a "blanket".',
      ...at('2031-06-10'),
      venue: made.hall.id,
      organizer: [made.club.id],
      categories: [made.film.id],
      tags: ['Loud'],
      cost: '0',
      featured: true,
    });
    made.abroad = await site.make('/events', {
      title: 'Abroad',
      ...at('2031-06-11'),
      timezone: 'Europe/Paris',
      cost: '20',
      venue: made.hall.id,
    });
    made.nuit = await site.make(
      '/events',
      { title: 'Nuit et jour', ...at('2031-06-10'), translation_of: made.concert.id, cost: '0' },
      'fr-ca',
    );
    const cost = ['12.50', '1200', 'don'];
    await site.make('/events', { title: 'Vente', ...at('2031-06-10'), cost, tags: ['Un', 'Deux'] }, 'fr-ca');
    made.secret = await site.make('/events', { title: 'Hidden', description: 'at the quay', ...at('2031-06-12') });
    await site.ask('administrator', 'POST', `/events/${made.secret.id}`, { body: { password: 'sesame' } });
    made.draft = await site.make('/events', { title: 'Idea', ...at('2031-07-01'), status: 'draft' });
    made.old = await site.make('/events', { title: 'Long ago', ...at('2020-06-10'), venue: made.hall.id });
  });
  afterAll(() => site.stop());

  describe('for an event', () => {
    it('show when, where, by whom and for how much it is', async () => {
      const { status, text, headers } = await site.page('/event/night-day/');
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
      expect(text.match(/<h1>/g)).toHaveLength(1);
      expect(text).toContain('<h1>Night &#038; day</h1>');
      expect(text).toContain('<time datetime="2031-06-10T19:30:00-04:00">Tuesday, June 10, 2031, 7:30 pm</time>');
      expect(text).toContain('<time datetime="2031-06-10T21:00:00-04:00">9:00 pm</time>');
      expect(text).toContain(`<a href="${ORIGIN}/venue/hall-yard/">Hall &#038; Yard</a>`);
      expect(text).toContain('1 Main St, Kingston, Canada');
      expect(text).toContain(`<a href="${ORIGIN}/organizer/club/">Club</a>`);
      expect(text).toContain('<dd>Free</dd>');
      expect(text).toContain(`<a href="${ORIGIN}/events/category/arts/film/">Film</a>`);
      expect(text).toContain(`<a href="${ORIGIN}/events/tag/loud/">Loud</a>`);
      expect(text).toContain('<p>Bring a &#8220;blanket&#8221;.</p>');
      expect(text).toContain(`href="${ORIGIN}/events/feed.ics?include=${made.concert.id}"`);
    });

    it('show its time zone if it differs from the site’s', async () => {
      const { text } = await site.page('/event/abroad/');
      expect(text).toContain('<time datetime="2031-06-11T19:30:00+02:00">');
      expect(text).toContain('CEST');
      expect(text).toContain('<dd>$20</dd>');
    });

    it('link its REST address, and describe it in structured data', async () => {
      const { text, headers } = await site.page('/event/night-day/');
      const record = `${ORIGIN}/en/json/cal/events/v1/events/${made.concert.id}`;
      expect(headers.get('x-cal-api-version')).toBe('v1');
      expect(headers.get('x-cal-api-root')).toBe(record);
      expect(headers.get('x-cal-api-origin')).toBe(ORIGIN);
      expect(text).toContain(`<link rel="alternate" href="${record}">`);
      expect(headers.get('link')).toBe(`<${record}>; rel="alternate"; type="application/json"`);
      expect(text).toContain('type="application/json+oembed"');
      const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '');
      expect(data).toMatchObject({ '@type': 'Event', location: { '@type': 'Place' }, organizer: { name: 'Club' } });
      const { body } = await site.ask('visitor', 'GET', `/events/${made.concert.id}`);
      expect(data).toEqual(body.json_ld);
    });

    it('are in its language, and link its versions', async () => {
      const { text } = await site.page('/event/nuit-et-jour/', { language: 'fr-ca' });
      expect(text).toContain('<html lang="fr-CA" dir="ltr">');
      expect(text).toContain('mardi 10 juin 2031, 19 h 30');
      expect(text).toContain('<dd>Gratuit</dd>');
      expect(text).toContain(`hreflang="en" href="${ORIGIN}/event/night-day/"`);
      expect(text).toContain(`hreflang="fr" href="${ORIGIN}/fr-ca/event/nuit-et-jour/"`);
      const led = (language: string) => site.page('/event/night-day/', { language });
      expect((await led('fr-ca')).location).toBe(`${ORIGIN}/fr-ca/event/nuit-et-jour/`);
      expect((await led('en-ca')).location).toBe(`${ORIGIN}/event/night-day/`);
    });

    it('write amounts as usual in a language that is not the site’s own', async () => {
      const { text } = await site.page('/event/vente/', { language: 'fr-ca' });
      expect(text).toContain('<dd>don – 1\u00a0200\u00a0$</dd>');
    });

    it('have a small form for other sites', async () => {
      const { text, headers } = await site.page('/event/night-day/embed/');
      expect(headers.get('content-security-policy')).toMatch(/ancestors \*$/);
      expect(text).toContain('Tuesday, June 10, 2031');
    });

    it('open for visitors who know its password', async () => {
      const shut = await site.page('/event/hidden/');
      expect([shut.status, shut.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(shut.text).not.toContain('at the quay');
      expect(shut.text).not.toContain('ld+json');
      expect((await site.page('/event/hidden/', { form: { password: 'x' } })).status).toBe(403);
      const opening = await site.page('/event/hidden/', { form: { password: 'sesame' } });
      expect([opening.status, opening.location]).toEqual([303, `${ORIGIN}/event/hidden/`]);
      const cookie = opening.headers.get('set-cookie')?.split(';')[0] as string;
      expect((await site.page('/event/hidden/', { headers: { cookie } })).text).toContain('at the quay');
      expect((await site.page('/event/hidden/embed/')).text).not.toContain('at the quay');
    });

    it('lead people who may edit it to its form in the console, as pages of venues do', async () => {
      for (const [path, form] of [
        ['/event/night-day/', `calendar/events/${made.concert.id}`],
        ['/venue/vault/', `calendar/venues/${made.vault.id}`],
      ] as const) {
        const editing = `${ORIGIN}/en/admin/${form}`;
        expect((await site.page(path, { as: 'editor' })).text).toContain(`<a href="${editing}">Edit</a>`);
        for (const as of ['visitor', 'subscriber'] as const)
          expect((await site.page(path, { as })).text).not.toContain(editing);
      }
    });

    it('show a draft by its id to users who may read it', async () => {
      const path = `/?p=${made.draft.id}`;
      expect((await site.page(path)).status).toBe(404);
      const { text, headers } = await site.page(path, { as: 'administrator' });
      expect(text).toContain('<h1>Idea</h1>');
      expect(text).not.toContain('oembed');
      expect(headers.get('cache-control')).toBe('private, no-store');
    });
  });

  describe('as a preview', () => {
    type Kind = readonly [path: string, member: string, noun: string, times: object];
    const kinds: readonly Kind[] = [
      ['/events', 'title', 'event', at('2031-06-20')],
      ['/venues', 'venue', 'venue', {}],
      ['/organizers', 'organizer', 'organizer', {}],
    ];
    const written = async (status: string, [path, member, noun, times]: Kind) => {
      const body = { [member]: `Seen ${status}`, description: 'as stored', status, ...times };
      const { id } = await site.make(path, body);
      return { id, path: `/${noun}/seen-${status}/` };
    };

    it.each(kinds)('show unpublished %s to users who may edit them, and are cached by nobody', async (...kind) => {
      for (const status of ['draft', 'pending', 'future']) {
        const { id } = await written(status, kind);
        const asked = { date: '2040-01-01 00:00:00', status };
        if (status === 'future') await site.ask('administrator', 'POST', `${kind[0]}/${id}`, { body: asked });
        const path = `/?p=${id}&preview=true`;
        const { status: answered, text, headers } = await site.page(path, { as: 'editor' });
        expect([answered, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
        expect(text).toContain(`<h1>Seen ${status}</h1>`);
        expect(text).toContain('<meta name="robots" content="noindex');
        for (const as of ['visitor', 'subscriber', 'author'] as const)
          expect([as, (await site.page(path, { as })).status]).toEqual([as, 404]);
      }
    });

    it.each(kinds)('show %s with a password to users who may edit them, and ask others for it', async (...kind) => {
      const { id, path } = await written('publish', kind);
      await site.ask('administrator', 'POST', `${kind[0]}/${id}`, { body: { password: 'sesame' } });
      const led = await site.page(`/?p=${id}&preview=true`, { as: 'editor' });
      expect(led.location).toBe(`${ORIGIN}${path}?preview=true`);
      const { text, headers } = await site.page(`${path}?preview=true`, { as: 'editor' });
      expect([text.includes('as stored'), headers.get('cache-control')]).toEqual([true, 'private, no-store']);
      for (const as of ['visitor', 'author'] as const)
        expect((await site.page(`${path}?preview=true`, { as })).text).not.toContain('as stored');
      expect((await site.page(path, { as: 'editor' })).text).not.toContain('as stored');
    });

    it('are the public pages of public records, but are neither cached nor indexed', async () => {
      const path = '/event/night-day/?preview=true';
      const own = await site.page(path, { as: 'editor' });
      expect([own.headers.get('cache-control'), own.text.includes('noindex')]).toEqual(['private, no-store', true]);
      const { status, text } = await site.page(path);
      expect([status, text.includes('noindex')]).toEqual([200, false]);
      expect((await site.page(`/?p=${made.draft.id}&preview=constructor`)).status).toBe(404);
    });
  });

  describe('with links from an event', () => {
    it('lead to calendars, maps and other events', async () => {
      const { text } = await site.page('/event/night-day/');
      const link = (name: string) =>
        new RegExp(`href="([^"]+)"[^>]*>${name}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      expect(link('Calendar program')).toBe(`webcal://site.test/events/feed.ics?include=${made.concert.id}`);
      const google = new URL(link('Google')).searchParams;
      expect(google.get('dates')).toBe('20310610T233000Z/20310611T010000Z');
      expect(google.get('location')).toBe('Hall & Yard, 1 Main St, Kingston, Canada');
      expect(new URL(link('Outlook')).searchParams.get('startdt')).toBe('2031-06-10T23:30:00Z');
      expect(link('Show on a map')).toContain('https://maps.google.com/maps?');
      expect(text).toContain('<h2>More at Hall &#038; Yard</h2>');
      expect(text).not.toContain('More by Club');
      expect(text).toMatch(new RegExp(`rel="next" href="${ORIGIN}/event/abroad/"`));
      expect(text).toContain('<meta property="og:type" content="article">');
      expect(text).toContain('<meta property="og:title" content="Night &#038; day">');
    });

    it('lead no more to calendars once it is over', async () => {
      const { text } = await site.page('/event/long-ago/');
      expect(text).toContain('This event is over.');
      expect(text).not.toContain('Add to a calendar');
      expect((await site.page('/event/night-day/')).text).not.toContain('This event is over.');
    });
  });

  it.each([
    ['concert', '/event/night-day/'],
    ['hall', '/venue/hall-yard/'],
    ['club', '/organizer/club/'],
  ])('redirect from the id of %s to its address', async (name, path) => {
    expect((await site.page(`/?p=${made[name].id}`)).location).toBe(`${ORIGIN}${path}`);
  });

  it('are missing for missing records', async () => {
    for (const path of ['/event/none/', '/venue/night-day/', '/?p=99999', '/event/night-day/page/2/']) {
      expect((await site.page(path)).status).toBe(404);
    }
  });

  describe('for a venue', () => {
    it('show its coming events', async () => {
      const { text, headers } = await site.page('/venue/hall-yard/');
      expect(text).toContain('<h1>Hall &#038; Yard</h1>');
      expect(text).toContain('<a href="tel:6135550100">(613) 555-0100</a>');
      expect(text).toContain('<a href="https://hall.test/" rel="external noopener">');
      expect(text).toContain('&amp;q=1+Main+St+Kingston+Canada"');
      expect(text.match(/<h3>/g)).toHaveLength(2);
      expect(text).not.toContain('Long ago');
      expect(text).toContain('"@type":"Place"');
      expect(headers.get('x-cal-api-root')).toBe(`${ORIGIN}/en/json/cal/events/v1/events/?venue=${made.hall.id}`);
    });

    it('have no empty box if nothing is known of it', async () => {
      const { text } = await site.page('/venue/vault/');
      expect(text).toContain('<h1>Vault</h1>');
      expect(text).not.toContain('<dl');
    });

    it('show its past events', async () => {
      const { text } = await site.page('/venue/hall-yard/?when=past');
      expect(text).toContain('Long ago');
      expect(text).not.toContain('Abroad');
      expect(text).toContain('noindex');
      expect((await site.page('/venue/hall-yard/page/2/')).status).toBe(404);
    });
  });

  it('show how to reach an organizer, and its events', async () => {
    const { text, headers } = await site.page('/organizer/club/');
    expect(text).toContain('<a href="mailto:club@x.test">club@x.test</a>');
    expect(text).toContain(`<a href="${ORIGIN}/event/night-day/">`);
    expect(text).toContain('"@type":"Person"');
    expect(headers.get('x-cal-api-root')).toContain(`events/?organizer=${made.club.id}`);
  });
});
