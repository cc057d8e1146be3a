import { connect } from 'node:net';
import { freePort } from '@almanac/infra/free-port';
import { eventually } from '@almanac/testing';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';

/** Images of the servers; `infra/docker/localImages.sh` builds them if none can be pulled, and prints their names. */
export const MONGO_IMAGE = process.env.MONGO_IMAGE ?? 'mongo:8.0.15';
export const KAFKA_IMAGE = process.env.KAFKA_IMAGE ?? 'apache/kafka:4.3.1';
export const isStandIn = MONGO_IMAGE.includes('stand-in');

const START_WITHIN = 180_000;
const HOST = '127.0.0.1';

/** A server in a container that keeps its data when it is stopped or killed. */
export interface ContainerServer {
  /** Address for clients; the same after every start. */
  readonly address: string;
  /** Stops the container; `SIGKILL` for faults. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a replica set of one member in a container, or the stand-in if the image is one. */
export const startMongodbContainer = async (): Promise<ContainerServer> => {
  const port = await freePort();
  const container = new GenericContainer(MONGO_IMAGE).withExposedPorts({ container: 27_017, host: port });
  const image = isStandIn
    ? container.withWaitStrategy(Wait.forListeningPorts())
    : container
        .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
        .withWaitStrategy(Wait.forLogMessage('Waiting for connections'));
  const started = await image.withStartupTimeout(START_WITHIN).start();
  const address = `mongodb://${HOST}:${port}/?directConnection=true`;
  if (isStandIn) return serverOf(started, `${address}&retryWrites=false`, port);
  const initiate = 'rs.initiate({ _id: "rs0", members: [{ _id: 0, host: "localhost" }] })';
  await started.exec(['mongosh', '--quiet', '--eval', initiate]);
  return serverOf(started, address, port);
};

/** Starts one broker in a container. */
export const startKafkaContainer = async (): Promise<ContainerServer> => {
  const port = await freePort();
  const started = await new GenericContainer(KAFKA_IMAGE)
    .withExposedPorts({ container: 9_092, host: port })
    .withEnvironment(brokerEnvironment(port))
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(START_WITHIN)
    .start();
  return serverOf(started, `${HOST}:${port}`, port);
};

const brokerEnvironment = (port: number) => ({
  KAFKA_NODE_ID: '1',
  KAFKA_PROCESS_ROLES: 'broker,controller',
  KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
  KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
  KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${HOST}:${port}`,
  KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
  KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
  KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
  KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
  KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
});

const serverOf = (started: StartedTestContainer, address: string, port: number): ContainerServer => {
  const container = async () => (await getContainerRuntimeClient()).container.getById(started.getId());
  return {
    address,
    stop: async (signal = 'SIGTERM') => {
      await (await container()).kill({ signal });
      await (await container()).wait();
    },
    start: async () => {
      await (await container()).start();
      await eventually(() => answers(port));
    },
    remove: async () => void (await started.stop()),
  };
};

/** True if the server keeps a connection: before it is ready, the container proxy accepts one and drops it. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, HOST);
    const taken = setTimeout(() => {
      resolve(true);
      socket.destroy();
    }, 500);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(taken);
      resolve(false);
    });
  });
