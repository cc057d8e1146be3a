import { serveCalendar, type TestService } from '../testing.contract.ts';

const fair = { title: 'Fair "of" all & sundry', start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };

describe('an event whose members are sent back as shown', () => {
  let calendar: TestService;
  beforeEach(async () => {
    calendar = await serveCalendar();
  });
  afterEach(() => calendar.stop());

  const create = async (body: object) => {
    const made = await calendar.ask('administrator', 'POST', '/events', { body: { ...fair, ...body } });
    expect([made.status, made.body.code]).toEqual([201, undefined]);
    return made.body;
  };
  const change = async (id: number, body: object) => {
    const changed = await calendar.ask('administrator', 'PUT', `/events/${id}`, { body });
    expect([changed.status, changed.body.code]).toEqual([200, undefined]);
    return changed.body;
  };

  it('changes only in the new ones', async () => {
    const made = await create({ website: 'https://example.org/?a=1&b=2', cost: 'TBD & more', timezone: 'Asia/Tokyo' });
    const changed = await change(made.id, { ...made, excerpt: 'New' });
    expect(changed).toEqual({
      ...made,
      excerpt: '<p>New</p>',
      modified: changed.modified,
      modified_utc: changed.modified_utc,
    });
  });

  it('takes website and cost of another event in their shown form', async () => {
    const { website, cost } = await create({ website: 'https://example.org/?a=1&b=2', cost: '<5 & more' });
    expect([website, cost]).toEqual(['https://example.org/?a=1&amp;b=2', '$5']);
    expect(await create({ website, cost: 'A &amp; B' })).toMatchObject({ website, cost: 'A &amp; B' });
  });

  it('takes terms and a missing image in their shown form, on creation too', async () => {
    const { categories, tags, image } = await create({ categories: ['Music'], tags: 'loud' });
    expect(image).toBe(false);
    const other = await create({ categories, tags, image });
    const ids = (terms: readonly { readonly id: number }[]) => terms.map(({ id }) => id);
    expect([ids(other.categories), ids(other.tags), other.image]).toEqual([ids(categories), ids(tags), false]);
    const refused = await calendar.ask('administrator', 'PUT', `/events/${other.id}`, {
      body: { tags: [{ id: 999 }] },
    });
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_invalid_param']);
  });

  it('keeps links to hidden records', async () => {
    const venue = (await calendar.ask('administrator', 'POST', '/venues', { body: { venue: 'Hall' } })).body;
    const { id } = await create({ venue: venue.id });
    await calendar.ask('administrator', 'DELETE', `/venues/${venue.id}`);
    const { body } = await calendar.ask('administrator', 'GET', `/events/${id}`);
    expect(body.venue).toEqual([]);
    await change(id, body);
    await calendar.ask('administrator', 'POST', `/venues/${venue.id}`, { body: { status: 'publish' } });
    expect((await calendar.ask('visitor', 'GET', `/events/${id}`)).body.venue).toMatchObject({ id: venue.id });
  });

  it.each([
    ['15€', 40, '40€', '€'],
    ['15€', '$40', '$40', '$'],
    ['15€', ['$40', '50'], '$40 – $50', ''],
    ['15€', 'Free', 'Free', '€'],
    ['15', 40, '$40', ''],
  ])('keeps its currency: from %s by %j to %s', async (before, cost, shown, currency_symbol) => {
    const { id } = await create({ cost: before, currency_code: 'EUR' });
    expect(await change(id, { cost })).toMatchObject({
      cost: shown,
      cost_details: { currency_symbol, currency_code: 'EUR' },
    });
  });
});
