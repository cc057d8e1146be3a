import { kafkaVariables, processVariables, readEnvironment } from '@almanac/service';
import { z } from 'zod';

/** What a service that is a process of its own is told in its environment. */
export const serviceVariables = z.object({
  ...processVariables,
  ...kafkaVariables,
  /** Topics that are missing are made with so many replicas; without it they must be there, made by an operator. */
  TOPIC_REPLICAS: z.coerce.number().int().min(1).optional(),
  /** A replica set; `retryWrites=false` where the server has no sessions. */
  MONGODB_URL: z.string().regex(/^mongodb(\+srv)?:\/\//, 'is no address of MongoDB'),
  /** What the names of the services' databases begin with; sites that share a server differ in it. */
  DATABASE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/)
    .default('almanac'),
  /** The service's database; default `<DATABASE_PREFIX>-<service>`. */
  DATABASE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,60}$/)
    .optional(),
});

export type ServiceSettings = z.output<typeof serviceVariables>;

/** @throws ConfigurationError */
export const readServiceSettings = (variables: Readonly<Record<string, string | undefined>>): ServiceSettings =>
  readEnvironment(serviceVariables, variables);
