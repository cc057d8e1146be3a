import { uploadRaw } from './media/testing.contract.ts';
import { type Served, serveCore } from './testing.contract.ts';

let core: Served;
beforeAll(async () => {
  core = await serveCore();
});
afterAll(() => core.stop());

/** What an answer bears for the gateway's cache. */
const tagsOf = async (path: string): Promise<string[]> => {
  const { status, headers } = await core.ask('administrator', 'GET', `/core/v2/${path}`);
  expect(status).toBe(200);
  return (headers.get('x-almanac-tags') ?? '').split(',');
};

const made = async (base: string, body: object): Promise<number> =>
  (await core.ask('administrator', 'POST', `/core/v2/${base}`, body)).body.id;

describe('what an answer is kept under', () => {
  it.each<[string, () => Promise<number>]>([
    ['posts', () => made('posts', { title: 'Tides', status: 'publish' })],
    ['categories', () => made('categories', { name: 'Tides' })],
    ['tags', () => made('tags', { name: 'Tides' })],
    ['users', async () => 3],
    ['media', async () => (await uploadRaw(core, { content: 'x', name: 'a.txt' })).body.id],
  ])('is the collection for a list, the record for one: %s', async (base, create) => {
    const id = await create();
    const [list, record] = [await tagsOf(base), await tagsOf(`${base}/${id}`)];
    expect([list.includes(base), list.some((tag) => tag.startsWith(`${base}:`))]).toEqual([true, false]);
    expect([record.includes(base), record.includes(`${base}:${id}`)]).toEqual([false, true]);
  });
});
