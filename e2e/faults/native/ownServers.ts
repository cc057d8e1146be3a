import { freePort } from '@almanac/infra/free-port';
import { type NativeServer, startKafka, startMongoStandIn } from '@almanac/infra/native';

/** A server that tests may stop or kill. */
export interface HurtServer {
  /** Address for clients; the same after every start. */
  readonly address: string;
  /** Stops the server; `SIGKILL` for faults. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the server again, with its data. */
  start(): Promise<void>;
  /** Stops the server for good. */
  remove(): Promise<void>;
}

/** Starts a site's own store and broker. */
export interface OwnServers {
  store(): Promise<Pick<HurtServer, 'address' | 'remove'>>;
  /** Starts a broker. @param folder holds its data, unless its container does */
  broker(folder: string): Promise<HurtServer>;
}

/** Starts the MongoDB stand-in and a broker as processes. */
export const nativeServers: OwnServers = {
  store: async () => {
    const store = await startMongoStandIn({ port: await freePort() });
    return { address: store.address, remove: () => store.stop() };
  },
  broker: async (folder) => {
    const ports = { port: await freePort(), controllerPort: await freePort() };
    const begin = (): Promise<NativeServer> => startKafka({ ...ports, folder });
    let broker = await begin();
    return {
      address: broker.address,
      stop: (signal) => broker.stop(signal),
      start: async () => {
        broker = await begin();
      },
      remove: () => broker.stop(),
    };
  },
};
