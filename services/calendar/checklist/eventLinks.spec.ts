import { type CheckedSite, checkedSite, inHours } from './checkedSite.contract.ts';

let site: CheckedSite;
beforeEach(async () => {
  site = await checkedSite();
});
afterEach(() => site.stop());

const times = { start_date: inHours(1), end_date: inHours(2) };

/** Creates an event with the body, and changes another one by it. */
const both = async (body: object) => {
  const { id } = await site.event(1);
  const made = await site.ask('administrator', 'POST', '/events', { body: { title: 'Event', ...times, ...body } });
  const changed = await site.ask('administrator', 'POST', `/events/${id}`, { body });
  expect([made.status, changed.status]).toEqual([201, 200]);
  return [made.body, changed.body];
};

/** The venue that is sent in the four cases of lines 146 and 188. */
const place = {
  venue: 'Théâtre d’été',
  address: '1 Rue du Port',
  zip: '10001',
  phone: '555',
  description: 'A place',
  website: 'https://place.test/',
  show_map: true,
  show_map_link: true,
};

describe('lines 145–160 and 187–204: what events are linked to', () => {
  it.each([
    [{ city: 'Albany', country: 'United States', state: 'NY', province: 'x' }, 'NY'],
    [{ city: 'Toronto', country: 'Canada', province: 'ON' }, 'ON'],
    [{ city: 'Durban', country: 'South Africa', province: 'KwaZulu-Natal' }, 'KwaZulu-Natal'],
    [{ city: 'Lyon', country: 'France', province: 'Rhône' }, 'Rhône'],
  ])('145, 146, 187, 188: a venue by its id and by values: %j', async (region, stateprovince) => {
    for (const { venue } of await both({ venue: { ...place, ...region } })) {
      expect(venue).toMatchObject({ ...place, ...region, stateprovince, description: '<p>A place</p>' });
      for (const event of await both({ venue: venue.id })) expect(event.venue.id).toBe(venue.id);
    }
  });

  it('147–152, 189–194: organizers are named by ids or made of values', async () => {
    const [a, b] = [
      await site.made('organizers', { organizer: 'a' }),
      await site.made('organizers', { organizer: 'b' }),
    ];
    const ids = ({ organizer }: { organizer: { id: number }[] }) => organizer.map(({ id }) => id);
    for (const event of await both({ organizer: a.id })) expect(ids(event)).toEqual([a.id]);
    for (const event of await both({ organizer: [b.id, a.id] })) expect(ids(event)).toEqual([b.id, a.id]);
    for (const event of await both({ organizer: [{ organizer: 'c' }] })) expect(ids(event)).toHaveLength(1);
    const three = ['d', 'e', 'f'].map((organizer) => ({ organizer }));
    for (const event of await both({ organizer: three })) expect(new Set(ids(event)).size).toBe(3);
    for (const event of await both({ organizer: [{ id: a.id }, ...three.slice(0, 2), { id: b.id }] })) {
      expect(ids(event)).toHaveLength(4);
      expect(ids(event)).toEqual(expect.arrayContaining([a.id, b.id]));
    }
    const image = 'https://elsewhere.test/pier.jpg';
    const pictured = {
      venue: { venue: 'Pier', image },
      organizer: [
        { organizer: 'P', image },
        { organizer: 'Q', image },
      ],
    };
    for (const event of await both(pictured)) {
      for (const each of [event.venue, ...event.organizer]) expect(each.image.id).toBe(90);
    }
  });

  it('195, 196: a change takes away organizers or the venue alone', async () => {
    const { id } = await site.event(1, { venue: { venue: 'Hall' }, organizer: { organizer: 'Club' } });
    const change = async (body: object) => (await site.ask('administrator', 'POST', `/events/${id}`, { body })).body;
    expect(await change({ organizer: [] })).toMatchObject({ organizer: [], venue: { venue: 'Hall' } });
    expect(await change({ venue: 0 })).toMatchObject({ venue: [] });
  });

  it.each(['categories', 'tags'] as const)('153–160, 197–204: %s are named by ids or names', async (plural) => {
    const [one, two] = [await site.made(plural, { name: 'one' }), await site.made(plural, { name: 'two' })];
    const names = (event: Record<string, { name: string }[]>) => (event[plural] ?? []).map(({ name }) => name);
    for (const event of await both({ [plural]: [one.id, two.id] })) expect(names(event)).toEqual(['one', 'two']);
    for (const event of await both({ [plural]: 'cat1,cat2' })) expect(names(event)).toEqual(['cat1', 'cat2']);
    for (const event of await both({ [plural]: '' })) expect(names(event)).toEqual([]);
    const { id } = await site.event(1, { [plural]: [one.id] });
    const cleared = await site.ask('administrator', 'POST', `/events/${id}`, { body: { [plural]: '' } });
    expect(names(cleared.body)).toEqual([]);
    for (const event of await both({ [plural]: [one.id, 'three'] })) expect(names(event)).toEqual(['one', 'three']);
  });

  it('465: makes no event with a venue or an organizer that is none', async () => {
    for (const body of [{ venue: { address: 'x' } }, { organizer: [{ phone: '1' }] }, { venue: { id: 23 } }]) {
      expect(await site.status('administrator', 'POST', '/events', { title: 'E', ...times, ...body })).toBe(400);
    }
    expect(await site.ids('/events')).toEqual([]);
  });
});
