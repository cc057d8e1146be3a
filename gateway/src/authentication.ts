import { createHmac } from 'node:crypto';
import { authenticateUser, readSession } from '@almanac/contracts';
import { anonymous, type Principal, type User } from '@almanac/identity';
import { askInternal, type FetchInternal, type InternalReply } from '@almanac/service';
import { LRUCache } from 'lru-cache';

export interface AuthenticationOptions {
  readonly fetchInternal: FetchInternal;
  /** HMAC key of the cache's entries: the cache holds no credentials. */
  readonly secret: string;
  readonly now: () => Date;
  /** Lifetime of a verified credential in the cache, in milliseconds; default 60,000. */
  readonly remembered?: number;
  /** Maximum number of cached credentials; default 10,000. */
  readonly capacity?: number;
}

interface Asking {
  readonly authorization: string | undefined;
  readonly ip: string;
  readonly language: string;
  readonly correlation: string;
}

export interface Authentication {
  /**
   * Returns the principal of a request. Core verifies the application password; a success is cached briefly.
   * @throws DomainError 401 with core's code for wrong credentials, 503 if core does not answer
   */
  principalOf(asking: Asking): Promise<Principal>;
  /**
   * Returns the user of a session, or the anonymous principal if the session has ended. Cached like a password.
   * @throws DomainError 503 if core does not answer
   */
  userOfSession(session: string, asking: Pick<Asking, 'language' | 'correlation'>): Promise<Principal>;
  /** Forgets cached credentials of one user, or of all users. */
  forget(userId?: number): void;
}

/** Asks core to verify a credential. */
type Question = (from: From) => Promise<InternalReply<{ readonly principal: Principal }>>;

type From = Pick<Asking, 'language' | 'correlation'>;

const fromOf = ({ language, correlation }: From): From => ({ language, correlation });

interface CachedUser {
  readonly user: User;
  readonly until: number;
}

export const createAuthentication = (options: AuthenticationOptions): Authentication => {
  const { fetchInternal, secret, now, remembered = 60_000, capacity = 10_000 } = options;
  const memory = new LRUCache<string, CachedUser>({ max: capacity });
  const asked = new Map<string, Promise<Principal>>();
  let forgotten = 0;

  const recall = (key: string): User | undefined => {
    const entry = memory.get(key);
    if (entry !== undefined && entry.until > now().getTime()) return entry.user;
    memory.delete(key);
    return undefined;
  };

  const verify = async (key: string, question: Question, from: From): Promise<Principal> => {
    const before = forgotten;
    const { body, refused } = await question(from);
    if (refused !== undefined) throw refused;
    const { principal } = body;
    // credentials revoked while core was asked are not cached
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
      const send = { ...credentials, ip: asking.ip };
      const question: Question = (from) => askInternal(fetchInternal, authenticateUser, { send, ...from });
      return recall(key) ?? ask(key, question, fromOf(asking));
    },
    userOfSession: async (session, asking) => {
      const key = keyOf('session', session);
      const question: Question = (from) => askInternal(fetchInternal, readSession, { send: { session }, ...from });
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

interface BasicCredentials {
  /** A login or an e-mail address. */
  readonly login: string;
  readonly password: string;
}

const BASIC = /^basic +([a-z0-9+/]+={0,2})$/i;

/**
 * Reads an `Authorization: Basic` header; only the first colon separates (docs/interface/server.md §15.3).
 * @returns undefined, so that the header is ignored, if it has another form, no colon, or an empty part
 */
const readBasic = (authorization: string | undefined): BasicCredentials | undefined => {
  const token = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (token === undefined) return undefined;
  const text = Buffer.from(token, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const login = text.slice(0, colon);
  const password = text.slice(colon + 1);
  return colon === -1 || login === '' || password === '' ? undefined : { login, password };
};
