import type { ChangesBeat } from '@almanac/contracts';
import { FollowedVersions } from './followedVersions.ts';

/** A stream of beats that a spec sends one by one. */
const beatsInHand = () => {
  const waiting: (ChangesBeat | 'end' | Error)[] = [];
  let wake = Promise.withResolvers<void>();
  let opened = 0;
  async function* open(): AsyncGenerator<unknown> {
    opened += 1;
    for (;;) {
      const next = waiting.shift();
      if (next === 'end') return;
      if (next instanceof Error) throw next;
      if (next !== undefined) yield next;
      else await wake.promise;
    }
  }
  const send = (next: ChangesBeat | 'end' | Error): void => {
    waiting.push(next);
    wake.resolve();
    wake = Promise.withResolvers();
  };
  return { open, send, opened: () => opened };
};

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

const following = async () => {
  let elapsed = 1_000;
  const beats = beatsInHand();
  const pauses: (() => void)[] = [];
  const sleep = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      pauses.push(resolve);
      signal?.addEventListener('abort', () => resolve());
    });
  const versions = new FollowedVersions({ open: beats.open, elapsed: () => elapsed, time: { sleep } });
  versions.start();
  const beat = async (at: number, changed: ChangesBeat['versions'] = {}) => {
    beats.send({ elapsed: at, versions: changed });
    await settled();
  };
  const pass = (ms: number): void => {
    elapsed += ms;
  };
  const stop = async () => {
    const stopped = versions.stop();
    beats.send('end');
    await stopped;
  };
  return { ...beats, versions, beat, pass, pauses, stop };
};

describe('the versions of a service', () => {
  it('are unknown before the first beat, and for sources that no beat has named', async () => {
    const { versions, beat, stop } = await following();
    const source = versions.source('posts');
    expect(source.version()).toBeUndefined();
    await beat(0, { posts: 3 });
    expect([source.version(), versions.source('pages').version()]).toEqual([3, undefined]);
    versions.raise('pages', 2);
    expect(versions.source('pages').version()).toBeUndefined();
    await stop();
  });

  it('are unknown while no beat is fresh, and known again with the next one', async () => {
    const { versions, beat, pass, stop } = await following();
    await beat(0, { posts: 3 });
    pass(250);
    expect(versions.source('posts').version()).toBe(3);
    pass(1);
    expect(versions.source('posts').version()).toBeUndefined();
    await beat(251);
    expect(versions.source('posts').version()).toBe(3);
    await stop();
  });

  it('are not made fresh by a beat that arrives late', async () => {
    const { versions, beat, pass, stop } = await following();
    await beat(0, { posts: 3 });
    pass(1_000);
    await beat(100);
    await beat(200, { posts: 4 });
    expect(versions.source('posts').version()).toBeUndefined();
    await beat(1_000);
    expect(versions.source('posts').version()).toBe(4);
    await stop();
  });

  it('are unknown for a collection that is being changed', async () => {
    const { versions, beat, stop } = await following();
    await beat(0, { posts: 3, pages: 1 });
    await beat(1, { posts: null });
    expect([versions.source('posts').version(), versions.source('pages').version()]).toEqual([undefined, 1]);
    await beat(2, { posts: 4 });
    expect(versions.source('posts').version()).toBe(4);
    await stop();
  });

  it('are raised by an answer to a write, and not lowered by an earlier beat', async () => {
    const { versions, beat, stop } = await following();
    await beat(0, { posts: 3 });
    versions.raise('posts', 5);
    expect(versions.source('posts').version()).toBe(5);
    await beat(1, { posts: 4 });
    versions.raise('posts', 4);
    expect(versions.source('posts').version()).toBe(5);
    await stop();
  });

  it('are unknown after a write without a report, until a beat that was read later', async () => {
    const { versions, beat, pass, stop } = await following();
    await beat(0, { posts: 3 });
    pass(50);
    versions.doubt();
    await beat(49);
    expect(versions.source('posts').version()).toBeUndefined();
    await beat(50);
    expect(versions.source('posts').version()).toBe(3);
    await stop();
  });

  it('go on over the end of a stream', async () => {
    const { versions, beat, send, opened, stop } = await following();
    await beat(0, { posts: 3 });
    const source = versions.source('posts');
    send('end');
    await settled();
    expect(opened()).toBe(2);
    await beat(0, { posts: 3 });
    expect(source.version()).toBe(3);
    await stop();
  });

  it('end for earlier sources when a stream breaks', async () => {
    const { versions, beat, send, pauses, stop } = await following();
    await beat(0, { posts: 3 });
    const source = versions.source('posts');
    send(new Error('reset'));
    await settled();
    expect(source.version()).toBeUndefined();
    pauses.shift()?.();
    await settled();
    await beat(0, { posts: 3 });
    expect([source.version(), versions.source('posts').version()]).toEqual([undefined, 3]);
    await stop();
  });

  it('end with a beat that breaks the contract', async () => {
    const { versions, beat, pauses, stop } = await following();
    await beat(0, { posts: 3 });
    await beat(-1, { posts: 4 });
    expect([versions.source('posts').version(), pauses.length]).toEqual([undefined, 1]);
    await stop();
  });
});
