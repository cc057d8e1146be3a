import { kafkaUnderTest, type MongodbUnderTest, mongodbUnderTest, type ServerUnderTest, STAND_IN } from '../servers.ts';
import {
  type ContainerServer,
  isStandIn,
  KAFKA_IMAGE,
  MONGO_IMAGE,
  startKafkaContainer,
  startMongodbContainer,
} from './containerServers.ts';
import { containers } from './containers.ts';
import { engines } from './engines.ts';

const inContainer = (image: string, begin: () => Promise<ContainerServer>): ServerUnderTest => {
  let server: ContainerServer | undefined;
  return {
    name: `${image} on containers`,
    lacking: containers.lacking(),
    start: async () => {
      server = await begin();
      return server;
    },
    stop: async () => server?.remove(),
  };
};

const isAsked = (name: string): boolean => engines().some((engine) => engine.name === name);

/** Stores of the engines in `ENGINES`; native's store if none of them has a store. */
export const mongodbsUnderTest = (): readonly MongodbUnderTest[] => {
  const contained = { ...inContainer(MONGO_IMAGE, startMongodbContainer), limits: isStandIn ? STAND_IN : {} };
  if (!isAsked('containers')) return [mongodbUnderTest()];
  return isAsked('native') ? [mongodbUnderTest(), contained] : [contained];
};

/** Brokers of the engines in `ENGINES`; native's broker if none of them has a broker. */
export const kafkasUnderTest = (): readonly ServerUnderTest[] => {
  const contained = inContainer(KAFKA_IMAGE, startKafkaContainer);
  if (!isAsked('containers')) return [kafkaUnderTest()];
  return isAsked('native') ? [kafkaUnderTest(), contained] : [contained];
};

/** Describes tests on a server that runs during them; skips them with the reason if the server cannot run. */
export const describeOn = <Server extends ServerUnderTest>(
  what: string,
  server: Server,
  define: (address: () => string) => void,
): void => {
  let address = '';
  const title = `${what} (${server.name})`;
  if (server.lacking !== undefined) {
    describe.skip(`${title}, skipped: ${server.lacking}`, () => define(() => address));
    return;
  }
  describe(title, () => {
    beforeAll(async () => {
      address = (await server.start()).address;
    });
    afterAll(() => server.stop());
    define(() => address);
  });
};
