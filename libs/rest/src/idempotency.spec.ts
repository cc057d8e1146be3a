import type { Entries } from '@almanac/documents';
import type { CommandContext, Commands } from '@almanac/event-sourcing';
import { DomainError } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import { type FoundCommit, type RestRequest, route, text } from './index.ts';
import { memoryEntries, type RestUnderTest, serveRoutes } from './testing.ts';

const editor: Principal = { kind: 'user', id: 2, login: 'e', roles: ['editor'] };
const author: Principal = { kind: 'user', id: 3, login: 'a', roles: ['author'] };

let time = 0;
const now = () => new Date(1_800_000_000_000 + time);
let contexts: CommandContext[] = [];
let created: string[] = [];
const committed = new Map<string, FoundCommit>();
const commands: Commands = {
  run: async (context, decide) => {
    contexts.push(context);
    if (lose) throw coded('outcome-unknown');
    return { result: await decide(undefined as never), position: contexts.length };
  },
};
let lose = false;
let before: () => Promise<void> = async () => undefined;

const create = async ({ args, commands: given, context }: RestRequest<{ title: string }>) => {
  await before();
  await given.run(context, async () => created.push(args.title));
  return { status: 201, body: { id: created.length, title: args.title }, version: { stream: 'thing-1', version: 1 } };
};
const base = {
  namespace: 'a/v1',
  methods: ['POST'] as const,
  summary: 'Creates',
  args: { title: text({ required: true }) },
};
const routes = [
  route({
    ...base,
    path: '/things',
    handle: create,
    recover: async (_request, { position }) => ({ status: 201, body: { recovered: position } }),
  }),
  route({ ...base, path: '/others', handle: create }),
  route({
    ...base,
    path: '/twice',
    handle: async (request) => {
      await create(request);
      return create(request);
    },
  }),
  route({ ...base, path: '/things/{id:\\d+}', handle: create }),
  route({ ...base, path: '/nothing', handle: async () => ({ body: {} }) }),
  route({
    ...base,
    path: '/failing',
    handle: async (request) => {
      await create(request);
      throw new Error('after the commit');
    },
    recover: async (_request, { position }) => ({ status: 201, body: { recovered: position } }),
  }),
  route({ ...base, path: '/gone', handle: create, recover: () => Promise.reject(coded('store-unavailable')) }),
  route({
    ...base,
    path: '/unread',
    handle: async (request) => {
      await create(request);
      throw coded('store-unavailable');
    },
    recover: async (_request, { position }) => ({ status: 201, body: { recovered: position } }),
  }),
  route({ ...base, path: '/elsewhere', handle: async () => ({ body: {}, committed: true }) }),
  route({ ...base, path: '/secrets', handle: create, keepAnswer: false }),
  route({ ...base, path: '/files', handle: create, body: 'file' }),
];

let rest: RestUnderTest;
let entries: Entries;
const keptEntries = async (): Promise<number> => (await entries.list('idempotency')).length;
beforeEach(async () => {
  entries = memoryEntries(now);
  [time, contexts, created, before, lose] = [0, [], [], async () => undefined, false];
  committed.clear();
  rest = await serveRoutes({
    routes,
    commands,
    now,
    entries,
    findCommit: async (id) => committed.get(id),
    consistencyTokenAt: async (position) => String(position),
  });
});
afterEach(() => rest.close());

const post = (key: string, title: string, path = '/a/v1/things') =>
  rest.ask(path, { method: 'POST', as: editor, json: { title }, headers: { 'idempotency-key': key } });

/** Sends a request that waits within its command until it is released; later ones do not wait. */
const stoppedRequest = async () => {
  const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  before = () => {
    before = async () => undefined;
    entered.resolve();
    return gate.promise;
  };
  const answer = post('k', 'x');
  // a failing spec closes the connection while the request waits
  answer.catch(() => undefined);
  await entered.promise;
  return { answer, goOn: gate.resolve };
};

/** Creates an error of the store with a code. */
const coded = (code: string) => Object.assign(new Error(code), { code });

describe('Idempotency-Key', () => {
  it('returns its first answer for the same request, and does nothing more', async () => {
    const [first, again] = [await post('k', 'x'), await post('k', 'x')];
    expect([first.status, again.status, again.body, created]).toEqual([201, 201, first.body, ['x']]);
    expect([again.headers.etag, again.headers['idempotency-replayed']]).toEqual([first.headers.etag, 'true']);
    expect(again.headers['x-almanac-told']).toBe('1');
  });
  it('runs the command under the commit id of its record', async () => {
    await post('k', 'x');
    await rest.ask('/a/v1/things', { method: 'POST', json: { title: 'x' } });
    expect(contexts.map((context) => typeof context.commitId)).toEqual(['string', 'undefined']);
  });
  it('passes that id only to the first commit, since a second one would be taken for the first', async () => {
    await post('k', 'x', '/a/v1/twice');
    expect(contexts.map((context) => typeof context.commitId)).toEqual(['string', 'undefined']);
  });
  it('differs between principals, routes and keys', async () => {
    await post('k', 'x');
    await post('l', 'x');
    await post('k', 'x', '/a/v1/others');
    const headers = { 'idempotency-key': 'k' };
    await rest.ask('/a/v1/things', { method: 'POST', as: author, json: { title: 'x' }, headers });
    expect(created).toHaveLength(4);
  });
  it('refuses another body, query or address, and invalid keys', async () => {
    await post('k', 'x', '/a/v1/things/1');
    const others = [
      ['y', '/a/v1/things/1'],
      ['x', '/a/v1/things/1?title=x'],
      ['x', '/a/v1/things/1?other=1'],
      ['x', '/a/v1/things/2'],
    ] as const;
    for (const [title, path] of others) {
      const { status, body } = await post('k', title, path);
      expect([path, status, body.code]).toEqual([path, 422, 'rest_idempotency_key_reused']);
    }
    expect((await post('k'.repeat(256), 'x')).status).toBe(400);
    expect(created).toEqual(['x']);
  });
  it('is ignored for a visitor, however long it is', async () => {
    for (const key of ['k', 'k', 'k'.repeat(256)]) {
      const headers = { 'idempotency-key': key };
      const { status } = await rest.ask('/a/v1/things', { method: 'POST', json: { title: 'x' }, headers });
      expect(status).toBe(201);
    }
    expect([created.length, await keptEntries()]).toEqual([3, 0]);
  });
  it('is 409 while the first request runs', async () => {
    const first = await stoppedRequest();
    const racing = await post('k', 'x');
    expect([racing.status, racing.body.code]).toEqual([409, 'rest_idempotency_key_running']);
    first.goOn();
    expect((await first.answer).status).toBe(201);
    expect(created).toEqual(['x']);
  });
  it.each([400, 403, 404, 409, 412, 422])(
    'stores no refusal, here %d: the next request under the key is judged again',
    async (status) => {
      before = () => Promise.reject(new DomainError('refused', status, 'No.'));
      expect([(await post('k', 'x')).status, await keptEntries()]).toEqual([status, 0]);
      before = async () => undefined;
      expect([(await post('k', 'y')).status, created]).toEqual([201, ['y']]);
      expect((await post('k', 'y')).headers['idempotency-replayed']).toBe('true');
    },
  );
  it('stores no request that changed nothing', async () => {
    expect([(await post('k', 'x', '/a/v1/nothing')).status, await keptEntries()]).toEqual([200, 0]);
  });
  it('stores the answer of a request that changed another system', async () => {
    await post('k', 'x', '/a/v1/elsewhere');
    expect((await post('k', 'x', '/a/v1/elsewhere')).headers['idempotency-replayed']).toBe('true');
  });
  it('expires after a day', async () => {
    await post('k', 'x');
    time = 24 * 3_600_000;
    expect([(await post('k', 'x')).status, created]).toEqual([201, ['x', 'x']]);
  });
  it('recognises a file by its headers, except for the boundary of its form', async () => {
    const send = (boundary: string, body: string) =>
      rest.ask('/a/v1/files?title=x', {
        method: 'POST',
        as: editor,
        body,
        headers: { 'idempotency-key': 'k', 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
    expect((await send('one', '--one--')).status).toBe(201);
    expect((await send('two', '--two--')).headers['idempotency-replayed']).toBe('true');
    expect((await send('two', '--two-----')).status).toBe(422);
    expect(created).toEqual(['x']);
  });
  it('stores no secrets', async () => {
    await post('k', 'x', '/a/v1/secrets');
    const again = await post('k', 'x', '/a/v1/secrets');
    expect([again.status, again.body.code, created]).toEqual([409, 'rest_idempotency_answer_lost', ['x']]);
  });
  it('stores no 503, so that the request may be repeated', async () => {
    before = () => Promise.reject(coded('store-unavailable'));
    expect((await post('k', 'x')).status).toBe(503);
    before = async () => undefined;
    expect([(await post('k', 'x')).status, created]).toEqual([201, ['x']]);
  });
});

describe('a request with an unknown outcome', () => {
  /** Leaves the entry open, and returns the commit id in it. */
  const leaveOpen = async (path?: string): Promise<string> => {
    lose = true;
    expect((await post('k', 'x', path)).body.code).toBe('rest_outcome_unknown');
    lose = false;
    return contexts[0]?.commitId ?? '';
  };

  it('gets its answer again from its commit', async () => {
    committed.set(await leaveOpen(), { position: 5, events: [] });
    const again = await post('k', 'x');
    expect([again.status, again.body, again.headers['x-almanac-told']]).toEqual([201, { recovered: 5 }, '5']);
    expect(contexts).toHaveLength(1);
  });
  it('is reported as done if no other answer can be made', async () => {
    committed.set(await leaveOpen('/a/v1/others'), { position: 5, events: [] });
    expect((await post('k', 'x', '/a/v1/others')).body.code).toBe('rest_idempotency_answer_lost');
  });
  it('runs again under the same commit id if there is none, so that at most one commit can exist', async () => {
    const id = await leaveOpen();
    expect((await post('k', 'x')).status).toBe(201);
    expect(contexts.map((context) => context.commitId)).toEqual([id, id]);
  });
  it('is taken over from a dead process, after the time in which a living one would have answered', async () => {
    const dead = await stoppedRequest();
    time = 4_900;
    expect((await post('k', 'x')).status).toBe(409);
    time = 5_000;
    const taken = await post('k', 'x');
    expect([taken.status, created]).toEqual([201, ['x']]);
    dead.goOn();
    expect((await dead.answer).body).toEqual(taken.body);
  });
  describe('that another try commits after it was taken over', () => {
    /** The repeat decides, and finds the id taken by the first request's commit. */
    const repeatedBeside = async (path?: string) => {
      const id = await leaveOpen(path);
      before = async () => {
        committed.set(id, { position: 5, events: [] });
        throw Object.assign(coded('key-taken'), { key: `once/${id}`, position: 5 });
      };
      const taken = await post('k', 'x', path);
      before = async () => undefined;
      return taken;
    };

    it('gets its answer from that commit', async () => {
      const taken = await repeatedBeside();
      expect([taken.status, taken.body, taken.headers['x-almanac-told']]).toEqual([201, { recovered: 5 }, '5']);
      expect((await post('k', 'x')).body).toEqual({ recovered: 5 });
      expect(created).toEqual([]);
    });
    it('is reported as done if no other answer can be made, and is not repeated', async () => {
      for (const answer of [await repeatedBeside('/a/v1/others'), await post('k', 'x', '/a/v1/others')])
        expect([answer.status, answer.body.code]).toEqual([409, 'rest_idempotency_answer_lost']);
      expect(created).toEqual([]);
    });
    it('is not repeated if the store is away before its answer', async () => {
      const id = await leaveOpen('/a/v1/gone');
      before = async () => {
        committed.set(id, { position: 5, events: [] });
        throw Object.assign(coded('key-taken'), { key: `once/${id}`, position: 5 });
      };
      for (let tries = 0; tries < 2; tries++) expect((await post('k', 'x', '/a/v1/gone')).status).toBe(503);
      expect([created, contexts.length, await keptEntries()]).toEqual([[], 1, 1]);
    });
    it('says so if other records were written', async () => {
      await leaveOpen();
      before = () => Promise.reject(Object.assign(coded('key-taken'), { key: 'once/other', position: 3 }));
      expect((await post('k', 'x')).body.code).toBe('rest_conflict');
    });
  });
  it('is taken over by only one of two concurrent repeats', async () => {
    const dead = await stoppedRequest();
    const both = Promise.withResolvers<void>();
    time = 5_000;
    const { get } = entries;
    let reading = 0;
    // both read the entry before one of them takes it
    entries.get = async (kind, id) => {
      const record = await get(kind, id);
      if (++reading === 2) both.resolve();
      if (reading <= 2) await both.promise;
      return record as never;
    };
    const statuses = (await Promise.all([post('k', 'x'), post('k', 'x')])).map(({ status }) => status);
    expect([statuses.sort(), created]).toEqual([[201, 409], ['x']]);
    dead.goOn();
    await dead.answer;
  });
  it('is recovered if it failed after its commit', async () => {
    const failed = await post('k', 'x', '/a/v1/failing');
    const id = contexts[0]?.commitId ?? '';
    committed.set(id, { position: 5, events: [] });
    const again = await post('k', 'x', '/a/v1/failing');
    expect([failed.status, again.status, again.body, created]).toEqual([500, 201, { recovered: 5 }, ['x']]);
  });
  describe('while the store loses answers', () => {
    const away = () => coded('store-unavailable');
    const isRenewal = (body: unknown): boolean => !(body as { answer?: unknown }).answer;

    it('is answered and stored if its claim was renewed unnoticed', async () => {
      await rest.close();
      rest = await serveRoutes({ routes, commands, now, entries, claimedFor: 30 });
      const { put } = entries;
      let renewals = 0;
      entries.put = async (kind, id, body, options) => {
        const isDone = await put(kind, id, body, options);
        if (!isDone || !isRenewal(body)) return isDone;
        renewals++;
        throw away();
      };
      const first = await stoppedRequest();
      while (renewals < 2) await new Promise((resolve) => setTimeout(resolve, 2));
      first.goOn();
      const [{ status, body }, again] = [await first.answer, await post('k', 'x')];
      expect([status, again.body, again.headers['idempotency-replayed']]).toEqual([201, body, 'true']);
      expect(created).toEqual(['x']);
    });
    it('is answered with its result if that cannot be stored, and a repeat with its commit', async () => {
      const { put } = entries;
      entries.put = () => Promise.reject(away());
      expect(await post('k', 'x')).toMatchObject({ status: 201, body: { title: 'x' } });
      entries.put = put;
      committed.set(contexts[0]?.commitId ?? '', { position: 5, events: [] });
      expect((await post('k', 'x')).body).toEqual({ recovered: 5 });
    });
    it('is not reported as undone if that is unknown', async () => {
      entries.put = () => Promise.reject(away());
      await leaveOpen();
    });
    it('is reported as undone if that is known', async () => {
      entries.delete = () => Promise.reject(away());
      before = () => Promise.reject(new DomainError('refused', 400, 'No.'));
      expect((await post('k', 'x')).status).toBe(503);
    });
  });
  it('stays with a living process, however long it takes', async () => {
    await rest.close();
    rest = await serveRoutes({ routes, commands, now, entries, claimedFor: 30 });
    const first = await stoppedRequest();
    const renewedAt = async () => (await entries.list<{ startedAt: number }>('idempotency'))[0]?.body.startedAt;
    for (const later of [25, 50, 75]) {
      time = later;
      while ((await renewedAt()) !== now().getTime()) await new Promise((resolve) => setTimeout(resolve, 2));
      expect((await post('k', 'x')).status).toBe(409);
    }
    first.goOn();
    expect([(await first.answer).status, (await post('k', 'x')).status, created]).toEqual([201, 201, ['x']]);
  });
});

describe('a committed request whose commit the store then does not show', () => {
  it.each([{}, { 'idempotency-key': 'k' }])('is not reported as undone, with %j', async (headers) => {
    const init = { method: 'POST', as: editor, json: { title: 'x' }, headers };
    const { status, body, headers: said } = await rest.ask('/a/v1/unread', init);
    expect([status, body.code, said['retry-after']]).toEqual([503, 'rest_outcome_unknown', undefined]);
    committed.set(contexts[0]?.commitId ?? '', { position: 5, events: [] });
    if (contexts[0]?.commitId !== undefined)
      expect((await rest.ask('/a/v1/unread', init)).body).toEqual({ recovered: 5 });
    expect(created).toEqual(['x']);
  });
  it('is reported as undone if nothing was committed', async () => {
    before = () => Promise.reject(coded('store-unavailable'));
    const { body } = await rest.ask('/a/v1/things', { method: 'POST', as: editor, json: { title: 'x' } });
    expect(body.code).toBe('rest_unavailable');
  });
});
