import type { KafkaConnection } from '@almanac/messaging/kafka';
import { kafkaOptions, kafkaVariables, readEnvironment, silentLog, variablesOf } from '@almanac/service';
import { z } from 'zod';
import type { Surroundings } from './operatorCommand.ts';

/**
 * Returns the connection to the brokers; undefined if none are set.
 * @throws ConfigurationError
 */
export const connectionOf = ({ environment }: Surroundings): KafkaConnection | undefined => {
  if (variablesOf(['KAFKA_BROKERS'], environment).KAFKA_BROKERS === undefined) return undefined;
  const options = kafkaOptions(readEnvironment(z.object(kafkaVariables), environment));
  return { ...options, clientId: 'almanac-operator', log: silentLog };
};
