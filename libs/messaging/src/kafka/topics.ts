import type { ServiceName } from '@almanac/contracts';
import { topicOf as nameOfTopic, PARTITIONS } from '@almanac/manifest';
import kafkajs, { type Admin } from 'kafkajs';
import { systemTime } from '../time.ts';
import { asAdmin, connectTo, type KafkaConnection } from './connection.ts';

/** No expiry and no compaction: a subscription that joins late reads everything. */
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ['retention.ms', '-1'],
  ['retention.bytes', '-1'],
  ['cleanup.policy', 'delete'],
]);

export interface PrepareOptions {
  /** Makes the topics that are missing; without it they must be there. */
  readonly create?: { readonly replicas: number };
}

/** Topics are missing or have wrong settings; `reasons` names each. */
export class TopicsUnfitError extends Error {
  readonly code = 'topics-unfit';
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(`the topics are not fit for the bus: ${reasons.join('; ')}`);
    this.name = 'TopicsUnfitError';
    this.reasons = reasons;
  }
}

export const prefixOf = ({ prefix = 'almanac' }: KafkaConnection): string => prefix;

export const partitionsOf = ({ partitions = PARTITIONS }: KafkaConnection): number => partitions;

export const topicOf = (connection: KafkaConnection, service: ServiceName): string =>
  nameOfTopic(service, prefixOf(connection));

const partitioner = kafkajs.Partitioners.DefaultPartitioner();

/** The partition of a key: as the relay's producer, and any producer of Kafka, puts it. */
export const partitionerOf = (connection: KafkaConnection): ((key: string) => number) => {
  const partitionMetadata = Array.from({ length: partitionsOf(connection) }, (_, partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader: 0,
    replicas: [],
    isr: [],
  }));
  return (key) => partitioner({ topic: '', partitionMetadata, message: { key, value: null } });
};

/**
 * Makes sure at a start that services' topics exist and have the right settings.
 * @throws TopicsUnfitError
 */
export const prepareTopics = (
  connection: KafkaConnection,
  services: readonly ServiceName[],
  { create }: PrepareOptions = {},
): Promise<void> => {
  const topics = services.map((service) => topicOf(connection, service));
  return asAdmin(connectTo(connection), async (admin) => {
    const known = await admin.listTopics();
    const missing = topics.filter((topic) => !known.includes(topic));
    if (missing.length > 0 && create === undefined) throw new TopicsUnfitError(missing.map((topic) => `no ${topic}`));
    if (missing.length > 0 && create !== undefined)
      await make(admin, missing, { ...create, partitions: partitionsOf(connection) });
    const reasons = [
      ...(await wrongCounts(admin, topics, partitionsOf(connection))),
      ...(await wrongSettings(admin, topics)),
    ];
    if (reasons.length > 0) throw new TopicsUnfitError(reasons);
  });
};

const make = async (
  admin: Admin,
  topics: readonly string[],
  { replicas, partitions }: { readonly replicas: number; readonly partitions: number },
): Promise<void> => {
  const configEntries = Array.from(SETTINGS, ([name, value]) => ({ name, value }));
  await admin.createTopics({
    waitForLeaders: false,
    topics: topics.map((topic) => ({ topic, numPartitions: partitions, replicationFactor: replicas, configEntries })),
  });
  await settled(admin, topics);
};

/** A new topic is known to all brokers only after a while. */
const settled = async (admin: Admin, topics: readonly string[]): Promise<void> => {
  for (let turn = 0; turn < SETTLED_TURNS; turn++) {
    const known = await admin.fetchTopicMetadata({ topics: [...topics] }).catch(ifUnknown);
    if (known?.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0))) return;
    await systemTime.sleep(SETTLED_TURN);
  }
};

const SETTLED_TURN = 100;
const SETTLED_TURNS = 100;

const ifUnknown = (error: unknown): undefined => {
  if (!(error instanceof kafkajs.KafkaJSProtocolError) || error.type !== 'UNKNOWN_TOPIC_OR_PARTITION') throw error;
};

const wrongCounts = async (admin: Admin, names: readonly string[], wanted: number): Promise<string[]> => {
  const { topics } = await admin.fetchTopicMetadata({ topics: [...names] });
  return topics
    .filter(({ partitions }) => partitions.length !== wanted)
    .map(({ name, partitions }) => `${name} has ${partitions.length} partitions, not ${wanted}`);
};

const wrongSettings = async (admin: Admin, topics: readonly string[]): Promise<string[]> => {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((name) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configNames: [...SETTINGS.keys()],
    })),
  });
  return resources.flatMap(({ resourceName, configEntries }) =>
    configEntries
      .filter(({ configName, configValue }) => configValue !== SETTINGS.get(configName))
      .map(({ configName, configValue }) => `${resourceName} has ${configName} ${configValue}`),
  );
};
