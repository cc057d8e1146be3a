import type { ServiceName } from '@almanac/contracts';
import { forgetGroups, publishedEpoch, runningGroups } from '@almanac/messaging/kafka';
import { ConfigurationError } from '@almanac/service';
import { connectionOf } from '../connectionOf.ts';
import { isOnMongodb, type Surroundings } from '../operatorCommand.ts';
import { knownServices } from '../serviceData.ts';

/** What the brokers know, which no restore of a database changes. */
export interface BrokersAfterRestore {
  /** @throws ConfigurationError while services of the site run */
  refuseRunning(): Promise<void>;
  publishedEpoch(service: ServiceName): Promise<number>;
  /**
   * Makes services read the topics of the others from the beginning: their offsets are ahead of their restored
   * checkpoints.
   */
  forgetGroups(services: readonly ServiceName[]): Promise<void>;
}

/**
 * Undefined for a data folder, whose bus is the logs themselves.
 * @throws ConfigurationError for a site on MongoDB whose brokers are not named
 */
export const brokersAfterRestore = (around: Surroundings): BrokersAfterRestore | undefined => {
  if (!isOnMongodb(around)) return undefined;
  const connection = connectionOf(around);
  if (connection === undefined) {
    throw new ConfigurationError(
      'KAFKA_BROKERS is not set: without the brokers, what services were told after the backup would be lost.',
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
  };
};
