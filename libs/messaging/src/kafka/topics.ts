import type { ServiceName } from '@almanac/contracts';
import { topicOf as nameOfTopic, PARTITIONS } from '@almanac/manifest';
import kafkajs, { type Admin, type ITopicMetadata } from 'kafkajs';
import { systemTime } from '../time.ts';
import { asAdmin, connectTo, type KafkaConnection } from './connection.ts';
import { partitionOf } from './partition.ts';

/** No expiry and no compaction: a late subscription reads everything. */
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ['retention.ms', '-1'],
  ['retention.bytes', '-1'],
  ['cleanup.policy', 'delete'],
]);

const IN_SYNC = 'min.insync.replicas';

/** Returns the settings of new topics with this number of replicas; those with an empty value are the cluster's own. */
const settingsFor = ({ topicSettings = new Map() }: Pick<KafkaConnection, 'topicSettings'>, replicas: number) => {
  const own: ReadonlyMap<string, string> = topicSettings;
  const all = new Map([...SETTINGS, [IN_SYNC, String(minInSyncReplicas(replicas))] as const, ...own]);
  return new Map([...all].filter(([, value]) => value !== ''));
};

/**
 * Returns the number of replicas that must store a message before it counts as sent. With three or more replicas it is
 * two, so that no message is on a single broker, and one broker may be down. With fewer replicas it is one; otherwise
 * sends would fail with the first broker that stops.
 */
export const minInSyncReplicas = (replicas: number): number => (replicas > 2 ? 2 : 1);

export interface PrepareOptions {
  /** Creates missing topics; without it they must exist. */
  readonly create?: { readonly replicas: number };
}

/** Topics are missing or have wrong settings; `reasons` names each. */
class TopicsUnfitError extends Error {
  readonly code = 'topics-unfit';
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(`the topics are not fit for the bus: ${reasons.join('; ')}`);
    this.name = 'TopicsUnfitError';
    this.reasons = reasons;
  }
}

export const prefixOf = ({ prefix = 'almanac' }: KafkaConnection): string => prefix;

const partitionsOf = ({ partitions = PARTITIONS }: KafkaConnection): number => partitions;

export const topicOf = (connection: KafkaConnection, service: ServiceName): string =>
  nameOfTopic(service, prefixOf(connection));

/** Returns the function that gives the partition of a key in every topic of a site. */
export const partitionerOf = (connection: KafkaConnection): ((key: string) => number) => {
  const partitions = partitionsOf(connection);
  return (key) => partitionOf(key, partitions);
};

/**
 * Checks at a start that services' topics exist and have the right settings.
 * @throws TopicsUnfitError for missing topics, or wrong settings
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
    if (missing.length > 0 && create !== undefined) await make(admin, missing, { ...create, connection });
    const { topics: described } = await admin.fetchTopicMetadata({ topics });
    const reasons = [
      ...wrongCounts(described, partitionsOf(connection)),
      ...wrongSettings(await settingsOf(admin, topics, connection), described, connection),
    ];
    if (reasons.length > 0) throw new TopicsUnfitError(reasons);
  });
};

const make = async (
  admin: Admin,
  topics: readonly string[],
  { replicas, connection }: { readonly replicas: number; readonly connection: KafkaConnection },
): Promise<void> => {
  const configEntries = Array.from(settingsFor(connection, replicas), ([name, value]) => ({ name, value }));
  const numPartitions = partitionsOf(connection);
  await admin.createTopics({
    waitForLeaders: false,
    topics: topics.map((topic) => ({ topic, numPartitions, replicationFactor: replicas, configEntries })),
  });
  await settled(admin, topics);
};

/** Waits until all brokers know new topics, which takes a while. */
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

const wrongCounts = (topics: readonly ITopicMetadata[], wanted: number): string[] =>
  topics
    .filter(({ partitions }) => partitions.length !== wanted)
    .map(({ name, partitions }) => `${name} has ${partitions.length} partitions, not ${wanted}`);

interface TopicSettings {
  readonly topic: string;
  readonly settings: ReadonlyMap<string, string>;
}

const settingsOf = async (
  admin: Admin,
  topics: readonly string[],
  connection: KafkaConnection,
): Promise<TopicSettings[]> => {
  const configNames = [...settingsFor(connection, 1).keys()];
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name, configNames })),
  });
  return resources.map(({ resourceName, configEntries }) => ({
    topic: resourceName,
    settings: new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
  }));
};

/** Returns the faults of topics' settings, in words. Settings that are the cluster's own have none. */
export const wrongSettings = (
  known: readonly TopicSettings[],
  topics: readonly Pick<ITopicMetadata, 'name' | 'partitions'>[],
  connection: Pick<KafkaConnection, 'topicSettings'> = {},
): string[] => {
  const replicas = new Map(topics.map(({ name, partitions }) => [name, partitions[0]?.replicas.length ?? 1]));
  const isRuled = connection.topicSettings?.has(IN_SYNC) !== true;
  return known.flatMap(({ topic, settings }) => {
    const count = replicas.get(topic) ?? 1;
    const fixed = [...settingsFor(connection, count)].filter(([name]) => name !== IN_SYNC || !isRuled);
    return [
      ...fixed
        .filter(([name, wanted]) => settings.get(name) !== wanted)
        .map(([name]) => `${topic} has ${name} ${settings.get(name)}`),
      ...(isRuled ? wrongInSync(topic, Number(settings.get(IN_SYNC)), count) : []),
    ];
  });
};

/**
 * Returns the fault of a topic with too few in-sync replicas, or with more than its replicas, which accepts nothing.
 */
const wrongInSync = (topic: string, inSync: number, replicas: number): string[] =>
  inSync >= minInSyncReplicas(replicas) && inSync <= replicas
    ? []
    : [`${topic} has ${IN_SYNC} ${inSync} and ${replicas} replicas: set it to ${minInSyncReplicas(replicas)}`];
