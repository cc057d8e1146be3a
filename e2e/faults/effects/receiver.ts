import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An effect as it reached the receiver. */
export interface Arrival {
  readonly id: string;
  /** Receiver and key. */
  readonly key: string;
  readonly turn: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** True if the receiver accepted the effect; else it refused it or broke the connection. */
  readonly taken: boolean;
}

export interface Receiver {
  readonly address: string;
  readonly arrivals: readonly Arrival[];
  close(): Promise<void>;
}

/** Starts a receiver that refuses 30 % of requests and drops 10 % before and 10 % after accepting them. */
export const startReceiver = async (): Promise<Receiver> => {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { turn, never } = JSON.parse(Buffer.concat(chunks).toString()) as { turn: number; never?: boolean };
    const luck = never === true ? 0 : Math.random();
    const [id, key] = [String(request.headers['idempotency-key']), String(request.url)];
    arrivals.push({ id, key, turn, at: Date.now(), taken: luck >= 0.4 });
    if (luck >= 0.3 && luck < 0.5) request.socket.destroy();
    else response.writeHead(luck < 0.3 ? 503 : 200).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
