import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { probeClient } from './probeClient.ts';

describe('the interim answers to a client that has ended its side', () => {
  it('begin at once, and become rarer until the answer begins', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>();
    const server = createServer((_request, response) => arrive(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const response = await arrived;
    const delays: number[] = [];
    const calls: (() => void)[] = [];
    let cancelled = 0;
    probeClient(response, (call, delay) => {
      delays.push(delay);
      calls.push(call);
      return () => void cancelled++;
    });
    for (let turn = 0; turn < 8; turn++) calls[turn]?.();
    response.end('done');
    calls.at(-1)?.();
    const answer = await text(socket);
    expect(delays).toEqual([10, 20, 40, 80, 160, 320, 500, 500, 500]);
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual([...Array(8).fill('HTTP/1.1 102'), 'HTTP/1.1 200']);
    if (!response.closed) await once(response, 'close');
    expect(cancelled).toBe(1);
    server.close();
  });
});
