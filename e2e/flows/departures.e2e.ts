import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { definition } from '@almanac/core/definition';
import { createSqliteDocuments, createSqliteEntries, openDatabase } from '@almanac/documents/sqlite';
import { createCommands } from '@almanac/event-sourcing';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { eventually } from '@almanac/testing';
import type { RunningSite } from '../engines/engine.ts';
import { engines, onEngines } from '../engines/engines.ts';
import { request, siteFile } from '../site.ts';
import { startWatchedSite, type WatchedSite } from '../watchedSite.ts';

const ROUNDS = process.env.LONG === undefined ? 10 : 100;
/** The administrator of the site file. */
const ADMINISTRATOR = 1;

/** A user with a post, a medium and an event. */
interface Person {
  readonly user: number;
  readonly post: number;
  readonly medium: number;
  readonly event: number;
}

/** @param base the REST root of the site */
const asAdministrator = async <Body>(base: string, method: string, path: string, body?: object) =>
  request<Body>(base, method, path, { as: 'admin', ...(body && { body }) });

const create = async (base: string, path: string, body: object): Promise<number> => {
  const answer = await asAdministrator<{ readonly id: number }>(base, 'POST', path, body);
  expect([path, answer.status]).toEqual([path, 201]);
  return answer.body.id;
};

const createPerson = async (base: string, login: string): Promise<Person> => {
  const email = `${login}@example.test`;
  const account = { username: login, email, password: 'seven herons at the harbour', roles: ['author'] };
  const user = await create(base, '/core/v2/users', account);
  const post = await create(base, '/core/v2/posts', { title: login, status: 'publish', author: user });
  const file = { 'content-type': 'text/plain', 'content-disposition': `attachment; filename="${login}.txt"` };
  const { body } = await request<{ readonly id: number }>(base, 'POST', '/core/v2/media', {
    as: 'admin',
    headers: file,
    body: login,
  });
  await asAdministrator(base, 'PUT', `/core/v2/media/${body.id}`, { author: user });
  const date = '2031-05-05 10:00:00';
  const event = { title: login, status: 'publish', start_date: date, end_date: date, author: user };
  return { user, post, medium: body.id, event: await create(base, '/cal/events/v1/events', event) };
};

const remove = (base: string, { user }: Person, heir: Person) =>
  asAdministrator<{ readonly code?: string }>(
    base,
    'DELETE',
    `/core/v2/users/${user}?force=true&reassign=${heir.user}`,
  );

/** Returns the users who have the records of a person. */
const ownersOf = async (base: string, { post, medium, event }: Person): Promise<Set<number>> => {
  const paths = [`/core/v2/posts/${post}`, `/core/v2/media/${medium}`, `/cal/events/v1/events/${event}`];
  const answers = paths.map((path) => asAdministrator<{ readonly author: number | string }>(base, 'GET', path));
  return new Set((await Promise.all(answers)).map(({ body }) => Number(body.author)));
};

/** Resolves once all records of the persons belong to a user. */
const belongTo = (base: string, persons: readonly Person[], owner: number): Promise<void> =>
  eventually(async () => {
    const owners = await Promise.all(persons.map((person) => ownersOf(base, person)));
    return owners.every((each) => each.size === 1 && each.has(owner));
  });

/** Stops the site as an operator does, once its loop is nearly idle. */
const expectQuietEnd = async (site: WatchedSite): Promise<void> => {
  await eventually(async () => {
    await site.worked();
    await pause(500);
    return (await site.worked()).total < 250;
  });
  await site.stop();
  expect(site.process.exitCode).toBe(0);
};

/** Deletes pairs of users at the same time, each with the other as heir. */
const expectOneStays = async (base: string, rounds: number): Promise<void> => {
  for (let round = 0; round < rounds; round++) {
    const persons = [await createPerson(base, `one${round}`), await createPerson(base, `other${round}`)] as const;
    const [one, other] = persons;
    const [first, second] = await Promise.all([remove(base, one, other), remove(base, other, one)]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
    expect([first.body.code, second.body.code]).toContain('rest_user_invalid_reassign');
    await belongTo(base, persons, first.status === 200 ? other.user : one.user);
  }
};

const onServers = engines().filter(({ name }) => name !== 'embedded');

onEngines(
  'users who are deleted at the same time',
  (engine) => {
    let site: RunningSite;
    beforeAll(async () => {
      site = await engine.start(siteFile);
    });
    afterAll(() => site?.stop());

    it('keep one of the two, who inherits everything', () => expectOneStays(site.base, ROUNDS / 2));
  },
  onServers,
);

describe('users who are deleted at the same time, each with the other as heir', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-departures-'));
  let site: WatchedSite;
  beforeAll(async () => {
    site = await startWatchedSite({ DATA: folder, DURABILITY: 'normal' });
  });
  afterAll(async () => {
    await site.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('keep one of the two, who inherits everything', () => expectOneStays(site.root, ROUNDS));

  it('are cleaned up at the start if earlier releases deleted both: an administrator gets their records', async () => {
    const persons = [await createPerson(site.root, 'before'), await createPerson(site.root, 'beside')] as const;
    await expectQuietEnd(site);
    await deleteTogether(join(folder, 'core.sqlite'), persons);
    site = await startWatchedSite({ DATA: folder, DURABILITY: 'normal' });
    await belongTo(site.root, persons, ADMINISTRATOR);
    await expectQuietEnd(site);
  });
});

/** Deletes two users in a log, each with the other as heir, and notes the follow-up work, as earlier releases did. */
const deleteTogether = async (file: string, [one, other]: readonly [Person, Person]): Promise<void> => {
  const database = openDatabase(file);
  const documents = createSqliteDocuments(database, definition.collections);
  const store = createSqliteEventStore(database, { documents });
  const entries = createSqliteEntries(database, { now: Date.now });
  const until = Date.now();
  // logins and addresses stay taken: this process does not have the key of their names
  const nameless = definition.registrations.map(({ names: _, ...registration }) => registration);
  const commands = createCommands({ store, documents, registrations: nameless, now: () => new Date() });
  const user = definition.registrations.find(({ aggregate }) => aggregate.category === 'user')?.aggregate;
  if (user === undefined) throw new Error('core has no users');
  const context = { principal: 'user:1', language: 'en', correlation: 'departures', causation: 'departures' } as const;
  for (const [gone, heir] of [
    [one.user, other.user],
    [other.user, one.user],
  ] as const) {
    await entries.put('dangling-references', `users/${gone}`, { kind: 'users', id: gone, reassign: heir, until });
    await entries.put('dangling-media', `author/${gone}`, { member: 'author', from: gone, to: heir, until });
    await commands.run(context, (unit) => unit.append(user, gone, [{ type: 'UserDeleted', data: { reassign: heir } }]));
  }
  await store.close();
  database.close();
};
