import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { signOfLife } from './signOfLife.ts';

/** Returns the status lines of a server that signals twice that work continues. */
const statusLines = async (request: string, every: number): Promise<string[]> => {
  const server = createServer((_request, response) => {
    const goesOn = signOfLife(response, every);
    goesOn();
    goesOn();
    response.end('done');
    goesOn();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.end(request);
  let text = '';
  for await (const part of socket) text += part;
  await new Promise((resolve) => server.close(resolve));
  return text.split('\r\n').filter((line) => line.startsWith('HTTP/'));
};

const asked = (version: string) => `GET / HTTP/${version}\r\nHost: x\r\nConnection: close\r\n\r\n`;
const PROCESSING = 'HTTP/1.1 102 Processing';
const OK = 'HTTP/1.1 200 OK';

describe('a sign of life', () => {
  it('is sent before the answer, at each interval', async () => {
    expect(await statusLines(asked('1.1'), 0)).toEqual([PROCESSING, PROCESSING, OK]);
    expect(await statusLines(asked('1.1'), 60_000)).toEqual([OK]);
  });

  it('is not sent to a client that knows none', async () => {
    expect(await statusLines(asked('1.0'), 0)).toEqual([OK]);
  });
});
