import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Document, type MongoClient, MongoError } from 'mongodb';

export interface Members {
  /** `host:port`, as the set names its members. */
  readonly primary: string;
  readonly secondaries: readonly string[];
  /** Id of the election; changes with each election. */
  readonly election: string;
}

/** Reads the current members. @throws Error if no member is primary or the server is no replica set */
export const primaryOf = async (client: MongoClient): Promise<Members> => {
  const hello: Document = await client.db('admin').command({ hello: 1 }, { readPreference: 'primary' });
  if (!Array.isArray(hello.hosts) || hello.isWritablePrimary !== true)
    throw new Error('MONGODB_URL must name a replica set with a primary');
  const status: Document = await client.db('admin').command({ replSetGetStatus: 1 }, { readPreference: 'primary' });
  const found = status.members as readonly { readonly name: string; readonly stateStr: string }[];
  const secondaries = found.filter(({ stateStr }) => stateStr === 'SECONDARY').map(({ name }) => name);
  return { primary: String(hello.primary), secondaries, election: String(hello.electionId) };
};

/** Seconds for which a member that stepped down cannot be elected. */
const AWAY = 10;
const ELECTED_WITHIN = 60_000;

/**
 * Makes the primary step down, even if no secondary has caught up, and waits for the next election. In a set of one,
 * the same member is elected. Connections stay open (since MongoDB 4.2); writes in progress fail.
 */
export const stepDown = async (client: MongoClient): Promise<void> => {
  const before = await primaryOf(client);
  await client.db('admin').command({ replSetStepDown: AWAY, secondaryCatchUpPeriodSecs: 0, force: true });
  await until(async () => (await primaryOf(client)).election !== before.election, ELECTED_WITHIN);
};

/** Waits until a condition holds; retries after MongoDB errors. @throws Error after `within` milliseconds */
export const until = async (holds: () => Promise<boolean>, within: number): Promise<void> => {
  for (const end = Date.now() + within; Date.now() < end; await pause(250)) {
    const held = await holds().catch((error: unknown) => {
      if (!(error instanceof MongoError)) throw error;
      return false;
    });
    if (held) return;
  }
  throw new Error(`it does not hold after ${within} ms`);
};

/** Commands that pause and resume a member. */
export interface MemberCommands {
  pause(member: string): Promise<void>;
  resume(member: string): Promise<void>;
}

const run = promisify(execFile);

/**
 * Returns the shell commands of `MEMBER_PAUSE` and `MEMBER_RESUME`; undefined if they are not set. They take
 * `host:port` as `$1`, such as `docker pause "${1%:*}"`. Resuming a member that is not paused must not fail.
 */
export const commandsOfMembers = (variables: NodeJS.ProcessEnv): MemberCommands | undefined => {
  const { MEMBER_PAUSE: freeze, MEMBER_RESUME: wake } = variables;
  if (freeze === undefined || wake === undefined) return undefined;
  const given =
    (script: string) =>
    async (member: string): Promise<void> =>
      void (await run('sh', ['-c', script, 'sh', member]));
  return { pause: given(freeze), resume: given(wake) };
};
