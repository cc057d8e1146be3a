import {
  type AskedBrowser,
  applicationPassword,
  basic,
  formIn,
  type SiteWithPeople,
  startWithPeople,
} from './askedSite.contract.ts';

let s: SiteWithPeople;
beforeAll(async () => {
  s = await startWithPeople('editor', 'author', 'contributor', 'subscriber');
});
afterAll(() => s.running.stop());

const as = (role: string): AskedBrowser => s.person(role);

const fair = {
  title: 'Fair & <b>',
  description: 'Words "as typed".\r\n\r\nhttps://video.test/1',
  start_date: '2031-06-10T19:30',
  end_date: '2031-06-10T22:00',
  timezone: 'America/Toronto',
  status: 'publish',
};
const made = async (role: string, form: Readonly<Record<string, string>> = {}) => {
  const { status, text } = await as(role).send('events', { ...fair, ...form });
  expect([status, text.includes('The event is saved.')]).toEqual([200, true]);
  return formIn(text);
};
const stored = async (id = '') => {
  const headers = basic('editor', applicationPassword('editor'));
  const response = await fetch(`${s.origin}/en/json/cal/events/v1/events/${id}`, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: specs look into whatever was answered
  const body: any = await response.json();
  return { status: response.status, body };
};

describe('the event form in a browser', () => {
  it('publishes an event with a new venue and organizer, unchanged categories, tags, cost and website', async () => {
    expect((await as('author').show('events')).text).toContain('There are no such events.');
    const blank = formIn((await as('author').show('events?action=new')).text);
    expect(blank).toMatchObject({ id: '', title: '', status: 'draft' });
    const form = await made('author', {
      ...blank,
      ...fair,
      venue_new: 'Harbour Hall',
      organizer_new: 'Ann',
      tags: 'R&B, loud',
      cost: '10-20',
      website: 'https://fair.test/?a=1&b=2',
      featured: 'true',
      excerpt: 'Come.',
    });
    const { body } = await stored(form.id);
    expect(body).toMatchObject({ status: 'publish', start_date: '2031-06-10 19:30:00', timezone: 'America/Toronto' });
    expect(body).toMatchObject({ venue: { venue: 'Harbour Hall' }, organizer: [{ organizer: 'Ann' }], featured: true });
    expect(body).toMatchObject({ cost: '$10 – $20', excerpt: '<p>Come.</p>' });
    expect(form).toMatchObject({ ...fair, description: fair.description.replaceAll('\r\n', '\n'), excerpt: 'Come.' });
    expect(form).toMatchObject({ cost: '$10 – $20', website: 'https://fair.test/?a=1&b=2', venue_new: '' });
    expect(form.tags?.split(', ').toSorted()).toEqual(['R&B', 'loud']);
    expect((await as('author').show('events')).text).toContain(`/admin/events?id=${form.id}">`);
  });

  it('changes only the retyped fields', async () => {
    const { id, ...form } = await made('editor', { venue_new: 'Hall', tags: 'one, two', cost: '15€' });
    const before = (await stored(id)).body;
    const again = formIn((await as('editor').send('events', { id: id ?? '', ...form })).text);
    expect((await stored(id)).body.modified_utc).toBe(before.modified_utc);
    const { text } = await as('editor').send('events', { ...again, title: 'Other', all_day: 'true', venue: '' });
    expect(formIn(text)).toMatchObject({ title: 'Other', end_date: '2031-06-10T23:59:59', venue: '', cost: '15€' });
    expect((await stored(id)).body).toMatchObject({ all_day: true, tags: before.tags, venue: [] });
    const { all_day: _, ...untimed } = formIn(text);
    await as('editor').send('events', untimed);
    expect((await stored(id)).body.all_day).toBe(false);
  });

  it('reports a fault beside its field, and loses no typed text', async () => {
    const typed = { ...fair, title: 'Kept', end_date: '2031-06-09T10:00', website: 'nowhere', tags: 'some' };
    const { status, text } = await as('editor').send('events', typed);
    expect([status, text.includes('role="alert"')]).toEqual([400, true]);
    expect(text).toMatch(/name="website" aria-invalid="true" aria-describedby="website-fault"/);
    expect(text).toMatch(/<a href="#website-field">Website<\/a>: /);
    expect(formIn(text)).toMatchObject({ ...typed, description: fair.description.replaceAll('\r\n', '\n') });
    const missing = await as('editor').send('events', { title: 'Kept', status: 'draft' });
    expect([missing.status, missing.text.includes('id="start_date-fault"')]).toEqual([400, true]);
  });

  it('overwrites no change of another user: both versions are shown, and the second is saved only when it is sent again', async () => {
    const form = await made('editor');
    await as('editor').send('events', { ...form, title: 'First', status: 'draft' });
    const late = await as('editor').send('events', { ...form, title: 'Second' });
    expect([late.status, formIn(late.text).title]).toEqual([412, 'Second']);
    expect(late.text).toMatch(/<del>First<\/del><\/td><td><ins>Second</);
    expect(late.text).toMatch(/<del>draft<\/del><\/td><td><ins>published</);
    expect((await stored(form.id)).body.title).toBe('First');
    expect((await as('editor').send('events', formIn(late.text))).status).toBe(200);
    expect((await stored(form.id)).body).toMatchObject({ title: 'Second', status: 'publish' });
    const { etag: _, ...blind } = form;
    expect((await as('editor').send('events', { ...blind, title: 'Third' })).status).toBe(412);
  });

  it('trashes an event after a question, and restores it as a draft', async () => {
    const { id = '' } = await made('editor', { title: 'Unwanted' });
    expect((await as('editor').show(`events?id=${id}&action=trash`)).text).toContain('Put “Unwanted” into the trash?');
    expect((await stored(id)).status).toBe(200);
    expect((await as('editor').send('events', { id, action: 'trash' })).text).toContain('Take it out of the trash');
    expect((await stored(id)).status).toBe(403);
    expect((await as('editor').show('events?status=trash')).text).toContain('Unwanted');
    expect((await as('editor').show('events')).text).not.toContain('Unwanted');
    const back = await as('editor').send('events', { id, action: 'restore' });
    expect(formIn(back.text)).toMatchObject({ title: 'Unwanted', status: 'draft' });
  });

  it('is open to those with the right, each for their own events', async () => {
    const { id = '', ...form } = await made('editor', { title: 'Of an editor' });
    expect((await as('author').show('events')).text).not.toContain('Of an editor');
    expect((await as('editor').show('events?whose=mine&search=editor')).text).toContain('Of an editor');
    expect((await as('author').show(`events?id=${id}`)).status).toBe(403);
    for (const action of ['', 'trash', 'restore'])
      expect((await as('author').send('events', { ...form, id, action, title: 'Mine' })).status).toBe(403);
    expect((await as('contributor').show('events?action=new')).text).not.toContain('<option value="publish">');
    expect((await made('contributor', { status: 'publish' })).status).toBe('pending');
    expect((await as('subscriber').show('events')).status).toBe(403);
  });

  it('is linked from pages in the event’s language', async () => {
    const saved = await as('editor').send('events', fair, 'fr-ca');
    expect(saved.text).toContain('L’événement est enregistré.');
    const { id = '' } = formIn(saved.text);
    const elsewhere = await as('editor').show(`events?id=${id}`);
    expect([elsewhere.status, elsewhere.location?.endsWith(`/fr-ca/admin/events?id=${id}`)]).toEqual([302, true]);
  });

  it.each([
    { id: '99999999', title: 'x' },
    { ...fair, status: 'constructor' },
    { ...fair, venue: '__proto__' },
    { id: '1', action: 'constructor' },
    { token: 'none', ...fair },
  ])('creates nothing from %j', async (form) => {
    const { status } = await as('editor').send('events', form as unknown as Record<string, string>);
    expect([status >= 400, status < 500]).toEqual([true, true]);
  });
});
