import type { Collection } from '@almanac/documents';
import { createSqliteDocuments, openDatabase } from '@almanac/documents/sqlite';
import { integer, linkSet, route, viewsOf } from './index.ts';
import { INTERNAL } from './seals.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1, indexes: [['id']] };
/** Twenty notes have more text than an answer; fifteen have less. */
const TEXT = 'x'.repeat(1_048_576);
const NOTES = 20;

interface Note {
  readonly id: number;
  readonly text: string;
}

const database = openDatabase(':memory:', { durability: 'normal' });
const documents = createSqliteDocuments(database, [notes]);
const base = { namespace: 'a/v1', summary: 'Reads', args: { per_page: integer({ default: 10 }) } };

const list = route({
  ...base,
  path: '/notes',
  methods: ['GET'],
  handle: async ({ args, wants }) => {
    const without = wants('text') ? [] : ['text'];
    const found = await documents.find<Note>(notes, { limit: args.per_page, without });
    return { body: await viewsOf(found, ({ id, text }) => ({ id, text: text.slice(0, 5) })) };
  },
});

const copies = route({
  ...base,
  path: '/copies',
  methods: ['GET'],
  handle: async ({ args }) => {
    const copied = Array.from({ length: args.per_page }, () => TEXT);
    return { body: await viewsOf(copied, (text) => ({ text })) };
  },
});

const linking = route({
  ...base,
  path: '/linking',
  methods: ['GET'],
  handle: async ({ apiRoot, args }) => ({
    body: { _links: linkSet({ up: [{ href: `${apiRoot}/a/v1/notes?per_page=${args.per_page}`, embeddable: true }] }) },
  }),
});

const readAll = async () => ({ body: (await documents.find<Note>(notes, {})).length });
const change = route({ ...base, path: '/notes', methods: ['POST'], handle: readAll });
const feed = route({ ...base, path: '/feed', methods: ['GET'], expensive: true, handle: readAll });
const internal = route({ ...base, namespace: INTERNAL, path: '/notes', methods: ['GET'], handle: readAll });

let rest: RestUnderTest;
beforeAll(async () => {
  const ids = Array.from({ length: NOTES }, (_, index) => index + 1);
  documents.writeNow(ids.map((id) => ({ collection: notes, id, version: 1, body: { id, text: TEXT } })));
  rest = await serveRoutes({ routes: [list, copies, linking, change, feed, internal] });
});
afterAll(async () => {
  await rest.close();
  database.close();
});

const refused = { status: 400, body: { code: 'rest_answer_too_large' } };

describe('the text of an answer', () => {
  it('is refused if the records of a page have too much of it', async () => {
    expect(await rest.ask('/a/v1/notes?per_page=15')).toMatchObject({ status: 200, body: { length: 15 } });
    expect(await rest.ask('/a/v1/notes?per_page=20')).toMatchObject(refused);
  });

  it('does not count if no requested member has it', async () => {
    expect(await rest.ask('/a/v1/notes?per_page=20&_fields=id')).toMatchObject({ status: 200, body: { length: 20 } });
  });

  it('is counted in the views too, which repeat the text of related records', async () => {
    expect((await rest.ask('/a/v1/copies?per_page=31')).status).toBe(200);
    expect(await rest.ask('/a/v1/copies?per_page=33')).toMatchObject(refused);
  });

  it('includes that of embedded links', async () => {
    const embedded = (perPage: number) => rest.ask(`/a/v1/linking?_embed&per_page=${perPage}`);
    expect((await embedded(15)).body._embedded.up[0]).toHaveLength(15);
    expect((await embedded(20)).body._embedded.up[0]).toMatchObject(refused.body);
  });

  it('is bounded neither for changes nor for feeds, which are made in parts, nor for other services', async () => {
    expect((await rest.ask('/a/v1/notes', { method: 'POST', json: {} })).body).toBe(NOTES);
    expect((await rest.ask('/a/v1/feed')).body).toBe(NOTES);
    expect((await rest.ask('/internal/notes')).body).toBe(NOTES);
  });
});
