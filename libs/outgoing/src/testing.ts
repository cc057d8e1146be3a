import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Policy } from './policy.ts';
import type { Resolve } from './resolve.ts';

export interface FakeService {
  readonly port: number;
  /** Every host name leads to this machine. */
  readonly resolve: Resolve;
  /** Only the fake server itself may be asked, at its port. */
  readonly policy: Policy;
  close(): Promise<void>;
}

const HERE = '127.0.0.1';

/** A server on loopback with the resolver and policy that reach it under any name: `http://any.test:{port}/`. */
export const startFakeServer = async (listener: RequestListener): Promise<FakeService> => {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, HERE, listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    resolve: async () => [HERE],
    policy: { allowsPort: (asked) => asked === port, allowsAddress: (address) => address === HERE },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
