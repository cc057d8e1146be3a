import { z } from 'zod';
import { readEnvironment } from '../environment.ts';
import { kafkaVariables } from '../kafkaSettings.ts';
import { processVariables, secretsVariables } from '../processSettings.ts';

const databaseVariables = {
  /** A replica set; `retryWrites=false` where the server has no sessions. */
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'is no address of MongoDB')
    .refine((url) => !/<[^<>]*>/.test(url), 'still has what stands for something in the template'),
  /** What the names of the services' databases begin with; sites that share a server differ in it. */
  DATABASE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/)
    .default('almanac'),
};

const siteDatabases = z.object(databaseVariables);

/** Where the databases of a whole site are. */
export type DatabaseSettings = z.output<typeof siteDatabases> & { readonly DATABASE?: string | undefined };

/** Settings for commands that work on the databases of all services. @throws ConfigurationError */
export const readDatabaseSettings = (variables: Readonly<Record<string, string | undefined>>): DatabaseSettings =>
  readEnvironment(siteDatabases, variables);

/** The environment variables of a service that is a process of its own. */
export const serviceVariables = z.object({
  ...processVariables,
  ...kafkaVariables,
  /** The replicas of missing topics, which are made; without it an operator must have made all topics. */
  TOPIC_REPLICAS: z.coerce.number().int().min(1).optional(),
  /** A replica that starts is ready once its subscriptions have no more messages than this to handle. */
  READY_LAG: z.coerce.number().int().min(0).default(1_000),
  ...secretsVariables,
  ...databaseVariables,
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
