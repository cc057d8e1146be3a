import { freePort } from '@almanac/infra/free-port';
import { type NativeServer, startKafka, startMongoStandIn } from '@almanac/infra/native';

/** A server that may be hurt. */
export interface HurtServer {
  /** What clients are given; the same after every start. */
  readonly address: string;
  /** Ends it; `SIGKILL` for faults. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again, with what it has kept. */
  start(): Promise<void>;
  /** Ends it for good. */
  remove(): Promise<void>;
}

/** Where a site's own store and broker come from. */
export interface OwnServers {
  store(): Promise<Pick<HurtServer, 'address' | 'remove'>>;
  /** @param folder keeps what it has, if it is not kept otherwise */
  broker(folder: string): Promise<HurtServer>;
}

/** The stand-in for MongoDB and a broker, as processes. */
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
