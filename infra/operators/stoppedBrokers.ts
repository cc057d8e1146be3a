import type { ServiceName } from '@almanac/contracts';
import { forgetGroup, forgetGroups, publishedEpoch, runningGroups } from '@almanac/messaging/kafka';
import { ConfigurationError } from '@almanac/service';
import { connectionOf } from './connectionOf.ts';
import { isOnMongodb, type Surroundings } from './operatorCommand.ts';
import { knownServices } from './serviceData.ts';

/** What the brokers know of a site that is stopped, which no change of a database changes. */
export interface StoppedBrokers {
  /** @throws ConfigurationError while services of the site run */
  refuseRunning(): Promise<void>;
  publishedEpoch(service: ServiceName): Promise<number>;
  /**
   * Makes services read the topics of the others from the beginning: their offsets are ahead of their restored
   * checkpoints.
   */
  forgetGroups(services: readonly ServiceName[]): Promise<void>;
  /** The same of one subscription. */
  forgetGroup(subscription: string): Promise<void>;
}

/**
 * Undefined for a data folder, whose bus is the logs themselves.
 * @throws ConfigurationError for a site on MongoDB whose brokers are not named
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
