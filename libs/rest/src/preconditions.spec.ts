import type { Commands, RecordVersion } from '@almanac/event-sourcing';
import { DomainError } from '@almanac/i18n';
import type { Principal } from '@almanac/identity';
import fc from 'fast-check';
import { integer, type RestRequest, route } from './index.ts';
import { createEtags } from './preconditions.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const editor: Principal = { kind: 'user', id: 2, login: 'e', roles: ['editor'] };
const etags = createEtags('for specs');

let versions = new Map<number, number>();
let commits: string[] = [];
const commands: Commands = {
  run: async (_context, decide) => ({ result: await decide(undefined as never), position: commits.push('commit') }),
};

const known = (id: number): RecordVersion => {
  const version = versions.get(id);
  if (version === undefined) throw new DomainError('gone', 404, 'It is not there.');
  return { stream: `thing-${id}`, version };
};
const read = async ({ args: { id } }: RestRequest<{ id: number }>) => ({ body: { id }, version: known(id) });
const change = async (request: RestRequest<{ id: number }>) => {
  const { id } = request.args;
  const record = known(id);
  await request.commands.run(request.context, async () => request.ifMatch?.require(record));
  versions.set(id, record.version + 1);
  return { body: { id }, version: known(id) };
};
const create = async (request: RestRequest<unknown>) => {
  await request.commands.run(request.context, async () => undefined);
  return { status: 201, body: {} };
};
const base = { namespace: 'a/v1', summary: 'Does' };
const item = { ...base, path: '/things/{id:\\d+}', args: { id: integer({ required: true }) } };
const routes = [
  route({ ...item, methods: ['GET'], handle: read }),
  route({ ...item, methods: ['PUT'], permission: ({ principal }) => principal.kind === 'user', handle: change }),
  route({ ...base, path: '/things', methods: ['POST'], args: {}, batch: true, handle: create }),
];

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await serveRoutes({ routes, commands });
});
beforeEach(() => {
  versions = new Map([
    [1, 3],
    [2, 3],
  ]);
  commits = [];
});
afterAll(() => rest.close());

const tagOf = async (path: string): Promise<string> => String((await rest.ask(path)).headers.etag);
const put = async (tag: string, { id = 1, as = editor }: { id?: number; as?: Principal | undefined } = {}) =>
  (await rest.ask(`/a/v1/things/${id}`, { method: 'PUT', headers: { 'if-match': tag }, ...(as && { as }) })).status;

const FOREIGN = ['', 'nonsense', '3', '"3"', '""', '"3-x"', '"3', 'a "3-x"', '"*"', 'W/"3-x"', '\xe9', '* , "x"'];

describe('If-Match with an ETag', () => {
  it('matches the tag that the record was last shown with, in any form of its answer', async () => {
    expect(await put(await tagOf('/a/v1/things/1?_fields=none'))).toBe(200);
  });

  it('does not match a tag of an earlier version', async () => {
    const tag = await tagOf('/a/v1/things/1');
    expect([await put(tag), await put(tag), commits.length]).toEqual([200, 412, 1]);
  });

  it('does not match a tag of another record of equal version', async () => {
    expect(await put(await tagOf('/a/v1/things/2'))).toBe(412);
  });

  it('does not match a weak tag, an invented one, or one of an unknown form', async () => {
    const tag = await tagOf('/a/v1/things/1');
    const damaged = [`W/${tag}`, tag.replace(/-./, '-'), tag.replace(/-[\w-]{16}-/, '-AAAAAAAAAAAAAAAA-'), `${tag}x`];
    for (const each of [...FOREIGN, ...damaged]) expect([each, await put(each)]).toEqual([each, 412]);
    expect(commits).toEqual([]);
  });

  it('matches if one of several tags is right, and any record with *', async () => {
    const [own, other] = [await tagOf('/a/v1/things/1'), await tagOf('/a/v1/things/2')];
    expect(await put(`W/"x", ${other} ,, ${own}`)).toBe(200);
    expect(await put(' * ')).toBe(200);
  });

  it.each(FOREIGN)('is judged after 401 and 404: %p', async (tag) => {
    const asVisitor = await rest.ask('/a/v1/things/1', { method: 'PUT', headers: { 'if-match': tag } });
    expect([asVisitor.status, await put(tag, { id: 9 })]).toEqual([401, 404]);
  });

  it('refuses a creation, and its commit, unless it is *', async () => {
    const post = async (tag: string) =>
      (await rest.ask('/a/v1/things', { method: 'POST', as: editor, headers: { 'if-match': tag } })).status;
    const tag = await tagOf('/a/v1/things/1');
    expect([await post(tag), await post('nonsense'), commits.length, await post('*')]).toEqual([412, 412, 0, 201]);
  });

  it('is checked for reads as well', async () => {
    const get = async (tag: string) => (await rest.ask('/a/v1/things/1', { headers: { 'if-match': tag } })).status;
    const own = await tagOf('/a/v1/things/1');
    expect([await get(own), await get('*'), await get('"2-x"'), await get(`W/${own}`)]).toEqual([200, 200, 412, 412]);
  });
});

describe('the ETag of a record', () => {
  const record = fc.record({ stream: fc.string({ minLength: 1 }), version: fc.nat() });

  it('fits its own record and version, and no other', () => {
    fc.assert(
      fc.property(record, record, fc.string(), (one, other, json) => {
        const condition = etags.ifMatch({ 'if-match': etags.of(one, json) });
        expect(condition?.isMetBy(one)).toBe(true);
        const isSame = one.stream === other.stream && one.version === other.version;
        expect(condition?.isMetBy(other)).toBe(isSame);
      }),
    );
  });

  it('is the same for every replica of a site, and of no use to another site', () => {
    const tag = etags.of({ stream: 'thing-1', version: 1 }, '{}');
    expect(createEtags('for specs').of({ stream: 'thing-1', version: 1 }, '{}')).toBe(tag);
    const elsewhere = createEtags('another site').ifMatch({ 'if-match': tag });
    expect(elsewhere?.isMetBy({ stream: 'thing-1', version: 1 })).toBe(false);
  });

  it('fits under the new secret of a site while the former one is accepted', () => {
    const tag = etags.of({ stream: 'thing-1', version: 1 }, '{}');
    const rotated = createEtags('the new one', ['for specs']);
    expect(rotated.ifMatch({ 'if-match': tag })?.isMetBy({ stream: 'thing-1', version: 1 })).toBe(true);
    expect(rotated.ifMatch({ 'if-match': tag })?.isMetBy({ stream: 'thing-2', version: 1 })).toBe(false);
    expect(rotated.of({ stream: 'thing-1', version: 1 }, '{}')).not.toBe(tag);
  });
});

describe('a long If-Match', () => {
  it('is read in time proportional to its length', () => {
    const time = (length: number): number => {
      const header = `"a"${`,${' '.repeat(50)}`.repeat(length)}x`;
      const costs = Array.from({ length: 3 }, () => {
        const started = process.threadCpuUsage();
        for (let n = 0; n < 20; n++) etags.ifMatch({ 'if-match': header });
        return process.threadCpuUsage(started).user;
      });
      // a garbage collection may fall into one of them
      return Math.min(...costs);
    };
    time(300);
    expect(time(1_200)).toBeLessThan(12 * time(300) + 20_000);
  });
});
