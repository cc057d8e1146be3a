import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerParts } from './answerParts.ts';
import { type Route, restErrors, route } from './index.ts';
import { type RestUnderTest, serveRoutes } from './testing.ts';

const PART_BYTES = 64 * 1_024;
/** Parts that fit into the buffers of both sockets and of the answer. */
const MAX_UNREAD_PARTS = 400;

describe('an answer in parts', () => {
  let rest: RestUnderTest;
  let ended: PromiseWithResolvers<void>;
  let made = 0;
  const logged: object[] = [];

  const inParts = (path: string, parts: () => AnswerParts): Route =>
    route({
      namespace: 'spec/v1',
      path,
      methods: ['GET'],
      summary: 'Answers in parts.',
      args: {},
      handle: async () => ({ body: parts(), contentType: 'text/plain' }),
    });

  const endless = async function* () {
    try {
      for (;;) {
        made += 1;
        yield 'x'.repeat(PART_BYTES);
      }
    } finally {
      ended.resolve();
    }
  };
  const failing = async function* () {
    made += 1;
    if (made > 0) throw restErrors.conflict();
    yield '';
  };
  const cut = async function* () {
    yield 'begun';
    throw new Error('lost');
  };
  const short = async function* () {
    yield 'a';
    yield Buffer.from('b');
  };
  const empty = async function* () {};

  /** Sends a request and reads only the beginning of the answer. */
  const begin = async (path: string): Promise<Socket> => {
    const socket = connect(rest.port, '127.0.0.1').on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    return socket;
  };

  /** Waits until several turns of the loop make no further part: in one, a busy machine may have written nothing. */
  const untilStill = async (): Promise<number> => {
    for (let [before, turns] = [made, 0]; turns < 5; turns++) {
      await wait(10);
      if (made !== before) [before, turns] = [made, 0];
    }
    return made;
  };

  beforeEach(async () => {
    [made, ended] = [0, Promise.withResolvers()];
    logged.length = 0;
    rest = await serveRoutes({
      routes: [
        inParts('/endless', endless),
        inParts('/failing', failing),
        inParts('/cut', cut),
        inParts('/short', short),
        inParts('/empty', empty),
      ],
      log: { error: (details) => void logged.push(details), warn: () => undefined },
    });
  });
  afterEach(() => rest.close());

  it('has all of its parts in order', async () => {
    const { status, text, headers } = await rest.ask('/spec/v1/short');
    expect([status, text, headers['content-type']]).toEqual([200, 'ab', 'text/plain']);
    expect((await rest.ask('/spec/v1/empty')).text).toBe('');
  });

  it('is not made faster than its client reads', async () => {
    const socket = await begin('/spec/v1/endless');
    expect(await untilStill()).toBeLessThan(MAX_UNREAD_PARTS);
    socket.destroy();
    await ended.promise;
  });

  it('ends when its client leaves, and nothing is logged', async () => {
    const socket = await begin('/spec/v1/endless');
    const before = await untilStill();
    socket.resetAndDestroy();
    await ended.promise;
    await rest.ask('/spec/v1/short');
    expect([made - before <= 1, logged]).toEqual([true, []]);
  });

  it('lets others be answered while it is made', async () => {
    const socket = await begin('/spec/v1/endless');
    socket.resume();
    expect((await rest.ask('/spec/v1/short')).text).toBe('ab');
    socket.destroy();
    await ended.promise;
  });

  it('is an error if its first part fails, and cut off with a line in the log if a later one does', async () => {
    const failed = await rest.ask('/spec/v1/failing');
    expect([failed.status, failed.body.code]).toEqual([409, 'rest_conflict']);
    await expect(rest.ask('/spec/v1/cut')).rejects.toThrow();
    expect(logged).toEqual([expect.objectContaining({ path: '/spec/v1/cut' })]);
  });

  it('has no part made for HEAD', async () => {
    const { status, headers } = await rest.ask('/spec/v1/failing', { method: 'HEAD' });
    expect([status, headers['content-type'], made]).toEqual([200, 'text/plain', 0]);
  });
});
