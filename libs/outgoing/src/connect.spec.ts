import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { connectConfigured, createResolve } from './index.ts';
import { startFakeDns } from './testing.ts';

describe('a connection to a configured host', () => {
  let server: Server;
  let connected: Socket[];
  beforeEach(async () => {
    connected = [];
    server = createServer((socket) => void connected.push(socket.on('error', () => undefined).resume()));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  });
  afterEach(async () => {
    for (const socket of connected) socket.destroy();
    if (server.listening) await new Promise((closed) => server.close(closed));
  });

  const port = () => (server.address() as AddressInfo).port;
  const never = new AbortController().signal;

  it.each(['mail', '127.0.0.1'])('is opened where its name leads: %s', async (host) => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['127.0.0.1'];
    };
    const socket = await connectConfigured({ host, port: port() }, { signal: never, resolve });
    expect([socket.remoteAddress, socket.remotePort, asked]).toEqual([
      '127.0.0.1',
      port(),
      host === 'mail' ? ['mail'] : [],
    ]);
    socket.destroy();
  });

  it('fails if the name leads nowhere, nobody listens, or no name server answers', async () => {
    const destination = { host: 'mail', port: port() };
    const opened = (resolve: () => Promise<string[]>) => connectConfigured(destination, { signal: never, resolve });
    await expect(opened(async () => [])).rejects.toMatchObject({ reason: 'unresolvable' });
    await new Promise((closed) => server.close(closed));
    await expect(opened(async () => ['127.0.0.1'])).rejects.toMatchObject({ reason: 'unreachable' });
    const dns = await startFakeDns(() => undefined);
    const silent = { signal: AbortSignal.timeout(50), resolve: createResolve({ servers: dns.servers }) };
    await expect(connectConfigured(destination, silent)).rejects.toMatchObject({ reason: 'timeout' });
    await dns.close();
  });
});
