import type { ServiceName } from '@almanac/contracts';
import { forgetGroup, forgetGroups, publishedEpoch, runningGroups } from '@almanac/messaging/kafka';
import { ConfigurationError } from '@almanac/service';
import { connectionOf } from './connectionOf.ts';
import { isOnMongodb, type Surroundings } from './operatorCommand.ts';
import { knownServices } from './serviceData.ts';

/** The brokers of a stopped site. Their state does not change with the databases. */
export interface StoppedBrokers {
  /** @throws ConfigurationError while services of the site run */
  refuseRunning(): Promise<void>;
  publishedEpoch(service: ServiceName): Promise<number>;
  /**
   * Makes services read the topics of others from the beginning: their offsets are ahead of their restored checkpoints.
   */
  forgetGroups(services: readonly ServiceName[]): Promise<void>;
  /** Makes one subscription read its topics from the beginning. */
  forgetGroup(subscription: string): Promise<void>;
}

/**
 * Returns the brokers of a stopped site; undefined for a data folder, whose bus is the logs themselves.
 * @throws ConfigurationError for a site on MongoDB without KAFKA_BROKERS
 */
export const stoppedBrokers = (around: Surroundings): StoppedBrokers | undefined => {
  if (!isOnMongodb(around)) return undefined;
  const connection = connectionOf(around);
  if (connection === undefined) {
    throw new ConfigurationError(
      'KAFKA_BROKERS is not set: what the brokers know of subscriptions would stay ahead of the databases.',
    );
  }
  return {
    refuseRunning: async () => {
      const running = await runningGroups(
        connection,
        knownServices.map(({ name }) => name),
      );
      if (running.length === 0) return;
      throw new ConfigurationError(`The site runs (${running.join(', ')}); stop its services, then run this again.`);
    },
    publishedEpoch: (service) => publishedEpoch(connection, service),
    forgetGroups: (services) => forgetGroups(connection, services),
    forgetGroup: (subscription) => forgetGroup(connection, subscription),
  };
};
