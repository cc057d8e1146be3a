import type { Documents } from '@almanac/documents';
import { createSqliteDocuments, openDatabase } from '@almanac/documents/sqlite';
import { anonymous, type Principal } from '@almanac/identity';
import type { Delivery } from '@almanac/messaging';
import { renderContextFor } from '../testing.ts';
import { withPopups } from './pagePopups.ts';
import { popupCopies, popupCopyCollections } from './popupCopies.ts';
import { popupScript } from './popupScript.ts';

const user = { kind: 'user', id: 7, roles: ['subscriber'] } as unknown as Principal;

describe('pages with popups', () => {
  let documents: Documents;
  let position: number;
  beforeEach(() => {
    position = 0;
    documents = createSqliteDocuments(openDatabase(':memory:'), popupCopyCollections);
  });

  const tell = async (type: string, data: object, at = ++position): Promise<void> => {
    const told = { type: `misc.${type}.v1`, data, key: 'x', source: 'misc', epoch: 1, position: at, n: 0 };
    await popupCopies('core', documents).handle(told as unknown as Delivery);
  };
  const publish = (targeting: object = {}) => tell('popup-changed', { id: 5, isPublished: true, ...targeting });
  const rendered = (path = '/internal/pages/harbour/', principal: Principal = anonymous, language = 'en') =>
    withPopups(
      renderContextFor(language),
      { path, principal },
      { documents, secret: 'a secret for specs', now: () => new Date('2031-01-01T12:00:00Z') },
    );
  const carries = async (...asked: Parameters<typeof rendered>) => (await rendered(...asked)).scripts !== undefined;

  it('carry the script while a popup is published', async () => {
    expect(await rendered()).not.toHaveProperty('scripts');
    await publish();
    const { scripts } = await rendered();
    expect(scripts?.map(({ path }) => path)).toEqual([popupScript.path]);
    await tell('popup-changed', { id: 5, isPublished: false });
    expect(await carries()).toBe(false);
    await tell('popup-changed', { id: 5, isPublished: true });
    await tell('popup-deleted', { id: 5 });
    expect(await carries()).toBe(false);
  });

  it('carry the script only if a popup could be meant for them', async () => {
    await publish({ include: ['/harbour', '/'], languages: ['en'], audience: 'visitors' });
    const pages = ['/internal/pages/harbour/', '/internal/pages/other/', '/internal/pages', '/internal/page-of/7'];
    expect(await Promise.all(pages.map((path) => carries(path)))).toEqual([true, false, true, true]);
    expect(await carries(pages[0], user)).toBe(false);
    expect(await carries(pages[0], anonymous, 'fr-ca')).toBe(false);
    await tell('popup-changed', { id: 5, include: [], ends: '2031-01-01T12:00:01Z' });
    expect(await carries(pages[1])).toBe(true);
    await tell('popup-changed', { id: 5, ends: '2031-01-01T12:00:00Z' });
    expect(await carries()).toBe(false);
  });

  it.each([{ isOff: true }, { isEntitled: false }])('carry no popup while the package is %j', async (facts) => {
    await publish();
    await tell('package-changed', { slug: 'popups', ...facts });
    expect(await carries()).toBe(false);
    await tell('package-changed', { slug: 'popups', isOff: false, isEntitled: true });
    await tell('package-changed', { slug: 'webhooks', isOff: true });
    expect(await carries()).toBe(true);
  });

  it('ignore older changes', async () => {
    await publish();
    await tell('popup-changed', { id: 5, isPublished: false }, 0);
    expect(await carries()).toBe(true);
  });

  it('tell the script the address to ask, and a session’s user by a nonce', async () => {
    await publish();
    const data = async (...asked: Parameters<typeof rendered>) => (await rendered(...asked)).scripts?.[0]?.data;
    const root = 'https://site.test/fr-ca/json/popup/v1';
    expect(await data('/internal/pages/harbour/', anonymous, 'fr-ca')).toEqual({
      active: `${root}/active?url=${encodeURIComponent('https://site.test/fr-ca/harbour/')}`,
      analytics: `${root}/analytics`,
      close: 'Fermer',
    });
    expect(await data('/internal/pages', user)).toMatchObject({ nonce: expect.stringMatching(/^\S+$/) });
  });
});
