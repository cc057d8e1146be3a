import { isServiceName } from '@almanac/contracts';
import { systemTime } from '@almanac/messaging';
import { type KafkaConnection, prepareTopics } from '@almanac/messaging/kafka';
import { kafkaOptions } from '../kafkaSettings.ts';
import type { Log } from '../log.ts';
import { retry } from './retry.ts';
import type { ServiceSettings } from './settings.ts';

export const connectionOf = (settings: ServiceSettings, service: string, log: Log): KafkaConnection => ({
  ...kafkaOptions(settings),
  clientId: `almanac-${service}`,
  log,
});

/** The state of the brokers and of the topics of the site's services. */
export interface Topics {
  /** Resolves when the topics are ready, or after this many milliseconds. */
  there(ms: number): Promise<void>;
  /** @throws Error until they are ready */
  verify(): Promise<void>;
  /**
   * Checks the topics now.
   * @throws if a broker does not answer, or a topic has wrong settings
   */
  examine(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Retries until the brokers answer and have the topics with the right settings; creates missing topics if configured.
 */
export const startTopics = (settings: ServiceSettings, service: string, log: Log): Topics => {
  const ending = new AbortController();
  const found = new AbortController();
  const services = [...settings.SERVICE_ADDRESSES.keys()].filter(isServiceName);
  const create = settings.TOPIC_REPLICAS === undefined ? {} : { create: { replicas: settings.TOPIC_REPLICAS } };
  const looking = retry({ what: 'Kafka', log, signal: ending.signal }, async () => {
    await prepareTopics(connectionOf(settings, service, log), services, create);
    found.abort('found');
  }).catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
  return {
    there: (ms) => systemTime.sleep(ms, AbortSignal.any([found.signal, ending.signal])),
    verify: async () => {
      if (!found.signal.aborted) throw new Error('not reached yet, or without the topics');
    },
    examine: () => prepareTopics(connectionOf(settings, service, log), services),
    stop: async () => {
      ending.abort('stopped');
      await looking;
    },
  };
};
