import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createOutgoing, type OutgoingOptions } from './index.ts';

/** Starts a server that accepts connections and answers only on demand. */
const startRawServer = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    onConnection(socket.resume());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://named.test:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
};

describe('the HTTP client', () => {
  let server: Awaited<ReturnType<typeof startRawServer>>;
  let connected: Socket[];
  let onConnection: (socket: Socket) => void;
  beforeEach(async () => {
    connected = [];
    onConnection = () => undefined;
    server = await startRawServer((socket) => {
      connected.push(socket);
      onConnection(socket);
    });
  });
  afterEach(() => server.close());

  const policy = { allowsPort: () => true, allowsAddress: () => true };
  const client = (more: OutgoingOptions = {}) =>
    createOutgoing({ resolve: async () => ['127.0.0.1'], policy, ...more });
  const reasonOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => 'answered',
      (error: { reason?: string; message: string }) => error.reason ?? error.message,
    );
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((next) => setImmediate(next));
  };
  const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

  it('runs at most as many requests as it has places, and serves waiting ones in order', async () => {
    const outgoing = client({ places: { running: 2, waiting: 2 } });
    const ended: number[] = [];
    const asked = [0, 1, 2, 3].map((n) => outgoing.fetch(server.url).then(() => ended.push(n)));
    await until(() => connected.length === 2);
    expect(await reasonOf(outgoing.fetch(server.url))).toBe('busy');
    for (const n of [0, 1, 2, 3]) {
      await until(() => connected.length > n);
      // the server may learn of the next connection before it learns that a former one has ended
      await until(() => connected.filter((socket) => !socket.closed).length <= 2);
      connected[n]?.end(OK);
      await until(() => ended.length > n);
    }
    await Promise.all(asked);
    expect(ended.toSorted()).toEqual([0, 1, 2, 3]);
  });

  it('takes no places from another client', async () => {
    const caller = new AbortController();
    const places = { running: 1, waiting: 0 };
    const held = client({ places }).fetch(server.url, { signal: caller.signal });
    await until(() => connected.length === 1);
    onConnection = (socket) => socket.end(OK);
    expect(await reasonOf(client({ places }).fetch(server.url))).toBe('answered');
    caller.abort(new Error('left'));
    expect(await reasonOf(held)).toBe('left');
  });

  it('is busy for a request whose time is over before it has a place, and does not send it', async () => {
    const caller = new AbortController();
    const outgoing = client({ places: { running: 1, waiting: 1 } });
    const held = outgoing.fetch(server.url, { signal: caller.signal });
    await until(() => connected.length === 1);
    expect(await reasonOf(outgoing.fetch(server.url, { timeout: 20 }))).toBe('busy');
    const waiting = outgoing.fetch(server.url);
    caller.abort(new Error('left'));
    expect(await reasonOf(held)).toBe('left');
    onConnection = (socket) => socket.end(OK);
    await until(() => connected.length === 2);
    connected[1]?.end(OK);
    expect(await reasonOf(waiting)).toBe('answered');
  });

  it.each(['that waits', 'that runs'])('ends a request %s as soon as its caller leaves', async (which) => {
    const [first, second] = [new AbortController(), new AbortController()];
    const outgoing = client({ places: { running: 1, waiting: 1 } });
    const asked = [first, second].map(({ signal }) => reasonOf(outgoing.fetch(server.url, { signal })));
    await until(() => connected.length === 1);
    const [leaving, staying] = which === 'that waits' ? [second, first] : [first, second];
    leaving.abort(new Error('left'));
    expect(await asked[leaving === first ? 0 : 1]).toBe('left');
    if (leaving === first) await until(() => connected[0]?.closed === true && connected.length === 2);
    expect(connected).toHaveLength(leaving === first ? 2 : 1);
    staying.abort(new Error('left too'));
    expect(await Promise.all(asked)).toContain('left too');
    await expect(outgoing.fetch(server.url, { signal: first.signal })).rejects.toThrow('left');
  });

  it('counts the signal of a timeout as a timeout', async () => {
    expect(await reasonOf(client().fetch(server.url, { signal: AbortSignal.timeout(20) }))).toBe('timeout');
  });

  const HEAD = 'HTTP/1.1 200 OK\r\n';
  const endless = (part: string) => (socket: Socket) => {
    socket.write(HEAD);
    const more = (): void => {
      if (!socket.destroyed) socket.write(part, () => setImmediate(more));
    };
    more();
  };
  const dripping = (start: string, part: string) => (socket: Socket) => {
    socket.write(start);
    const drip = setInterval(() => socket.write(part), 5);
    socket.once('close', () => clearInterval(drip));
  };
  const GOES_ON = 'HTTP/1.1 102 Processing\r\n\r\n';
  const hostile: readonly (readonly [string, (socket: Socket) => void, string])[] = [
    ['accepts and stays silent', () => undefined, 'timeout'],
    ['sends headers without end', endless(`x-many: ${'x'.repeat(1_000)}\r\n`), 'unreachable'],
    ['sends one header without end', endless('x'.repeat(1_000)), 'unreachable'],
    ['sends headers byte by byte', dripping(HEAD, 'x'), 'timeout'],
    ['sends a body byte by byte', dripping(`${HEAD}\r\n`, 'x'), 'timeout'],
    ['says again and again that it goes on', dripping(GOES_ON, GOES_ON), 'timeout'],
  ];
  it.each(hostile)('gives up a server that %s, and closes its connection', async (_case, behave, reason) => {
    onConnection = behave;
    // a server that is refused sooner has time enough, also on a busy machine
    const timeout = reason === 'timeout' ? 100 : 60_000;
    expect(await reasonOf(client({ timeout }).fetch(server.url))).toBe(reason);
    await until(() => connected.length > 0 && connected.every((socket) => socket.closed));
    expect(connected).toHaveLength(1);
  });
});
