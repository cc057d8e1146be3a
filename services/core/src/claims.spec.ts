import { createHash, createHmac } from 'node:crypto';
import type { Collection } from '@almanac/documents';
import { heldClaims } from '@almanac/event-sourcing/testing';
import fc from 'fast-check';
import { namesKey } from './accounts/users/namesKey.ts';
import { type User, users } from './accounts/users/user.ts';
import { type Medium, media } from './media/medium.ts';
import { uploadRaw } from './media/testing.contract.ts';
import { type Post, posts } from './posts/post.ts';
import { type Term, taxonomies } from './terms/term.ts';
import { type SpecAnswer, serveCore, type TestService } from './testing.contract.ts';

let core: TestService;
beforeEach(async () => {
  core = await serveCore();
});
afterEach(() => core.stop());

const all = <State>(collection: Collection) => core.documents.find<State>(collection, { limit: 10_000 });

/** Returns the hash that the claim of a user's name contains. */
const hashed = (name: string, key: Buffer) => createHmac('sha256', key).update(name.toLowerCase()).digest('base64url');

/** Returns the claims that records must have: all their names, and no other. */
const borneNames = async (): Promise<Map<string, string>> => {
  const names: [claim: string, by: string][] = [];
  for (const { id, language, slug } of await all<Post>(posts))
    names.push([`slug/post/${language}/${slug}`, `post-${id}`]);
  for (const { slug: taxonomy, aggregate, collection } of taxonomies) {
    for (const { id, language, slug } of await all<Term>(collection)) {
      names.push([`slug/${taxonomy}/${language}/${slug}`, `${aggregate.category}-${id}`]);
    }
  }
  for (const { id, slug, source } of await all<Medium>(media)) {
    names.push([`slug/attachment/${slug}`, `medium-${id}`]);
    if (source !== null) {
      names.push([`source/attachment/${createHash('sha256').update(source).digest('hex')}`, `medium-${id}`]);
    }
  }
  const key = await namesKey(core.entries, core.random);
  for (const { id, login, email, slug } of await all<User>(users)) {
    const own = { login, email, slug };
    for (const [kind, name] of Object.entries(own)) names.push([`user/${kind}/${hashed(name, key)}`, `user-${id}`]);
  }
  return new Map(names.filter(([claim]) => !claim.endsWith('/')));
};

const sorted = (claims: ReadonlyMap<string, string>) => [...claims].sort(([a], [b]) => (a < b ? -1 : 1));
const expectClaimsOfRecords = async (story: readonly string[]) =>
  expect([story, sorted(await heldClaims(core.store))]).toEqual([story, sorted(await borneNames())]);

/** The operations on a record with a slug; each kind has some of them. */
type Step = (path: string, slug: string) => Promise<SpecAnswer>;
interface Kind {
  create(slug: string): Promise<SpecAnswer>;
  readonly steps: Readonly<Record<string, Step>>;
}

const ask = (method: string, path: string, body?: object) =>
  core.ask('administrator', method, `/core/v2/${path}`, body);
const rename: Step = (path, slug) => ask('PUT', path, { slug });
const erase: Step = (path) => ask('DELETE', path, { force: true, reassign: '' });
let count = 0;

const term = (collection: string): Kind => ({
  create: (slug) => ask('POST', collection, { name: `Term ${++count}`, slug }),
  steps: { rename, erase },
});

const kinds: Readonly<Record<string, Kind>> = {
  posts: {
    create: (slug) => ask('POST', 'posts', { title: `Post ${++count}`, slug, status: 'publish' }),
    steps: {
      rename,
      erase,
      trash: (path) => ask('DELETE', path),
      restore: (path) => ask('PUT', path, { status: 'publish' }),
      'restore as': (path, slug) => ask('PUT', path, { status: 'draft', slug }),
      unname: (path) => ask('PUT', path, { status: 'draft', slug: '' }),
    },
  },
  categories: term('categories'),
  tags: term('tags'),
  media: {
    create: (slug) => uploadRaw(core, { as: 'administrator', content: 'x', name: 'a.txt', query: `?slug=${slug}` }),
    steps: { rename, erase },
  },
  users: {
    create: (slug) => {
      const username = `user${++count}`;
      const password = `a long password of ${username}`;
      return ask('POST', 'users', { username, email: `${username}@example.test`, password, slug });
    },
    steps: { rename, erase, move: (path, slug) => ask('PUT', path, { email: `${slug}${++count}@example.test` }) },
  },
};

/** Returns all sequences of one and two operations, also with a post in the trash. */
const storiesOf = ({ steps }: Kind): string[][] => {
  const each = Object.keys(steps);
  const twice = each.flatMap((first) => each.map((second) => [first, second]));
  const inTrash = 'trash' in steps ? each.map((then) => ['trash', 'restore', then]) : [];
  return [...each.map((step) => [step]), ...twice, ...inTrash];
};

/** One operation on a record of a kind, with one of a few contested names. */
const deed = fc.record({
  kind: fc.constantFrom('posts', 'categories', 'tags', 'media'),
  step: fc.nat(),
  record: fc.nat(),
  slug: fc.constantFrom('pier', 'boat', 'pier-2', ''),
});

describe('a unique name', () => {
  it.each(Object.entries(kinds))(
    'is held for %s by its record, and is free once no record has it',
    async (name, kind) => {
      const { create, steps } = kind;
      for (const story of storiesOf(kind)) {
        const wanted = `name-${++count}`;
        const { body: made } = await create(wanted);
        expect(made.slug).toBe(wanted);
        const path = `${name}/${made.id}`;
        for (const [turn, step] of story.entries()) {
          expect((await (steps[step] as Step)(path, `${wanted}-${turn}`)).status).toBeLessThan(500);
        }
        await expectClaimsOfRecords(story);
        const now = (await ask('GET', `${path}?context=edit`)).body;
        const next = (await create(wanted)).body;
        expect([story, next.slug === wanted]).toEqual([story, now.slug !== wanted]);
        await expectClaimsOfRecords(story);
      }
    },
  );

  it('is held by its record after any sequence of commands', async () => {
    const made = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
    const act = async ({
      kind: name,
      step,
      record,
      slug,
    }: {
      kind: string;
      step: number;
      record: number;
      slug: string;
    }) => {
      const { create, steps } = kinds[name] as Kind;
      const ids = made.get(name) ?? [];
      const names = [...Object.keys(steps), 'create', 'create'];
      const chosen = ids.length === 0 ? 'create' : (names[step % names.length] ?? 'create');
      const target = `${name}/${ids[record % ids.length]}`;
      const { status, body } =
        chosen === 'create' ? await create(slug || 'pier') : await (steps[chosen] as Step)(target, slug);
      expect(status).toBeLessThan(500);
      if (status === 201) ids.push(body.id);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 16 }), async (deeds) => {
        for (const each of deeds) await act(each);
        await expectClaimsOfRecords([]);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});
