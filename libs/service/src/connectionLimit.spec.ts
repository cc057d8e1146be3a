import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { limitConnections } from './connectionLimit.ts';
import { listen } from './listen.ts';

describe('connections of one address', () => {
  const from = (server: EventEmitter, remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false });
    const destroy = (): void => {
      socket.destroyed = true;
    };
    server.emit('connection', Object.assign(socket, { destroy }));
    return socket;
  };
  const limited = (onReached?: (ip: string) => void) => {
    const server = new EventEmitter();
    limitConnections(server, { most: 2, isApart: (ip) => ip === '10.0.0.1', ...(onReached && { onReached }) });
    return server;
  };

  it.each([
    ['an IPv4 address', ['198.51.100.4', '::ffff:198.51.100.4', '198.51.100.4'], [false, false, true]],
    ['64 bits of IPv6', ['2001:db8::1', '2001:db8::2', '2001:db8::3'], [false, false, true]],
    ['other addresses', ['2001:db8::1', '2001:db8:0:1::1', '198.51.100.4'], [false, false, false]],
    ['the site’s own machines', ['10.0.0.1', '10.0.0.1', '::ffff:10.0.0.1'], [false, false, false]],
  ])('are counted together: %s', (_whose, addresses, refused) => {
    const server = limited();
    expect(addresses.map((address) => from(server, address).destroyed)).toEqual(refused);
  });

  it('free their places when they end, and refused ones free none', () => {
    const server = limited();
    const [first] = [from(server, '198.51.100.4'), from(server, '198.51.100.4')];
    from(server, '198.51.100.4').emit('close');
    expect(from(server, '198.51.100.4').destroyed).toBe(true);
    first.emit('close');
    expect([from(server, '198.51.100.4').destroyed, from(server, '198.51.100.4').destroyed]).toEqual([false, true]);
  });

  it('are reported beyond the limit, once until all of them have ended', () => {
    const told: string[] = [];
    const server = limited((ip) => void told.push(ip));
    const fill = () => Array.from({ length: 5 }, () => from(server, '198.51.100.4'));
    const open = fill();
    expect(told).toEqual(['198.51.100.4']);
    open[0]?.emit('close');
    open.push(...fill());
    expect(told).toHaveLength(1);
    for (const each of open) each.emit('close');
    fill();
    expect(told).toHaveLength(2);
  });

  it('are closed by the listener beyond the limit', async () => {
    const connectionLimit = { most: 1, isApart: () => false };
    const server = await listen((_request, response) => response.end('fine'), {
      port: 0,
      host: '127.0.0.1',
      connectionLimit,
    });
    const open = async (): Promise<Socket> => {
      const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
      await once(socket, 'connect');
      return socket.resume();
    };
    const first = await open();
    const second = await open();
    await once(second, 'close');
    first.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String((await once(first, 'data'))[0])).toContain('200 OK');
    first.destroy();
    await server.close(0);
  });
});

describe('headers of a request', () => {
  it('are refused if they do not arrive in time', async () => {
    const server = await listen((_request, response) => response.end(), {
      port: 0,
      host: '127.0.0.1',
      headersTimeout: 100,
    });
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 408 [\s\S]*rest_request_timeout/);
    socket.destroy();
    await server.close(0);
  });
});
