import { z } from 'zod';
import { readEnvironment } from '../environment.ts';
import { kafkaVariables } from '../kafkaSettings.ts';
import { boundVariables, processVariables, secretsVariables } from '../processSettings.ts';

const databaseVariables = {
  /** The address of a replica set; `retryWrites=false` for a server without sessions. */
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'is no address of MongoDB')
    .refine((url) => !/<[^<>]*>/.test(url), 'still has what stands for something in the template'),
  /** Prefix of the names of the services' databases; sites that share a server need different ones. */
  DATABASE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/)
    .default('almanac'),
};

const siteDatabases = z.object(databaseVariables);

/** The location of the databases of a whole site. */
export type DatabaseSettings = z.output<typeof siteDatabases> & { readonly DATABASE?: string | undefined };

/**
 * Reads settings for commands that work on the databases of all services.
 * @throws ConfigurationError
 */
export const readDatabaseSettings = (variables: Readonly<Record<string, string | undefined>>): DatabaseSettings =>
  readEnvironment(siteDatabases, variables);

/** The environment variables of a service in a process of its own. */
export const serviceVariables = z.object({
  ...processVariables,
  ...kafkaVariables,
  /** Number of replicas of missing topics, which are then created; without it an operator must create all topics. */
  TOPIC_REPLICAS: z.coerce.number().int().min(1).optional(),
  /** Maximum number of unhandled messages with which a starting replica becomes ready. */
  READY_LAG: z.coerce.number().int().min(0).default(1_000),
  ...secretsVariables,
  ...boundVariables,
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
