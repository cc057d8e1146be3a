import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '@almanac/service';

/**
 * A port of this machine that is free now, and that the system gives to nobody who does not ask for it by its number
 * for the next minute, which is the time to start a server there.
 */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  await leaveWaiting(server, port);
  return port;
};

/** A connection whose server ends it first leaves its port in the state TIME_WAIT, which keeps it from being chosen. */
const leaveWaiting = async (server: ReturnType<typeof createServer>, port: number): Promise<void> => {
  // the listener of `connection` is given the socket
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1').resume();
  const [socket] = await accepted;
  socket.end();
  await once(client, 'close');
  server.close();
  await once(server, 'close');
};
