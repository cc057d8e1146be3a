import { defaultLimits } from '@almanac/service';
import { publishing } from '../integration/publishing.ts';
import { ORIGIN, type ServedPages, servePages } from '../pages/servePages.contract.ts';

const ADDRESS = `${ORIGIN}/events/suggest/`;
const GOOD = {
  title: 'Harbour walk & talk',
  start_date: '2031-06-10',
  start_time: '19:30',
  end_time: '21:00',
  place: 'Mole',
  description: 'Meet at the lighthouse. [gallery ids="70"]\nhttps://walk.example/',
  picture: 'https://walk.example/mole.jpg',
  name: 'Vera',
  email: 'vera@example.org',
};
const namespace = 'calx/v1';

describe('suggestions of visitors', () => {
  let site: ServedPages;
  beforeEach(async () => {
    site = await servePages({
      settings: { event_suggestions: true },
      timezone: 'Europe/Berlin',
      languages: ['en', 'de'],
    });
  });
  afterEach(() => site.stop());

  const token = async (): Promise<string> => {
    const { text } = await site.page('/events/suggest');
    return /name="form" value="([^"]+)"/.exec(text)?.[1] ?? '';
  };
  const freshToken = async (): Promise<string> => {
    const form = await token();
    site.advance(5_000);
    return form;
  };
  const send = async (form: object = {}, language = 'en') =>
    site.page('/events/suggest', { form: { ...GOOD, form: await freshToken(), ...form }, language });
  const list = async (query = '') => site.ask('editor', 'GET', `/suggestions${query}`, { namespace });
  const titles = async (): Promise<string[]> =>
    (await list()).body.map(({ title }: { readonly title: { readonly rendered: string } }) => title.rendered);
  const statePage = (location: string | null) =>
    site.page((location ?? '').slice(ORIGIN.length).replace(/^\/de/, '').replace(/\/$/, ''));

  it('have no page unless the site takes them', async () => {
    const closed = await servePages();
    expect((await closed.page('/events/suggest')).status).toBe(404);
    expect((await closed.page('/events/suggest', { form: GOOD })).status).toBe(404);
    expect((await closed.page('/events/list')).text).not.toContain('/events/suggest/');
    await closed.stop();
    expect((await site.page('/events/list')).text).toContain(`<a href="${ADDRESS}">Suggest an event</a>`);
  });

  it('become pending events without an author, which only editors see', async () => {
    const sent = await send();
    expect(sent.status).toBe(303);
    expect(sent.location).toMatch(new RegExp(`^${ADDRESS}\\d+\\.[\\w-]{43}/$`));
    const { body } = await list();
    expect(body).toMatchObject([
      {
        title: { rendered: 'Harbour walk &amp; talk' },
        status: 'pending',
        language: 'en',
        all_day: false,
        start_date: '2031-06-10T19:30:00',
        end_date: '2031-06-10T21:00:00',
        declined: false,
        reason: null,
        place: 'Mole',
        picture: GOOD.picture,
        contact: { name: 'Vera', email: 'vera@example.org' },
      },
    ]);
    const { id } = body[0];
    for (const role of ['visitor', 'contributor', 'author'] as const)
      expect([role, (await site.ask(role, 'GET', `/events/${id}`)).status]).toEqual([role, 403]);
    const event = (await site.ask('editor', 'GET', `/events/${id}`)).body;
    expect([event.author, event.timezone]).toEqual(['0', 'Europe/Berlin']);
    expect(event.description).toContain('&#091;gallery');
    expect((await site.page('/events/list')).text).not.toContain('Harbour walk');
  });

  it('link the published venue with the name of the place', async () => {
    const { id: venue } = await site.make('/venues', { venue: 'Mole', status: 'publish' });
    await send();
    const [{ id }] = (await list()).body;
    expect((await site.ask('editor', 'GET', `/events/${id}`)).body.venue.id).toBe(venue);
  });

  it('say at their own address what became of them', async () => {
    const { location } = await send({}, 'de');
    const waiting = await statePage(location);
    expect(waiting.headers.get('cache-control')).toBe('private, no-store');
    expect(waiting.text).toContain('An editor reads your suggestion before it appears.');
    expect(waiting.text).toContain('This site sends no mail about suggestions.');
    expect(waiting.text).not.toContain('vera@example.org');
    const [{ id, language }] = (await list()).body;
    expect(language).toBe('de');
    await site.ask('editor', 'PUT', `/events/${id}`, { body: { status: 'publish' } });
    expect((await statePage(location)).text).toContain('The event is published:');
    expect((await site.page(`/events/suggest/${id}.${'a'.repeat(43)}`)).status).toBe(404);
  });

  it('are declined once, with a reason, and move to the trash', async () => {
    const { location } = await send();
    const [{ id }] = (await list()).body;
    const decline = (as: 'author' | 'editor', body = { reason: 'Not in our town <b>' }) =>
      site.ask(as, 'POST', `/suggestions/${id}/decline`, { namespace, body });
    expect((await decline('author')).status).toBe(403);
    const { status, body } = await decline('editor');
    expect([status, body.status, body.declined, body.reason]).toEqual([200, 'trash', true, 'Not in our town <b>']);
    expect((await decline('editor')).body.code).toBe('suggestion-declined');
    expect((await statePage(location)).text).toContain('Reason: Not in our town &lt;b&gt;');
    expect(await titles()).toEqual([]);
    expect((await list('?status=trash')).body).toHaveLength(1);
  });

  it('cannot be declined once they are published, nor if there are none', async () => {
    await send();
    const [{ id }] = (await list()).body;
    await site.ask('editor', 'PUT', `/events/${id}`, { body: { status: 'publish' } });
    const decline = (of: number) => site.ask('editor', 'POST', `/suggestions/${of}/decline`, { namespace });
    expect((await decline(id)).body.code).toBe('suggestion-published');
    const { id: other } = await site.make('/events', {
      title: 'Own',
      start_date: '2031-06-10',
      end_date: '2031-06-10',
    });
    expect((await decline(other)).body.code).toBe('suggestion-not-found');
    expect((await site.ask('editor', 'GET', `/suggestions/${other}`, { namespace })).status).toBe(404);
  });

  it('lose their contact after 90 days', async () => {
    await send();
    const [{ id }] = (await list()).body;
    site.advance(91 * 86_400_000);
    const { body } = await site.ask('editor', 'GET', `/suggestions/${id}`, { namespace });
    expect([body.status, body.contact, body.place, body.picture]).toEqual(['pending', null, null, null]);
    expect(await titles()).toEqual([]);
  });

  it('keep a refused form, and say beside each field what is wrong', async () => {
    const { status, text, headers } = await send({
      title: '',
      email: 'vera',
      place: 'a "b" & c',
      picture: 'http://a.test',
    });
    expect([status, headers.get('cache-control')]).toEqual([400, 'private, no-store']);
    expect(text).toContain('<strong class="fault" id="suggestion-title-fault">Enter a title.</strong>');
    expect(text).toContain('aria-invalid="true" aria-describedby="suggestion-email-fault suggestion-email-hint"');
    expect(text).toContain('id="suggestion-picture-fault"');
    expect(text).toContain('value="a &quot;b&quot; &amp; c"');
    expect(await titles()).toEqual([]);
  });

  it.each([
    [{ start_date: '2031-02-30' }, 'start-date', 'Enter a date.'],
    [{ start_date: '2030-06-10' }, 'start-date', 'Enter a date that is not over.'],
    [{ end_date: '2031-06-09' }, 'end-date', 'The event must not end before it starts.'],
    [{ end_time: '19:00' }, 'end-time', 'The event must not end before it starts.'],
    [{ end_time: '' }, 'end-time', 'Enter the time of the end too.'],
    [{ start_time: '' }, 'start-time', 'Enter the time of the start too.'],
    [{ start_time: '25:00' }, 'start-time', 'Enter a time such as 19:30.'],
    [{ description: 'Read <b>this</b>' }, 'description', 'Write plain text, without HTML.'],
    [{ description: 'https://a.test '.repeat(6) }, 'description', 'Use at most 5 links.'],
    [{ title: 'x'.repeat(201) }, 'title', 'Enter at most 200 characters.'],
  ])('are refused with %j', async (wrong, id, message) => {
    const { status, text } = await send(wrong);
    expect(status).toBe(400);
    expect(text).toContain(`id="suggestion-${id}-fault">${message}</strong>`);
  });

  it('last whole days without times', async () => {
    await send({ start_time: '', end_time: '', end_date: '2031-06-12' });
    expect((await list()).body).toMatchObject([
      { all_day: true, start_date: '2031-06-10T00:00:00', end_date: '2031-06-12T23:59:59' },
    ]);
  });

  it('take nothing from programs: a filled trap, a form sent at once, one of another site or of yesterday', async () => {
    expect((await send({ subject: 'Buy' })).location).toBe(`${ADDRESS}?sent=suggestion`);
    const atOnce = await site.page('/events/suggest', { form: { ...GOOD, form: await token() } });
    expect([atOnce.status, atOnce.text.includes('The form was sent very fast.')]).toEqual([400, true]);
    for (const form of ['', `${site.now().getTime() - 5_000}.${'a'.repeat(16)}.${'b'.repeat(43)}`])
      expect((await send({ form })).text).toContain('This form has expired.');
    const old = await token();
    site.advance(25 * 60 * 60 * 1_000);
    const late = await send({ form: old });
    expect(late.text).toContain('This form has expired.');
    expect(late.text).not.toContain(old);
    expect(await titles()).toEqual([]);
  });

  it('are one event if the form is sent twice', async () => {
    const form = await freshToken();
    const first = await site.page('/events/suggest', { form: { ...GOOD, form } });
    const second = await site.page('/events/suggest', { form: { ...GOOD, form } });
    expect(second.location).toBe(first.location);
    expect(await titles()).toHaveLength(1);
  });

  it('are one event if the form is sent twice at the same time', async () => {
    const form = { ...GOOD, form: await freshToken() };
    const sent = await Promise.all([1, 2, 3].map(() => site.page('/events/suggest', { form })));
    expect(new Set(sent.map(({ location }) => location)).size).toBe(1);
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await titles()).toHaveLength(1);
    const received = (await site.store.readLog(0)).flatMap(({ events }) => events).map(({ type }) => type);
    expect(received.filter((type) => type === 'SuggestionReceived')).toHaveLength(1);
  });

  it('have no author if a signed-in user sends them', async () => {
    const form = { ...GOOD, form: await freshToken() };
    expect((await site.page('/events/suggest', { as: 'administrator', form })).status).toBe(303);
    const [{ id }] = (await list()).body;
    expect((await site.ask('editor', 'GET', `/events/${id}`)).body.author).toBe('0');
  });

  it('are limited for one network', async () => {
    for (let at = 0; at < defaultLimits['event-suggestion'].most; at++) expect((await send()).status).toBe(303);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.text).toContain('Vera');
  });

  it('are limited for all networks together', async () => {
    await site.stop();
    const limitSettings = { 'event-suggestions': { most: 2, seconds: 60 } };
    site = await servePages({ settings: { event_suggestions: true } }, undefined, { limitSettings });
    const statuses: number[] = [];
    for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1']) {
      const form = { ...GOOD, form: await freshToken() };
      statuses.push((await site.page('/events/suggest', { form, headers: { 'x-forwarded-for': address } })).status);
    }
    expect(statuses).toEqual([303, 303, 429]);
  });

  describe('letters about suggestions', () => {
    const letter = async (about: string, id: number) =>
      (await site.ask('system', 'POST', '/letter', { namespace: 'internal', body: { about, id, base_url: ORIGIN } }))
        .body.letter;
    const note = async (id: number) => {
      const data = { id, status: 'publish' };
      await site.deliver({ source: 'calendar', type: 'calendar.event-changed.v1', data });
    };
    const announced = async () =>
      (await site.store.readLog(0)).flatMap((commit) =>
        publishing(commit).flatMap((each) => (each?.type === 'calendar.suggestion-changed.v1' ? [each.data] : [])),
      );

    it('go to editors and to the sender, whose words are only in those that an editor caused', async () => {
      const { location } = await send({}, 'de');
      const [{ id }] = (await list()).body;
      expect(await letter('suggestion-waiting', id)).toEqual({
        to: { capability: 'edit_others_cal_events' },
        subject: 'A visitor of Riverside suggests an event',
        text: expect.stringContaining('“Harbour walk & talk”'),
      });
      const received = await letter('suggestion-received', id);
      expect(received).toMatchObject({ to: { address: GOOD.email }, subject: 'Ihr Vorschlag für Riverside' });
      expect(received.text).toContain(`\n${location}\n`);
      expect(received.text).not.toContain('Harbour');
      expect(await letter('suggestion-published', id)).toBeNull();
      await site.ask('editor', 'PUT', `/events/${id}`, { body: { status: 'publish' } });
      const { url } = (await site.ask('visitor', 'GET', `/events/${id}`, { language: 'de' })).body;
      expect((await letter('suggestion-published', id)).text).toContain(url);
      expect(await letter('suggestion-waiting', id)).toBeNull();
      const body = { about: 'suggestion-received', id, base_url: ORIGIN };
      expect((await site.ask('administrator', 'POST', '/letter', { namespace: 'internal', body })).status).toBe(403);
      site.advance(91 * 86_400_000);
      expect(await letter('suggestion-published', id)).toBeNull();
    });

    it('are announced by integration events: publication once, refusal with its reason', async () => {
      await send();
      await send({ title: 'Second walk' });
      const [second, first] = (await list()).body;
      await site.ask('editor', 'PUT', `/events/${first.id}`, { body: { status: 'publish' } });
      await note(first.id);
      await note(first.id);
      const body = { reason: 'Outside our town' };
      await site.ask('editor', 'POST', `/suggestions/${second.id}/decline`, { namespace, body });
      expect(await announced()).toEqual([
        { id: first.id, state: 'received' },
        { id: second.id, state: 'received' },
        { id: first.id, state: 'published' },
        { id: second.id, state: 'declined' },
      ]);
      expect((await letter('suggestion-declined', second.id)).text).toContain('Reason: Outside our town');
      expect(JSON.stringify(await announced())).not.toContain('vera');
    });
  });
});
