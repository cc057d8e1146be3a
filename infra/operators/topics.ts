import { serviceNames } from '@almanac/manifest';
import { prepareTopics } from '@almanac/messaging/kafka';
import { ConfigurationError } from '@almanac/service';
import { connectionOf } from './connectionOf.ts';
import type { OperatorCommand } from './operatorCommand.ts';

/** Replicas of a topic if none are given: two must store a message, and one broker may be down. */
const REPLICAS = 3;

/** `topics`: creates the missing topics of all services, and checks the settings of those that exist. */
export const topicsCommand: OperatorCommand = {
  run: async ([given = String(REPLICAS)], around) => {
    const replicas = Number(given);
    if (!Number.isInteger(replicas) || replicas < 1)
      throw new ConfigurationError(`REPLICAS must be a whole number from 1; got ${given}.`);
    const connection = connectionOf(around);
    if (connection === undefined)
      throw new ConfigurationError('KAFKA_BROKERS is missing: a site on a data folder has no topics.');
    await prepareTopics(connection, serviceNames, { create: { replicas } });
    around.say(`The topics of ${serviceNames.length} services exist, with the right settings.`, {
      services: serviceNames,
    });
    return true;
  },
};
