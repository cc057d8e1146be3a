import { roles } from '@almanac/identity';
import type { RouteDescriptions } from '@almanac/rest';
import { type Asker, type Served, serveGuestbook } from './testing.contract.ts';

const askers: readonly Asker[] = [...roles, 'visitor'];
const PATH = '/guestbook/v1/signatures';

/** Permitted roles by route; a route without a row fails. */
const rights: Readonly<Record<string, readonly Asker[]>> = { [`GET ${PATH}`]: askers, [`POST ${PATH}`]: roles };

describe('the rights matrix', () => {
  let guestbook: Served;
  beforeAll(async () => {
    guestbook = await serveGuestbook();
  });
  afterAll(() => guestbook.stop());

  it('covers every route', async () => {
    const { namespaces } = (await guestbook.ask('GET', '/internal/routes')).body as RouteDescriptions;
    const routes = Object.values(namespaces)
      .flatMap((paths) => Object.values(paths))
      .flatMap(({ methods, template }) => methods.map((method) => `${method} ${template}`));
    expect(routes).toEqual(Object.keys(rights));
  });

  it.each(askers)('holds for a %s', async (as) => {
    expect((await guestbook.ask('GET', PATH, { as })).status).toBe(200);
    const { status } = await guestbook.ask('POST', PATH, { as, body: { text: `I am a ${as}.` } });
    expect(status).toBe(rights[`POST ${PATH}`]?.includes(as) ? 201 : 401);
  });

  it('lets a user sign once, under the name that core published', async () => {
    await guestbook.deliver('core.user-changed.v1', { id: 1, ...{ name: 'Ada', slug: 'ada' } });
    const again = await guestbook.ask('POST', PATH, { as: 'administrator', body: { text: 'Me again.' } });
    expect(again).toMatchObject({ status: 409, body: { code: 'guestbook_signed_already' } });
    expect((await guestbook.ask('POST', PATH, { as: 'editor', body: { text: 'x'.repeat(501) } })).status).toBe(400);
    const named = async () => ((await guestbook.ask('GET', PATH)).body as { name: string; author: number }[]).at(-1);
    expect(await named()).toMatchObject({ author: 1, name: 'Ada', text: 'I am a administrator.' });
    await guestbook.deliver('core.user-deleted.v1', { id: 1 });
    expect(await named()).toMatchObject({ author: 1, name: '' });
  });
});
