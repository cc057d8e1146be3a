import type { RebuildOptions, RebuildReport } from '@almanac/event-sourcing';
import { memoryEntries } from '@almanac/messaging';
import { until } from '@almanac/messaging/contract';
import type { OperatedService } from './operatedService.ts';
import { RebuildClaim } from './rebuildClaim.ts';
import { type RebuildJob, Rebuilds } from './rebuilds.ts';

const REPORT: RebuildReport = { commits: 7, events: 9 };

/** Processes of one service whose rebuilds run until the spec ends them. */
const site = () => {
  const entries = memoryEntries();
  const service = {
    entries,
    now: () => new Date('2031-01-01T00:00:00.000Z'),
    store: { last: async () => 7 },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  } as unknown as OperatedService;
  const process = () => {
    const work = Promise.withResolvers<RebuildReport>();
    const given = Promise.withResolvers<RebuildOptions>();
    const rebuild = (options: RebuildOptions): Promise<RebuildReport> => {
      given.resolve(options);
      options.signal?.addEventListener('abort', () => work.reject(options.signal?.reason));
      return work.promise;
    };
    return { rebuilds: new Rebuilds(service, { tellsEvery: 5, rebuild }), work, given: given.promise };
  };
  return { entries, service, process };
};

const newest = async (rebuilds: Rebuilds): Promise<Partial<RebuildJob>> => (await rebuilds.list())[0] ?? {};

describe('rebuilds of a service', () => {
  it('run one at a time, whichever process is asked', async () => {
    const { process } = site();
    const [one, two] = [process(), process()];
    const job = await one.rebuilds.begin();
    expect(job).toMatchObject({ status: 'running', position: 0, last: 7 });
    expect(await two.rebuilds.begin()).toBeUndefined();
    one.work.resolve(REPORT);
    await until(async () => (await newest(two.rebuilds)).status === 'done');
    await one.rebuilds.stop();
    expect(await two.rebuilds.begin()).toMatchObject({ status: 'running' });
    await two.rebuilds.stop();
  });

  it('report their progress to every process', async () => {
    const { process } = site();
    const [one, two] = [process(), process()];
    await one.rebuilds.begin();
    (await one.given).onProgress?.({ position: 3, last: 8, events: 4 });
    await until(async () => (await newest(two.rebuilds)).position === 3);
    expect(await newest(two.rebuilds)).toMatchObject({ status: 'running', last: 8 });
    await one.rebuilds.stop();
  });

  it('report why they failed', async () => {
    const { process } = site();
    const one = process();
    await one.rebuilds.begin();
    one.work.reject(new Error('a hole in the log'));
    await until(async () => (await newest(one.rebuilds)).status === 'failed');
    expect(await newest(one.rebuilds)).toMatchObject({
      reason: 'Error: a hole in the log',
      finished: '2031-01-01T00:00:00.000Z',
    });
  });

  it('end with their process', async () => {
    const { process } = site();
    const one = process();
    await one.rebuilds.begin();
    await one.rebuilds.stop();
    expect(await newest(one.rebuilds)).toMatchObject({ status: 'failed', reason: 'Error: the process has ended' });
  });

  it('end if another one has begun while their process was paused', async () => {
    const { process, entries, service } = site();
    const one = process();
    await one.rebuilds.begin();
    // the claim has expired, and another process has taken it
    await entries.put('rebuild-running', 'one', { id: 'another' });
    await expect(one.work.promise).rejects.toThrow('another rebuild has begun meanwhile');
    await one.rebuilds.stop();
    expect(await newest(one.rebuilds)).toMatchObject({
      status: 'failed',
      reason: 'Error: another rebuild has begun meanwhile',
    });
    expect(await RebuildClaim.holder(service)).toBe('another');
  });

  it('go on if nobody has begun another while their process was paused', async () => {
    const { process, entries, service } = site();
    const one = process();
    const job = await one.rebuilds.begin();
    await entries.delete('rebuild-running', 'one');
    await until(async () => (await RebuildClaim.holder(service)) === job?.id);
    one.work.resolve(REPORT);
    await until(async () => (await newest(one.rebuilds)).status === 'done');
  });
});
