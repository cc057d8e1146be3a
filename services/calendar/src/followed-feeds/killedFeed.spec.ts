import { streamOf } from '@almanac/event-sourcing';
import { event, eventKind } from '../events/event.ts';
import { entry, file, followingCalendar, sends } from './following.contract.ts';

const site = followingCalendar();
const { ask, eventsOf, follow, read, run, runsOf, serve, titles } = site;

/** The milliseconds after which a run is repeated that has failed. */
const REPEAT_MS = 60_000;

afterEach(() => jest.restoreAllMocks());

/** Runs a feed until its first commit is in the log, and no further: nothing is noted beside the log. */
const runUntilCommit = async (id: number): Promise<void> => {
  const { store, now } = site.calendar();
  const append = store.append.bind(store);
  const killed = jest.spyOn(store, 'append').mockImplementation(async (...commit) => {
    await append(...commit);
    throw new Error('killed');
  });
  expect((await ask('POST', `/feeds/${id}/run`)).status).toBe(202);
  const isOver = async () => killed.mock.calls.length > 0 && Date.parse((await read(id)).next_run) > now().getTime();
  while (!(await isOver())) await new Promise((resolve) => setTimeout(resolve, 20));
  jest.restoreAllMocks();
};

/** Runs a feed again, as after a restart. */
const repeat = async (id: number) => {
  const { length } = (await read(id)).log;
  site.calendar().advance(REPEAT_MS);
  return (await runsOf(id, length + 1)).last_run;
};

const timesTrashed = async (id: number): Promise<number> => {
  let count = 0;
  for await (const { type } of site.calendar().store.readStream(streamOf(event, id)))
    if (type === eventKind.eventTypes.trashed) count += 1;
  return count;
};

const renamed = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replace(/^SUMMARY:.*/, 'SUMMARY:Market'));

/** Returns the lines of an entry that recurs each week from 1 May 2031. */
const weekly = (count: number): string[] =>
  entry('w', [`RRULE:FREQ=WEEKLY;COUNT=${count}`]).map((line) => line.replace('2033', '2031'));

describe('a run of a followed feed that is killed between a commit and its note', () => {
  it('has removed its event once: the next run counts it, and its entry brings it back', async () => {
    serve(sends(file([entry('a'), entry('b')])));
    const id = await follow();
    const [, vanishing] = await eventsOf();
    serve(sends(file([entry('a')])));
    await runUntilCommit(id);
    expect([await titles(), await titles('&status=trash')]).toEqual([['Fair a'], ['Fair b']]);
    expect(await repeat(id)).toMatchObject({ result: 'ok', found: 1, unchanged: 1, updated: 0, removed: 1 });
    expect((await run(id)).last_run).toMatchObject({ removed: 0 });
    expect(await timesTrashed(vanishing.id)).toBe(1);
    serve(sends(file([entry('a'), entry('b')])));
    await run(id);
    expect((await eventsOf()).map((shown: { readonly id: number }) => shown.id)).toContain(vanishing.id);
    expect(await titles()).toEqual(['Fair a', 'Fair b']);
  });

  it('brings its event back if the feed is again as it was before', async () => {
    const before = file([entry('a'), entry('b')]);
    serve(sends(before, { etag: '"1"' }));
    const id = await follow();
    serve(sends(file([entry('a')]), { etag: '"2"' }));
    await runUntilCommit(id);
    serve((response, request) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else sends(before)(response, request);
    });
    expect(await repeat(id)).toMatchObject({ result: 'ok', found: 2, removed: 1 });
    expect(await titles()).toEqual(['Fair a', 'Fair b']);
  });

  it('leaves an event in the trash that a person has moved there', async () => {
    serve(sends(file([entry('a'), entry('b'), entry('c')])));
    const id = await follow();
    const [own] = await eventsOf();
    await site.calendar().ask('editor', 'DELETE', `/events/${own.id}`);
    serve(sends(file([entry('c')])));
    await runUntilCommit(id);
    expect(await repeat(id)).toMatchObject({ removed: 1 });
    serve(sends(file([entry('a'), entry('b'), entry('c')])));
    await run(id);
    expect([await titles(), await titles('&status=trash')]).toEqual([['Fair b', 'Fair c'], ['Fair a']]);
  });

  it('has made an event that goes to the trash with its entry', async () => {
    serve(sends(file([entry('a')])));
    const id = await follow();
    serve(sends(file([entry('a'), entry('b')])));
    await runUntilCommit(id);
    expect(await titles()).toEqual(['Fair a', 'Fair b']);
    serve(sends(file([entry('a')])));
    expect(await repeat(id)).toMatchObject({ result: 'ok', found: 1, removed: 1 });
    expect([await titles(), await titles('&status=trash')]).toEqual([['Fair a'], ['Fair b']]);
  });

  it('has made an event that the next run finds unchanged', async () => {
    serve(sends(file([entry('a')])));
    const id = await follow();
    serve(sends(file([entry('a'), entry('b')])));
    await runUntilCommit(id);
    expect(await repeat(id)).toMatchObject({ found: 2, created: 0, updated: 0, unchanged: 2, removed: 0 });
    serve(sends(file([entry('a')])));
    expect((await run(id)).last_run).toMatchObject({ removed: 1 });
  });

  it('has made an event that vanishes although the feed is again as it was before', async () => {
    const before = file([entry('a')]);
    serve(sends(before, { etag: '"1"' }));
    const id = await follow();
    serve(sends(file([entry('a'), entry('b')]), { etag: '"2"' }));
    await runUntilCommit(id);
    serve((response, request) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else sends(before)(response, request);
    });
    expect(await repeat(id)).toMatchObject({ result: 'ok', found: 1, removed: 1 });
    expect(await titles()).toEqual(['Fair a']);
  });

  it('has restored an event that goes to the trash again with its entry', async () => {
    serve(sends(file([entry('a'), entry('b')])));
    const id = await follow();
    serve(sends(file([entry('a')])));
    await run(id);
    serve(sends(file([entry('a'), entry('b')])));
    await runUntilCommit(id);
    expect(await titles()).toEqual(['Fair a', 'Fair b']);
    serve(sends(file([entry('a')])));
    await repeat(id);
    expect([await titles(), await titles('&status=trash')]).toEqual([['Fair a'], ['Fair b']]);
  });

  it('has made a series that ends with its entry', async () => {
    serve(sends(file([entry('a')])));
    const id = await follow();
    serve(sends(file([entry('a'), weekly(4)])));
    await runUntilCommit(id);
    serve(sends(file([entry('a')])));
    await repeat(id);
    expect([(await eventsOf()).length, (await eventsOf('&status=trash')).length]).toEqual([1, 4]);
  });

  it('has changed events whose entries take the change back before the next run', async () => {
    serve(sends(file([entry('a'), weekly(2)])));
    const id = await follow();
    for (const entries of [
      [renamed(entry('a')), weekly(2)],
      [entry('a'), renamed(weekly(2))],
    ]) {
      serve(sends(file(entries)));
      await runUntilCommit(id);
      expect(await titles()).toContain('Market');
      serve(sends(file([entry('a'), weekly(2)])));
      await repeat(id);
      expect(await titles()).toEqual(['Fair a', 'Fair w', 'Fair w']);
    }
  });

  it('has changed a series that has its former length again before the next run', async () => {
    serve(sends(file([weekly(4)])));
    const id = await follow();
    for (const count of [6, 2]) {
      serve(sends(file([weekly(count)])));
      await runUntilCommit(id);
      expect((await eventsOf()).length).toBe(count);
      serve(sends(file([weekly(4)])));
      await repeat(id);
      expect((await eventsOf()).length).toBe(4);
    }
  });

  it('has removed occurrences with their series, which brings them back', async () => {
    serve(sends(file([weekly(4)])));
    const id = await follow();
    const before = await eventsOf();
    serve(sends(file([weekly(2)])));
    await runUntilCommit(id);
    await repeat(id);
    expect([(await eventsOf()).length, (await eventsOf('&status=trash')).length]).toEqual([2, 2]);
    serve(sends(file([weekly(4)])));
    await run(id);
    expect((await eventsOf()).map((shown: { readonly id: number }) => shown.id)).toEqual(
      before.map((shown: { readonly id: number }) => shown.id),
    );
  });
});
