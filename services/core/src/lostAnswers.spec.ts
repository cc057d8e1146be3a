import { deleteStoredAnswers } from '@almanac/rest/testing';
import { uploadRaw } from './media/testing.contract.ts';
import { serveCore, type TestService } from './testing.contract.ts';

let core: TestService;
beforeAll(async () => {
  core = await serveCore();
});
afterAll(() => core.stop());

const KEY = { 'idempotency-key': 'once' };
const sent = (base: string, body: object) => () => core.ask('administrator', 'POST', `/core/v2/${base}`, body, KEY);

describe('a created record whose answer was lost', () => {
  it.each([
    ['posts', 'rest_post_invalid_id', sent('posts', { title: 'Tides', status: 'publish' })],
    ['categories', 'rest_term_invalid', sent('categories', { name: 'Tides' })],
    ['tags', 'rest_term_invalid', sent('tags', { name: 'Tides' })],
    [
      'media',
      'rest_post_invalid_id',
      () => uploadRaw(core, { as: 'administrator', content: 'x', name: 'a.txt', headers: KEY }),
    ],
  ])('is returned for the same request, and created once: %s', async (base, gone, create) => {
    const { body: first } = await create();
    await deleteStoredAnswers(core.entries);
    const again = await create();
    expect([again.status, again.body]).toEqual([201, first]);
    expect(again.headers.get('location')).toContain(`/${base}/${first.id}`);
    await core.ask('administrator', 'DELETE', `/core/v2/${base}/${first.id}?force=true`);
    await deleteStoredAnswers(core.entries);
    const before = await core.store.last();
    const { status, body } = await create();
    expect([status, body.code, await core.store.last()]).toEqual([404, gone, before]);
  });
});
