import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { freePort } from './freePort.ts';

const listening = async (port: number): Promise<Server> => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('a free port', () => {
  it('is free for a server, and was given to nobody before', async () => {
    const free = new Set(await Promise.all(Array.from({ length: 100 }, () => freePort())));
    expect(free.size).toBe(100);
    const given = new Set<number>();
    for (let turn = 0; turn < 3_000; turn++) {
      const other = await listening(0);
      given.add(portOf(other));
      other.close();
    }
    expect([...free].filter((port) => given.has(port))).toEqual([]);
    const servers = await Promise.all([...free].map(listening));
    expect(servers.map(portOf)).toEqual([...free]);
    for (const server of servers) server.close();
  });
});
