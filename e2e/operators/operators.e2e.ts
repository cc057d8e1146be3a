import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@almanac/manifest';
import { native } from '../engines/native.ts';
import { request } from '../site.ts';
import { dump, restore } from './databases.ts';
import {
  history,
  type NativeOperatedSite,
  type OperatedSite,
  operatedEmbedded,
  operatedOnNative,
  ops,
} from './operatedSite.ts';
import { get, makeEvent, post, put, remove, tamper, whileWriting } from './writes.ts';

const CALENDAR = '/cal/events/v1';
const TAGS = '/core/v2/tags';

/** Polls until a value holds; returns the last value, also after the timeout. */
const eventually = async <Value>(look: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Value> => {
  for (const until = Date.now() + 180_000; ; await pause(100)) {
    const value = await look();
    if (holds(value) || Date.now() > until) return value;
  }
};

/** Returns the name in the calendar's copy of a tag of core. */
const tagName = (site: OperatedSite, id: number): Promise<string | undefined> =>
  request<{ name?: string }>(site.root, 'GET', `${CALENDAR}/tags/${id}`, { as: 'admin' }).then(({ body }) => body.name);

const lagged = (site: OperatedSite, line: RegExp) =>
  eventually(
    () => ops(site, 'lag'),
    ({ output }) => line.test(output),
  );

/** Defines tests of the commands that work on every engine. */
const everywhere = (site: () => OperatedSite): void => {
  it('history says who changed what', async () => {
    const id = await makeEvent(site(), 'Regatta');
    await post(site(), `${CALENDAR}/events/${id}`, { title: 'Great regatta' });
    const said = await history(site(), 'event', String(id));
    expect([said.code, said.output.match(/ {2}\S+ \(user:1\) {2}\S+ {2}\(version \d\)/g)?.length]).toEqual([0, 2]);
    expect(said.output).toContain('title: "Regatta" → "Great regatta"');
    const changes = JSON.parse((await history(site(), 'event', String(id), '--json')).output) as { version: number }[];
    expect(changes.map(({ version }) => version)).toEqual([1, 2]);
  });

  it('verify finds a document that differs from its fold, and rebuild repairs it while the site is written to', async () => {
    const id = await makeEvent(site(), 'True title');
    await tamper(site(), { name: 'events', id }, (body) => ({ ...body, title: 'Forged title' }));
    const unsound = await ops(site(), 'verify', 'calendar');
    expect([unsound.code, unsound.output]).toEqual([1, expect.stringContaining(`events/${id} is no fold`)]);
    const written = await whileWriting(site(), async () => {
      expect(await ops(site(), 'rebuild', 'calendar')).toMatchObject({ code: 0 });
    });
    expect(written).toBeGreaterThan(0);
    const mended = await eventually(
      () => get<{ title: string }>(site(), `${CALENDAR}/events/${id}`),
      ({ title }) => title === 'True title',
    );
    expect(mended.title).toBe('True title');
    expect(await ops(site(), 'verify', 'calendar')).toMatchObject({ code: 0 });
  });

  it('dead letters are listed, replayed once repaired, and given up', async () => {
    const [mended, given] = [
      (await post(site(), TAGS, { name: 'Pier' })).id,
      (await post(site(), TAGS, { name: 'Quay' })).id,
    ];
    const arrived = await eventually(
      () => Promise.all([tagName(site(), mended), tagName(site(), given)]),
      (names) => names.join() === 'Pier,Quay',
    );
    expect(arrived).toEqual(['Pier', 'Quay']);
    const before = await tamper(site(), { name: 'tag-copies', id: mended }, () => null);
    await tamper(site(), { name: 'tag-copies', id: given }, () => null);
    await put(site(), `${TAGS}/${mended}`, { description: 'of wood' });
    await put(site(), `${TAGS}/${given}`, { description: 'of stone' });
    await put(site(), `${TAGS}/${mended}`, { name: 'Old pier' });
    const free = (await post(site(), TAGS, { name: 'Lighthouse' })).id;
    const parked = await eventually(
      () => ops(site(), 'dead-letters', 'calendar'),
      ({ output }) => output.includes('calendar.copies: 3 waiting'),
    );
    expect([parked.code, parked.output]).toEqual([1, expect.stringContaining('calendar.copies: 3 waiting')]);
    const lines = parked.output.split('\n').filter((line) => line.includes(`-${mended}  `));
    expect(lines.map((line) => line.includes('waits behind'))).toEqual([false, true]);
    expect(
      await eventually(
        () => tagName(site(), free),
        (name) => name === 'Lighthouse',
      ),
    ).toBe('Lighthouse');

    const key = lines[0]?.trim().split(' ')[0] ?? '';
    await tamper(site(), { name: 'tag-copies', id: mended }, () => before.body);
    expect((await ops(site(), 'replay', 'calendar.copies', key)).output).toContain('2 events with 1 keys');
    expect(
      await eventually(
        () => tagName(site(), mended),
        (name) => name === 'Old pier',
      ),
    ).toBe('Old pier');
    const other = key.replace(String(mended), String(given));
    expect((await ops(site(), 'discard', 'calendar.copies', other)).output).toContain(`Given up: ${other}`);
    const nothing = await eventually(
      () => ops(site(), 'dead-letters'),
      ({ code }) => code === 0,
    );
    expect(nothing).toEqual({ code: 0, output: 'There are no dead letters.\n' });
  });

  it('erase removes the personal data of a subject, its history included', async () => {
    const user = await post(site(), '/core/v2/users', {
      username: 'zebedee',
      password: 'a long enough one 7',
      email: 'z@quillworth.test',
      roles: ['editor'],
      first_name: 'Zebedee',
      last_name: 'Quillworth',
      name: 'Zebedee Q',
      description: 'builds telescopes',
    });
    await post(site(), `/core/v2/users/${user.id}/application-passwords`, { name: "Zebedee's phone" });
    const organizer = { organizer: 'Brass band', email: 'tuba@quillworth.test', phone: '555-0199' };
    await makeEvent(site(), 'Concert', { organizer });
    const { organizers } = await get<{ organizers: { id: number }[] }>(site(), `${CALENDAR}/organizers`);
    const organizerId = String(organizers[0]?.id);
    expect((await ops(site(), 'erase', 'user', String(user.id))).output).toContain('still has an account');
    await remove(site(), `/core/v2/users/${user.id}?force=true&reassign=1`);
    expect((await site().holding('quillworth')).length).toBeGreaterThan(0);
    for (const subject of [
      ['user', String(user.id)],
      ['organizer', organizerId],
    ] as const) {
      const erased = await ops(site(), 'erase', ...subject);
      expect([erased.code, erased.output]).toEqual([0, expect.stringContaining('hold nothing personal any more')]);
    }
    const left = await get<object>(site(), `${CALENDAR}/organizers/${organizerId}`);
    expect(left).toMatchObject({ organizer: 'Brass band' });
    expect(JSON.stringify(left)).not.toContain('quillworth');
    const past = await history(site(), 'organizer', organizerId);
    expect(past.output).toContain('OrganizerErased');
    expect(past.output).not.toContain('quillworth');
  });
};

const lacking = native.lacking();
const on = lacking === undefined ? `on native (${native.label()})` : `on native, skipped: ${lacking}`;

(lacking === undefined ? describe : describe.skip)(`operators' commands ${on}`, () => {
  let site: NativeOperatedSite;
  beforeAll(async () => {
    site = await operatedOnNative();
    await site.start();
  });
  afterAll(() => site?.close());

  everywhere(() => site);

  it('erased data stand in no document, log or record, and verify finds no fault', async () => {
    const texts = ['quillworth', 'zebedee', 'telescopes', '555-0199'];
    const held = () => Promise.all(texts.map((text) => site.holding(text)));
    // copies in other services are erased when the event arrives
    const left = await eventually(held, (found) => found.flat().length === 0);
    expect(left).toEqual(texts.map(() => []));
    expect(await ops(site, 'verify', 'core')).toMatchObject({ code: 0 });
  });

  it('topics have never held personal data, and events that are sent again after an erasure say null', async () => {
    for (const service of ['core', 'calendar'])
      expect((await ops(site, 'resend', service)).output).toContain('is sent again');
    await lagged(site, /calendar.copies of core: 0 messages behind/);
    const messages = await site.messages();
    for (const type of ['core.user-changed-sealed.v1', 'calendar.organizer-changed-sealed.v1'])
      expect([type, messages.some((message) => message.includes(type))]).toEqual([type, true]);
    const personal = /zebedee|quillworth|brass.band/i;
    expect(messages.filter((message) => personal.test(message))).toEqual([]);
    const told = () =>
      request<{ data: { title?: string | null; name?: string | null } }[]>(
        site.root,
        'GET',
        '/ops/v1/events?types=core.user-changed.v1,calendar.organizer-changed.v1&limit=1000',
        { as: 'admin' },
      ).then(({ body }) => body);
    const events = await eventually(told, (found) => found.filter(({ data }) => data.title === null).length > 0);
    expect(JSON.stringify(events)).not.toMatch(personal);
    // one dead letter remains, for the tag whose copy was tampered with above
    expect((await ops(site, 'dead-letters')).output).not.toMatch(/core\.user|calendar\.organizer/);
  });

  it('verify finds a missing position', async () => {
    const commits = site.mongodb.db(site.databaseOf('calendar')).collection<{ _id: number }>('commits');
    const taken = await commits.findOneAndDelete({ _id: 2 });
    const unsound = await ops(site, 'verify', 'calendar');
    expect([unsound.code, unsound.output]).toEqual([1, expect.stringMatching(/position 2/)]);
    await commits.insertOne(taken as { _id: number });
    expect(await ops(site, 'verify', 'calendar')).toMatchObject({ code: 0 });
  });

  it('indexes creates missing indexes, once', async () => {
    const database = site.mongodb.db(site.databaseOf('calendar'));
    await database.collection('commits').dropIndex('streams');
    const made = await ops(site, 'indexes', 'calendar');
    expect([made.code, made.output]).toEqual([
      0,
      expect.stringMatching(/, 1 of them made just now\n {2}commits: streams/),
    ]);
    expect((await ops(site, 'indexes', 'calendar')).output).toContain(', 0 of them made just now');
  });

  /** Stops the calendar, and expects that lag counts two tags that it has not handled; returns the id of the last one. */
  const lagsBehind = async (): Promise<number> => {
    expect((await lagged(site, /calendar.copies of core: 0 messages behind/)).code).toBe(0);
    await site.processes().services.get('calendar')?.stop();
    await post(site, TAGS, { name: 'One' });
    const { id } = await post(site, TAGS, { name: 'Two' });
    // the relay moves its checkpoint after its messages are on the topic
    const [relayed, unread] = ['relay/core of core: 0 commits behind', 'calendar.copies of core: 2 messages behind'];
    const behind = await lagged(site, new RegExp(`(?=[^]*${relayed})(?=[^]*${unread})`));
    expect(behind).toEqual({ code: 0, output: expect.stringContaining(unread) });
    expect(behind.output).toContain(relayed);
    return id;
  };

  it('published events are sent again, a stopped subscriber lags, a subscription is reset, and lost copies are rebuilt', async () => {
    const lost = (await post(site, TAGS, { name: 'Lost' })).id;
    const isThere = () =>
      eventually(
        () => tagName(site, lost),
        (name) => name === 'Lost',
      );
    const lose = async (): Promise<void> => {
      const database = site.mongodb.db(site.databaseOf('calendar'));
      for (const { collectionName } of await database.collections())
        if (collectionName.startsWith('documents.tag-copies.'))
          await database.collection<{ _id: number }>(collectionName).deleteOne({ _id: lost });
    };
    await isThere();
    await lose();
    expect(await tagName(site, lost)).toBeUndefined();
    const resent = await ops(site, 'resend', 'core');
    expect(resent).toEqual({
      code: 0,
      output: expect.stringMatching(/core: what commits 1 to \d+ publish is sent again/),
    });
    await isThere();
    expect((await ops(site, 'reset', 'calendar.copies')).output).toContain('The site runs');
    const more = await lagsBehind();
    await site.stop();
    await lose();
    expect((await ops(site, 'reset', 'calendar.copies')).output).toContain('handles what core published after 0');
    await site.start();
    await isThere();
    const last = await eventually(
      () => tagName(site, more),
      (name) => name !== undefined,
    );
    expect(last).toBe('Two');
    expect((await lagged(site, /calendar.copies of core: 0 messages behind/)).output).toContain('core: 0 messages');
    expect(await ops(site, 'verify', 'core', 'calendar')).toMatchObject({ code: 0 });
  });

  it('deleted topics are created anew and hold everything again, and no subscriber misses later events', async () => {
    const known = (await post(site, TAGS, { name: 'Known' })).id;
    const isNamed = (id: number, wanted: string) =>
      eventually(
        () => tagName(site, id),
        (name) => name === wanted,
      );
    expect(await isNamed(known, 'Known')).toBe('Known');
    await lagged(site, /calendar.copies of core: 0 messages behind/);
    const types = async () => {
      const told = (await site.messages()).map((message) => /(?:core|calendar)\.[a-z-]+\.v\d+/.exec(message)?.[0]);
      return [...new Set(told)].toSorted();
    };
    const before = await types();
    await site.stop();
    await site.deleteTopics('core', 'calendar');
    await site.start();
    for (const service of ['core', 'calendar'])
      expect((await ops(site, 'resend', service)).output).toContain('is sent again');
    await put(site, `${TAGS}/${known}`, { name: 'Known again' });
    const later = (await post(site, TAGS, { name: 'After that' })).id;
    expect(await isNamed(known, 'Known again')).toBe('Known again');
    expect(await isNamed(later, 'After that')).toBe('After that');
    expect((await lagged(site, /calendar.copies of core: 0 messages behind/)).output).toContain('core: 0 messages');
    expect(await eventually(types, (found) => found.length >= before.length)).toEqual(before);
    // the dead letter of the tag whose copy was tampered with above remains
    expect((await ops(site, 'dead-letters')).output).not.toMatch(new RegExp(`tag-(?:${known}|${later}) `));
  });

  it('a service does not start on an empty database whose topic has messages, and verify reports the loss', async () => {
    const core = site.mongodb.db(site.databaseOf('core'));
    await lagged(site, /calendar.copies of core: 0 messages behind/);
    await site.stop();
    const kept = await dump(core);
    await core.dropDatabase();
    const lost = /the log is empty, but its topic has \d+ messages/;
    const unsound = await ops(site, 'verify', 'core', 'calendar');
    expect([unsound.code, unsound.output]).toEqual([1, expect.stringMatching(lost)]);
    expect(unsound.output).toMatch(/calendar\.copies\/core\/\d has read to \d+; the log ends at 0/);
    expect(unsound.output).toMatch(/calendar: .* 0 faults/);
    await expect(site.start()).rejects.toThrow(lost);
    expect((await dump(core)).get('commits')).toEqual([]);
    await restore(core, kept);
    expect(await ops(site, 'verify', 'core')).toMatchObject({ code: 0 });
    await site.start();
  });

  it('a restore opens epochs: copies follow what was published after the backup, and nothing that was undone', async () => {
    const databases = serviceNames.map((name) => site.mongodb.db(site.databaseOf(name)));
    const kept = (await post(site, TAGS, { name: 'Kept' })).id;
    await eventually(
      () => tagName(site, kept),
      (name) => name === 'Kept',
    );
    const backup = await Promise.all(databases.map(dump));
    await put(site, `${TAGS}/${kept}`, { name: 'Renamed' });
    const later = (await post(site, TAGS, { name: 'Later' })).id;
    await eventually(
      () => tagName(site, later),
      (name) => name === 'Later',
    );
    await lagged(site, /relay\/core of core: 0 commits behind/);
    expect((await ops(site, 'restored', 'calendar')).output).toContain('The site runs');
    const lone = await ops({ ...site, environment: { ...site.environment, KAFKA_BROKERS: '' } }, 'restored', 'core');
    expect([lone.code, lone.output]).toEqual([2, expect.stringContaining('KAFKA_BROKERS is not set')]);

    // the calendar alone is restored: what core published after the backup arrives again
    await site.stop();
    const calendar = serviceNames.indexOf('calendar');
    await restore(databases[calendar] as never, backup[calendar] as never);
    expect((await ops(site, 'restored', 'calendar')).output).toMatch(/calendar: \d+ commits; .* epoch 2/);
    await site.start();
    const names = () => Promise.all([tagName(site, kept), tagName(site, later)]);
    expect(await eventually(names, (found) => found.join() === 'Renamed,Later')).toEqual(['Renamed', 'Later']);

    // older messages on the topics have no effect, those of an earlier restore included
    for (const epoch of process.env.LONG === undefined ? [2] : [2, 3]) {
      await site.stop();
      for (const [index, database] of databases.entries()) await restore(database, backup[index] as never);
      const restored = await ops(site, 'restored', ...serviceNames);
      expect([restored.code, restored.output]).toEqual([
        0,
        expect.stringMatching(`core: \\d+ commits; .* epoch ${epoch}`),
      ]);
      await site.start();
      const fresh = (await post(site, TAGS, { name: `Fresh ${epoch}` })).id;
      expect(fresh).toBeGreaterThan(later + (epoch - 1) * 100_000);
      await eventually(
        () => tagName(site, fresh),
        (name) => name === `Fresh ${epoch}`,
      );
      await lagged(site, /calendar.copies of core: 0 messages behind/);
      expect(await names()).toEqual(['Kept', undefined]);
      await put(site, `${CALENDAR}/tags/${kept}`, { name: `Kept ${epoch}` });
      expect(await tagName(site, kept)).toBe(`Kept ${epoch}`);
    }
    expect(await ops(site, 'verify', 'core', 'calendar')).toMatchObject({ code: 0 });
  });
});

describe("operators' commands on embedded (SQLite)", () => {
  let site: Awaited<ReturnType<typeof operatedEmbedded>>;
  beforeAll(async () => {
    site = await operatedEmbedded();
    await site.start();
  });
  afterAll(() => site?.close());

  everywhere(() => site);

  it('a backup of the running site is restored in a new epoch', async () => {
    const kept = await makeEvent(site, 'Kept');
    expect(await ops(site, 'backup', site.backup)).toMatchObject({ code: 0 });
    const lost = await makeEvent(site, 'Lost');
    const refused = await ops(site, 'restore', site.backup);
    expect([refused.code, refused.output]).toEqual([2, expect.stringContaining('used by another process')]);
    await site.stop();
    const restored = await ops(site, 'restore', site.backup);
    expect([restored.code, restored.output.match(/epoch 2/g)?.length]).toEqual([0, serviceNames.length]);
    expect(await ops(site, 'verify')).toMatchObject({ code: 0 });
    await site.start();
    expect((await get<{ title: string }>(site, `${CALENDAR}/events/${kept}`)).title).toBe('Kept');
    expect((await request(site.root, 'GET', `${CALENDAR}/events/${lost}`, { as: 'admin' })).status).toBe(404);
    expect(await makeEvent(site, 'New')).toBeGreaterThan(lost + 100_000);
    expect((await ops(site, 'indexes')).output).toContain('In the data folder');
  });
});
