import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Listening, listen } from './listen.ts';
import { MAX_WAITING_REQUESTS } from './requestQueue.ts';

const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const last = get('/last', 'Connection: close\r\n');

describe('requests of one connection', () => {
  let server: Listening;
  let begun: string[];
  let answer: RequestListener;
  const held: ServerResponse[] = [];
  const hold: RequestListener = (_request, response) => void held.push(response);

  beforeEach(async () => {
    begun = [];
    held.length = 0;
    server = await listen(
      (request, response) => {
        begun.push(request.url ?? '');
        answer(request, response);
      },
      { port: 0, host: '127.0.0.1' },
    );
  });
  afterEach(() => server.close(0));

  const send = (sent: string): Socket => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    socket.write(sent);
    return socket;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await nextTurn();
  };

  it('are answered one after another, in their order', async () => {
    let [running, most] = [0, 0];
    answer = (request, response) => {
      most = Math.max(most, ++running);
      setImmediate(() => {
        running--;
        response.end(`[${request.url}]`);
      });
    };
    const answers = await text(send(get('/1') + get('/2') + get('/3') + last));
    expect(answers.match(/\[.*?\]/g)).toEqual(['[/1]', '[/2]', '[/3]', '[/last]']);
    expect(most).toBe(1);
  });

  it('leave other connections a turn between two answers', async () => {
    let others = 0;
    const seen: number[] = [];
    answer = (_request, response) => {
      seen.push(others);
      setImmediate(() => others++);
      response.end('fine');
    };
    await text(send(get('/1') + get('/2') + last));
    expect(seen).toEqual([0, 1, 2]);
  });

  it('close it when too many wait, and only the first of them has begun', async () => {
    answer = hold;
    const most = send(get('/').repeat(1 + MAX_WAITING_REQUESTS));
    await until(() => held.length === 1);
    const more = send(get('/').repeat(1_700));
    await once(more.resume(), 'close');
    await until(() => held.length === 2);
    expect(begun).toHaveLength(2);
    expect(held[1]?.destroyed).toBe(true);
    expect(most.destroyed).toBe(false);
    most.write(get('/'));
    await once(most.resume(), 'close');
    await nextTurn();
    expect(begun).toHaveLength(2);
  });

  it('are not begun when it has ended while they wait', async () => {
    answer = hold;
    const socket = send(get('/1') + get('/2'));
    await until(() => held.length === 1);
    const closed = once(held[0] as ServerResponse, 'close');
    socket.resetAndDestroy();
    await closed;
    answer = (_request, response) => void response.end('fine');
    await text(send(last));
    expect(begun).toEqual(['/1', '/last']);
  });

  it('are not begun behind an answer that closes it', async () => {
    answer = (_request, response) => void response.end('fine');
    await text(send(last + get('/never')));
    await text(send(last));
    expect(begun).toEqual(['/last', '/last']);
  });

  it('keep their bodies while they wait', async () => {
    const body = 'x'.repeat(200_000);
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    answer = async (request: IncomingMessage, response) => {
      if (request.url === '/first') hold(request, response);
      else response.end(String((await text(request)).length));
    };
    const head = 'POST /second HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answers = text(send(get('/first') + head + chunked + last));
    await until(() => held.length === 1);
    held[0]?.end('first');
    expect(await answers).toMatch(/first[\s\S]*\r\n\r\n200000HTTP/);
    expect(begun).toEqual(['/first', '/second', '/last']);
  });

  it('are told to continue only when it is their turn', async () => {
    answer = async (request: IncomingMessage, response) => {
      if (request.url === '/first') hold(request, response);
      else response.end(await text(request));
    };
    const head =
      'POST /second HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 4\r\n\r\n';
    const socket = send(get('/first') + head);
    const answers = text(socket);
    await until(() => held.length === 1);
    held[0]?.end('first');
    await until(() => begun.length === 2);
    socket.write('body');
    expect(await answers).toMatch(
      /^HTTP\/1\.1 200[\s\S]*first[\s\S]*HTTP\/1\.1 100 Continue[\s\S]*HTTP\/1\.1 200[\s\S]*body/,
    );
  });
});
