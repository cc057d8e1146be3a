import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

const END = '\r\n\r\n';

/** Opens a keep-alive connection that sends the next request as soon as the last one is answered. */
const client = async (port: number, next: () => string, onAnswer: (head: string) => void): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  await once(socket, 'connect');
  const ask = (): void => void socket.write(`GET ${next()} HTTP/1.1\r\nhost: example.org\r\nuser-agent: bench\r\n\r\n`);
  let head = '';
  socket.on('data', (text: string) => {
    head += text;
    if (!head.endsWith(END)) return;
    onAnswer(head);
    head = '';
    ask();
  });
  ask();
  return socket;
};

export interface RawLoad {
  readonly port: number;
  readonly width: number;
  readonly ms: number;
  /** Returns the path of the next request. */
  readonly next: () => string;
  /** Start of every expected answer, which has no body. */
  readonly expected: string;
}

/**
 * Keeps this process awake for `ms` milliseconds. The server has to wake a sleeping client, and on some machines that
 * costs the server more than its answer.
 */
const awake = async (ms: number): Promise<void> => {
  const end = performance.now() + ms;
  while (performance.now() < end) await setImmediate();
};

/** Measures the requests per second of a server with a cheap client. @throws Error for an unexpected answer */
export const rawLoad = async ({
  port,
  width,
  ms,
  next,
  expected,
}: RawLoad): Promise<{ perSecond: number; count: number }> => {
  let count = 0;
  let wrong = '';
  const sockets = await Promise.all(
    Array.from({ length: width }, () =>
      client(port, next, (head) => {
        if (!head.startsWith(expected)) wrong = head;
        count++;
      }),
    ),
  );
  const [begun, before] = [performance.now(), count];
  await awake(ms);
  const [took, answered] = [performance.now() - begun, count - before];
  for (const socket of sockets) socket.destroy();
  if (wrong !== '') throw new Error(`expected ${expected}, got ${wrong}`);
  return { perSecond: (answered / took) * 1_000, count: answered };
};
