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

/** Whether the brokers are reached and the topics of the site's services have the right settings. */
export interface Topics {
  /** Resolves as soon as they are, or after this many ms. */
  there(ms: number): Promise<void>;
  /** @throws as long as they are not there */
  verify(): Promise<void>;
  /** Looks now. @throws where a broker does not answer, or a topic is not as it must be */
  examine(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Tries until the brokers are reached and have the topics with the right settings; makes missing topics where that is
 * configured.
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
