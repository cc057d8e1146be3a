import { connect, type Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';

/** Behaviour of a hostile client once it is connected. */
type Burden = (socket: Socket) => void;

const HEAD = 'Host: site.example\r\nContent-Type: application/json\r\n';
const MEBIBYTE = 1_048_576;
const post = (more: string, body: string): string =>
  `POST /en/json/core/v2/posts HTTP/1.1\r\n${HEAD}${more}\r\n${body}`;

/** Sends a byte every half second while the connection is open. */
const drip = (socket: Socket): void => {
  const dripping = setInterval(() => socket.write('a'), 500);
  socket.once('close', () => clearInterval(dripping));
};

/** Reads the answer only after five seconds. */
const readLate = (socket: Socket): void => {
  socket.pause();
  const waiting = setTimeout(() => socket.resume(), 5_000);
  socket.once('close', () => clearTimeout(waiting));
};

const burdens: readonly (readonly [name: string, burden: Burden])[] = [
  [
    'slow headers',
    (socket) => {
      socket.write('GET /en/json/ HTTP/1.1\r\nHost: site.example\r\nX-Slow: ');
      drip(socket);
    },
  ],
  ['no body', (socket) => socket.write(post('Content-Length: 5000\r\n', '{'))],
  [
    'slow body',
    (socket) => {
      socket.write(post('Content-Length: 5000\r\n', '{"title": "'));
      drip(socket);
    },
  ],
  ['large body', (socket) => socket.write(post(`Content-Length: ${MEBIBYTE}\r\n`, `"${'x'.repeat(MEBIBYTE - 2)}"`))],
  [
    'large list',
    (socket) => {
      socket.write('GET /en/json/core/v2/posts?per_page=100&_embed HTTP/1.1\r\nHost: site.example\r\n\r\n');
      readLate(socket);
    },
  ],
  ['no HTTP', (socket) => socket.write(Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]))],
  ['two hosts', (socket) => socket.write('GET /en/json/ HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n')],
  ['broken chunk', (socket) => socket.write(post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n'))],
  [
    'two lengths',
    (socket) => socket.write(post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n')),
  ],
  ['long header', (socket) => socket.write(`GET /en/json/ HTTP/1.1\r\n${HEAD}X-Long: ${'x'.repeat(100_000)}\r\n\r\n`)],
  ['broken JSON', (socket) => socket.write(post('Content-Length: 5\r\n', '{"a":'))],
  ['half a request', (socket) => socket.end('GET /en/js')],
];

export const burdenNames: readonly string[] = burdens.map(([name]) => name);

/** Hostile clients that run until they are stopped. */
export interface Crowd {
  /** Statuses that each kind of client got so far; `closed` for a connection without an answer. */
  readonly answers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Returns the number of clients that have been connected. */
  connected(): number;
  /** Returns the number of clients that are connected now. */
  present(): number;
  stop(): void;
}

/** Number of client addresses, because connections per address are limited. */
const ADDRESSES = 8;
/** Milliseconds until a client reconnects. */
const AGAIN = 1_000;

/** Starts `count` hostile clients of a site on this machine; they reconnect when they are disconnected. */
export const startCrowd = (port: number, count: number): Crowd => {
  const answers = new Map<string, Set<string>>(burdens.map(([name]) => [name, new Set()]));
  const sockets = new Set<Socket>();
  const seen = new Set<number>();
  let isOver = false;
  const once = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const [name, burden] = burdens[index % burdens.length] as (typeof burdens)[number];
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (index % ADDRESSES)}` });
      sockets.add(socket);
      let answer = '';
      socket.once('connect', () => {
        seen.add(index);
        burden(socket);
      });
      socket.on('data', (part) => {
        if (answer !== '') return;
        answer = part.toString('latin1').slice('HTTP/1.1 '.length, 12);
        answers.get(name)?.add(answer);
      });
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        if (answer === '' && !isOver) answers.get(name)?.add('closed');
        resolve();
      });
    });
  const client = async (index: number): Promise<void> => {
    while (!isOver) {
      await once(index);
      await rest(AGAIN, undefined, { ref: false });
    }
  };
  for (let index = 0; index < count; index++) void client(index);
  return {
    answers,
    connected: () => seen.size,
    present: () => sockets.size,
    stop: () => {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
};
