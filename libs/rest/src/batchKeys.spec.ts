import type { Commands } from '@almanac/event-sourcing';
import type { Principal } from '@almanac/identity';
import { type FoundCommit, type RestRequest, route, text } from './index.ts';
import { memoryEntries, type RestUnderTest, serveRoutes } from './testing.ts';

const editor: Principal = { kind: 'user', id: 2, login: 'e', roles: ['editor'] };

let time = 0;
const now = () => new Date(1_800_000_000_000 + time);
let done: string[] = [];
let committed = new Map<string, FoundCommit>();
/** Runs before a command commits, by the command's title. */
let befalls: Record<string, () => Promise<void>> = {};

const write = async ({ args, method, commands, context }: RestRequest<{ title: string }>) => {
  const { position } = await commands.run(context, async () => done.push(`${method} ${args.title}`));
  return { status: 201, body: { title: args.title, position }, version: { stream: 'thing-1', version: 1 } };
};
const commands: Commands = {
  run: async (context, decide) => {
    const result = await decide(undefined as never);
    const title = done.at(-1)?.split(' ')[1] ?? '';
    await befalls[title]?.().catch((error: unknown) => {
      done.pop();
      throw error;
    });
    const position = done.length;
    if (context.commitId !== undefined) committed.set(context.commitId, { position, events: [] });
    return { result, position };
  },
};
const base = { namespace: 'a/v1', summary: 'Writes', args: { title: text({ required: true }) }, batch: true };
const routes = [
  route({
    ...base,
    path: '/things',
    methods: ['POST'],
    handle: write,
    recover: async ({ args }, { position }) => ({
      status: 201,
      body: { title: args.title, position },
      version: { stream: 'thing-1', version: 1 },
    }),
  }),
  route({ ...base, path: '/things/{id:\\d+}', methods: ['DELETE'], handle: write }),
  route({ ...base, path: '/secrets', methods: ['POST'], handle: write, keepAnswer: false }),
];

let rest: RestUnderTest;
beforeEach(async () => {
  [time, done, committed, befalls] = [0, [], new Map(), {}];
  rest = await serveRoutes({
    routes,
    commands,
    now,
    entries: memoryEntries(now),
    findCommit: async (id) => committed.get(id),
  });
});
afterEach(() => rest.close());

const thing = (title: string) => ({ path: '/a/v1/things', body: { title } });
const batch = (items: readonly object[], headers: Record<string, string> = { 'idempotency-key': 'k' }, more = {}) =>
  rest.ask('/internal/batch', { method: 'POST', as: editor, json: { items, ...more }, headers });
const coded = (code: string) => Object.assign(new Error(code), { code });

describe('a batch with Idempotency-Key', () => {
  it('gets its first answer again, and does nothing more', async () => {
    const items = [thing('A'), { path: '/a/v1/nothing' }, thing('B')];
    const [first, again] = [await batch(items), await batch(items)];
    expect(first.body.responses.map(({ status }: { status: number }) => status)).toEqual([201, 404, 201]);
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
    expect(done).toEqual(['POST A', 'POST B']);
  });

  it('differs if the same items belong to another whole', async () => {
    await batch([thing('A')], { 'idempotency-key': 'k' }, { whole: 'one' });
    const other = await batch([thing('A')], { 'idempotency-key': 'k' }, { whole: 'two' });
    expect([other.status, other.body.code, done]).toEqual([422, 'rest_idempotency_key_reused', ['POST A']]);
  });

  it('gives each item a commit id of its own, and none without a key', async () => {
    await batch([thing('A'), thing('B')]);
    const [one, two] = [...committed.keys()];
    expect(one?.replace(/\.0$/, '.1')).toBe(two);
    await batch([thing('C')], {});
    expect(committed.size).toBe(2);
  });

  it('is resumed if the process died, and committed items are not repeated', async () => {
    const reached = Promise.withResolvers<void>();
    befalls.B = () => {
      reached.resolve();
      return new Promise(() => undefined);
    };
    const items = [thing('A'), { path: '/a/v1/things/7?title=D', method: 'DELETE' }, thing('B'), thing('C')];
    batch(items).catch(() => undefined);
    await reached.promise;
    expect((await batch(items)).status).toBe(409);
    done.pop();
    befalls = {};
    time = 5_000;
    const { status, body } = await batch(items);
    expect([status, done]).toEqual([200, ['POST A', 'DELETE D', 'POST B', 'POST C']]);
    expect(body.responses).toMatchObject([
      { status: 201, body: { title: 'A', position: 1 } },
      { status: 409, body: { code: 'rest_idempotency_answer_lost' } },
      { status: 201, body: { title: 'B', position: 3 } },
      { status: 201, body: { title: 'C', position: 4 } },
    ]);
  });

  it('answers an item that another try has committed with that commit', async () => {
    befalls.B = async () => {
      const id = [...committed.keys()][0]?.replace(/\.0$/, '.1') ?? '';
      committed.set(id, { position: 9, events: [] });
      throw Object.assign(coded('key-taken'), { key: `once/${id}` });
    };
    expect((await batch([thing('A'), thing('B')])).body.responses).toMatchObject([
      { status: 201, body: { title: 'A', position: 1 } },
      { status: 201, body: { title: 'B', position: 9 } },
    ]);
    expect(done).toEqual(['POST A']);
  });

  it('resumes writes at once that the store could not accept', async () => {
    befalls.B = () => Promise.reject(coded('store-unavailable'));
    const items = [thing('A'), thing('B')];
    expect((await batch(items)).body.responses).toMatchObject([{ status: 201 }, { status: 503 }]);
    befalls = {};
    expect((await batch(items)).body.responses).toMatchObject([
      { status: 201, body: { title: 'A', position: 1 } },
      { status: 201, body: { title: 'B', position: 2 } },
    ]);
    expect(done).toEqual(['POST A', 'POST B']);
  });

  it('stores refusals until it has to free the key', async () => {
    const refused = { path: '/a/v1/nothing' };
    await batch([refused]);
    expect((await batch([thing('A')])).status).toBe(422);
    expect((await batch([refused])).headers['idempotency-replayed']).toBe('true');
    const forget = (as: Principal) => rest.ask('/internal/batch/forget', { method: 'POST', as, json: { key: 'k' } });
    await forget({ ...editor, id: 3 });
    expect((await batch([thing('A')])).status).toBe(422);
    await forget(editor);
    expect([(await batch([thing('A')])).status, done]).toEqual([200, ['POST A']]);
  });

  it('counts as one without a key if a visitor sends it', async () => {
    const send = () =>
      rest.ask('/internal/batch', {
        method: 'POST',
        json: { items: [thing('A')] },
        headers: { 'idempotency-key': 'k' },
      });
    expect([(await send()).status, (await send()).status, done]).toEqual([200, 200, ['POST A', 'POST A']]);
  });

  it('stores no secrets of its items', async () => {
    const items = [thing('A'), { path: '/a/v1/secrets', body: { title: 'S' } }];
    expect((await batch(items)).body.responses[1]).toMatchObject({ status: 201, body: { title: 'S' } });
    expect((await batch(items)).body.responses).toMatchObject([
      { status: 201, body: { title: 'A' } },
      { status: 409, body: { code: 'rest_idempotency_answer_lost' } },
    ]);
  });
});
