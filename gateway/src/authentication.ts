import { createHmac } from 'node:crypto';
import { DomainError } from '@almanac/domain';
import { anonymous, type Principal, type User, userSchema } from '@almanac/identity';
import { type FetchInternal, ServiceUnavailableError } from '@almanac/service';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { readBasic } from './basicCredentials.ts';

export interface AuthenticationOptions {
  readonly fetchInternal: FetchInternal;
  /** Keys what is remembered: the credentials themselves are not kept. */
  readonly secret: string;
  readonly now: () => Date;
  /** How long a verified password is believed without asking, in milliseconds; default 60,000. */
  readonly remembered?: number;
  /** How many are remembered at most; default 10,000. */
  readonly capacity?: number;
}

export interface Asking {
  readonly authorization: string | undefined;
  readonly ip: string;
  readonly language: string;
  readonly correlation: string;
}

export interface Authentication {
  /**
   * Who asks. Core verifies the application password; what it said is remembered briefly.
   * @throws DomainError 401 with core's code for wrong credentials, 503 when core cannot be asked
   */
  principalOf(asking: Asking): Promise<Principal>;
  /**
   * Whose session this is: a visitor's where it is over. Remembered like a password.
   * @throws DomainError 503 when core cannot be asked
   */
  userOfSession(session: string, asking: Pick<Asking, 'language' | 'correlation'>): Promise<Principal>;
  /** Forgets what is remembered of a user, or of all. */
  forget(userId?: number): void;
}

const verified = z.object({ principal: userSchema });
const sessionOf = z.object({ principal: z.union([userSchema, z.object({ kind: z.literal('anonymous') })]) });
const refused = z.object({
  code: z.string(),
  message: z.string(),
  data: z.object({ status: z.int().min(400).max(499), retry_after: z.int().optional() }),
});

/** What core is asked about a credential. */
interface Question {
  readonly path: string;
  readonly body: object;
  /** What it says of a good one. */
  readonly said: z.ZodType<{ readonly principal: unknown }>;
}

type From = Pick<Asking, 'language' | 'correlation'>;

const fromOf = ({ language, correlation }: From): From => ({ language, correlation });

interface Remembered {
  readonly user: User;
  readonly until: number;
}

export const createAuthentication = (options: AuthenticationOptions): Authentication => {
  const { fetchInternal, secret, now, remembered = 60_000, capacity = 10_000 } = options;
  const memory = new LRUCache<string, Remembered>({ max: capacity });
  const asked = new Map<string, Promise<Principal>>();
  let forgotten = 0;

  const recall = (key: string): User | undefined => {
    const entry = memory.get(key);
    if (entry !== undefined && entry.until > now().getTime()) return entry.user;
    memory.delete(key);
    return undefined;
  };

  const verify = async (key: string, { path, body, said }: Question, from: From): Promise<Principal> => {
    const before = forgotten;
    const answer = await fetchInternal('core', path, { body, ...from });
    if (answer.status !== 200) throw refusal(answer.body);
    const principal = said.parse(answer.body).principal as Principal;
    // what was revoked while core was asked is not remembered
    if (before === forgotten && principal.kind === 'user')
      memory.set(key, { user: principal, until: now().getTime() + remembered });
    return principal;
  };

  const ask = (key: string, question: Question, from: From): Promise<Principal> => {
    const running = asked.get(key);
    if (running !== undefined) return running;
    const started = verify(key, question, from).finally(() => {
      if (asked.get(key) === started) asked.delete(key);
    });
    asked.set(key, started);
    return started;
  };

  const keyOf = (kind: string, credential: string): string =>
    createHmac('sha256', secret).update(`${kind} ${credential}`).digest('base64');

  return {
    principalOf: async (asking) => {
      const credentials = readBasic(asking.authorization);
      if (credentials === undefined) return anonymous;
      const key = keyOf('password', asking.authorization ?? '');
      const body = { ...credentials, ip: asking.ip };
      const question = { path: '/internal/authenticate', body, said: verified };
      return recall(key) ?? ask(key, question, fromOf(asking));
    },
    userOfSession: async (session, asking) => {
      const key = keyOf('session', session);
      const question = { path: '/internal/session', body: { session }, said: sessionOf };
      return recall(key) ?? ask(key, question, fromOf(asking));
    },
    forget: (userId) => {
      forgotten++;
      asked.clear();
      if (userId === undefined) memory.clear();
      for (const [key, { user }] of [...memory]) if (user.id === userId) memory.delete(key);
    },
  };
};

/** What core said of the credentials; anything but a refusal is trouble of its own. */
const refusal = (body: unknown): DomainError => {
  const { success, data: said } = refused.safeParse(body);
  if (!success) return new ServiceUnavailableError('core');
  const { status, ...data } = said.data;
  return new DomainError(said.code, status, said.message, { data });
};
