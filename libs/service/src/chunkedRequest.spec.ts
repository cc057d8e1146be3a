import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { MAX_SMALL_PIECES, MIN_PIECE_BYTES } from './chunkedRequest.ts';
import { type Listening, listen } from './listen.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('a chunked body', () => {
  let server: Listening;
  let read: number | 'cut off' | undefined;
  beforeEach(async () => {
    read = undefined;
    server = await listen(
      async (request, response) => {
        read = await text(request).then(
          ({ length }) => length,
          () => 'cut off' as const,
        );
        response.end('read');
      },
      { port: 0, host: '127.0.0.1' },
    );
  });
  afterEach(() => server.close(0));

  const send = (count: number, bytes: number): Promise<string> => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    const piece = `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
    socket.write(`${HEAD}${piece.repeat(count)}0\r\n\r\n`);
    return text(socket).catch(() => '');
  };

  it.each([
    [MAX_SMALL_PIECES, 1],
    [50 * MAX_SMALL_PIECES, 2 * MIN_PIECE_BYTES],
    [3, 100_000],
  ])('is read with %i pieces of %i bytes', async (count, bytes) => {
    expect(await send(count, bytes)).toMatch(/200 OK[\s\S]*read$/);
    expect(read).toBe(count * bytes);
  });

  it.each([
    [MAX_SMALL_PIECES + 1, 1],
    [100 * MAX_SMALL_PIECES, MIN_PIECE_BYTES - 1],
  ])('ends its connection with %i pieces of %i bytes', async (count, bytes) => {
    expect(await send(count, bytes)).toBe('');
    await server.close();
    expect(read).toBe('cut off');
  });
});
