import { type Serving, serveMisc, type TestService } from '../../testing.contract.ts';
import { createDroppedVisits } from './droppedVisits.ts';

const DAY_MS = 86_400_000;
const UNLIMITED = { visitor: 0, address: 0, site: 0 };

/** Returns a different visitor, from a different network, for each number. */
const stranger = (number: number) => ({
  'user-agent': `Reader/${number}`,
  'x-forwarded-for': `10.${number >> 8}.${number & 255}.1`,
});

describe('the limits of visits', () => {
  let misc: TestService;
  let popup: number;
  const serve = async (popup_limits: object, serving: Serving = {}) => {
    misc = await serveMisc({ ...serving, site: { settings: { popup_limits: { ...UNLIMITED, ...popup_limits } } } });
    const body = { title: 'Offer', status: 'publish' };
    popup = (await misc.ask('/popup/v1/popups', { as: 'editor', method: 'POST', body })).body.id;
  };
  afterEach(() => misc.stop());

  const send = (headers: Record<string, string>, event = 'open') =>
    misc.ask(`/popup/v1/analytics?event=${event}&pid=${popup}`, { headers });
  const stats = async (method = 'GET') =>
    (await misc.ask(`/popup/v1/popups/${popup}/stats`, { as: 'editor', method })).body;
  const entriesOf = (kind: string) => misc.entries.list(kind);

  it('give dropped visits the same answer, and report their number', async () => {
    await serve({ visitor: 2 });
    for (let turn = 0; turn < 4; turn++) {
      expect((await send(stranger(1))).status).toBe(204);
      misc.advance(6_000);
    }
    expect(await stats()).toMatchObject({ opens: 2, dropped: 2 });
    await send(stranger(1), 'conversion');
    expect(await stats()).toMatchObject({ conversions: 1, orphans: 0 });
  });

  it.each([
    ['an address', { address: 3 }, (turn: number) => ({ ...stranger(1), 'user-agent': `Reader/${turn}` })],
    ['the site', { site: 3 }, stranger],
  ])('drop visits from %s beyond the limit', async (_what, limits, visitor) => {
    await serve(limits);
    for (let turn = 0; turn < 5; turn++) await send(visitor(turn));
    expect(await stats()).toMatchObject({ opens: 3, dropped: 2 });
  });

  it('leave dropped visits out of the log, however the visitors of a flood change', async () => {
    await serve({ address: 2, site: 5 });
    for (let turn = 0; turn < 6; turn++) await send(stranger(turn));
    const [before, claims] = [await misc.store.last(), await entriesOf('visit')];
    const flood = Array.from({ length: 400 }, (_, turn) => send(stranger(turn), turn % 2 ? 'open' : 'conversion'));
    for (const { status } of await Promise.all(flood)) expect(status).toBe(204);
    expect(await misc.store.last()).toBe(before);
    expect(await entriesOf('visit')).toEqual(claims);
    expect(await entriesOf('dropped-visits')).toHaveLength(1);
    expect(await stats()).toMatchObject({ opens: 5, conversions: 0, dropped: 401 });
  });

  it('bound the sum of all visitors in a day, and start again on the next', async () => {
    await serve({}, { limitSettings: { 'popup-day': { most: 3, seconds: DAY_MS / 1_000 } } });
    for (let turn = 0; turn < 3; turn++) await send(stranger(turn));
    const before = await misc.store.last();
    for (let hour = 0; hour < 24; hour++) {
      expect((await send(stranger(hour + 10))).status).toBe(204);
      misc.advance(DAY_MS / 24);
    }
    expect(await misc.store.last()).toBe(before);
    expect(await stats()).toMatchObject({ opens: 3, dropped: 24 });
    await send(stranger(99));
    expect(await stats()).toMatchObject({ opens: 4, dropped: 24 });
  });

  it('skip the counters of networks and visitors while the whole site is over its limit', async () => {
    await serve({ address: 1, site: 1 });
    await send(stranger(1));
    await send(stranger(2));
    await send(stranger(3));
    misc.advance(1_000);
    await send(stranger(3));
    expect(await stats()).toMatchObject({ opens: 2, dropped: 2 });
  });

  it('forget dropped visits after a reset, which reports them, and thirty days after the last', async () => {
    await serve({ visitor: 1 });
    for (let turn = 0; turn < 3; turn++) await send(stranger(1));
    misc.advance(10_000);
    await send(stranger(1));
    expect(await stats('DELETE')).toMatchObject({ previous: { opens: 1, dropped: 3 } });
    expect((await stats()).dropped).toBe(0);
    await send(stranger(1));
    expect((await stats()).dropped).toBe(1);
    misc.advance(30 * DAY_MS);
    expect((await stats()).dropped).toBe(0);
  });

  it('count each dropped visit once, however many replicas drop at a time', async () => {
    await serve({});
    const replicas = [1, 2, 3].map(() => createDroppedVisits(misc));
    await Promise.all(Array.from({ length: 90 }, (_, turn) => replicas[turn % 3]?.add(popup)));
    expect((await stats()).dropped).toBe(90);
  });

  it('share a write among visits that are dropped while another is under way', async () => {
    await serve({});
    let writes = 0;
    const put: TestService['entries']['put'] = (...given) => {
      writes++;
      return misc.entries.put(...given);
    };
    const dropped = createDroppedVisits({ entries: { ...misc.entries, put }, now: misc.now });
    await Promise.all(Array.from({ length: 90 }, () => dropped.add(popup)));
    expect([writes, await dropped.of(popup)]).toEqual([1, 90]);
  });

  it('go on counting dropped visits after one that could not be stored', async () => {
    await serve({});
    let isAway = true;
    const put: TestService['entries']['put'] = (...given) =>
      isAway ? Promise.reject(new Error('away')) : misc.entries.put(...given);
    const dropped = createDroppedVisits({ entries: { ...misc.entries, put }, now: misc.now });
    await expect(dropped.add(popup)).rejects.toThrow('away');
    isAway = false;
    await dropped.add(popup);
    expect(await dropped.of(popup)).toBe(1);
  });
});
