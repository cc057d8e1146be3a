import type { Entries, Entry } from '@almanac/documents';
import type { Secrets } from '@almanac/secrets';
import { z } from 'zod';
import { digestOf } from './digests.ts';
import { CODE_MS, SIGN_IN_MS } from './session.ts';

// Data of sign-ins that no event may contain: written before the commit that needs it, and expiring by itself. Tokens
// and browsers are stored as digests, codes as keyed hashes; data that must be read again is encrypted (libs/secrets).

const PAIR = 'second-step-pair';
const BROWSER = 'second-step-browser';
const CODE = 'second-step-code';
const RECOVERY = 'second-step-recovery';

/** The session and secret of a token that an outside app has. */
export interface TokenSecret {
  readonly session: string;
  /** Digest of the secret. */
  readonly secret: string;
}

const letter = z.object({
  code: z.string(),
  to: z.string(),
  language: z.string(),
  /** Host of the site. */
  host: z.string(),
  /** Origin of the sign-in, in words; each text may be empty. */
  ip: z.string(),
  browser: z.string(),
  location: z.string(),
});

/** Mail with a code: its receiver and its contents. */
export type MailEntry = Readonly<z.infer<typeof letter>>;

/** Hashes of a set's codes. */
export interface RecoveryHashes {
  readonly hashes: readonly string[];
}

interface Ports {
  readonly entries: Entries;
  readonly secrets: Secrets;
  readonly now: () => Date;
}

/** Creates the storage of private sign-in data. */
export const createPrivateEntries = ({ entries, secrets, now }: Ports) => {
  const within = (milliseconds: number) => ({ expiresAt: now().getTime() + milliseconds });
  const sessionOf = async (kind: string, secret: string) =>
    (await entries.get<{ readonly session: string }>(kind, digestOf(secret)))?.body.session;
  return {
    keepPair: async (token: string, pair: TokenSecret): Promise<void> => {
      await entries.put<TokenSecret>(PAIR, digestOf(token), pair, within(SIGN_IN_MS));
    },
    pairOf: async (token: string): Promise<TokenSecret | undefined> =>
      (await entries.get<TokenSecret>(PAIR, digestOf(token)))?.body,
    keepBrowser: async (browser: string, session: string): Promise<void> => {
      await entries.put(BROWSER, digestOf(browser), { session }, within(SIGN_IN_MS));
    },
    sessionOfBrowser: (browser: string): Promise<string | undefined> => sessionOf(BROWSER, browser),
    /** Stores the mail address of the user who signs in. */
    keepAddress: (session: string, address: string): Promise<void> =>
      secrets.put(`address-${session}`, address, within(SIGN_IN_MS)),
    addressOf: (session: string): Promise<string | undefined> => secrets.get(`address-${session}`),
    /** @param hash of the code, keyed */
    keepCode: async (id: string, hash: string): Promise<void> => {
      await entries.put(CODE, id, { hash }, within(CODE_MS));
    },
    codeHashOf: async (id: string): Promise<string | undefined> =>
      (await entries.get<{ readonly hash: string }>(CODE, id))?.body.hash,
    keepLetter: (id: string, mail: MailEntry): Promise<void> =>
      secrets.put(`letter-${id}`, JSON.stringify(mail), within(CODE_MS)),
    letterOf: async (id: string): Promise<MailEntry | undefined> => {
      const kept = await secrets.get(`letter-${id}`);
      return kept === undefined ? undefined : letter.parse(JSON.parse(kept));
    },
    forgetLetter: async (id: string): Promise<void> => {
      await secrets.delete(`letter-${id}`);
    },
    /** @param hashes the keyed slow hashes of the codes, with one salt, in the order of the codes */
    keepRecovery: async (set: string, hashes: readonly string[]): Promise<void> => {
      await entries.put<RecoveryHashes>(RECOVERY, set, { hashes });
    },
    /** Replaces the hashes of a set; does nothing if the set was replaced or changed concurrently. */
    replaceRecovery: async ({ id, revision }: Entry<RecoveryHashes>, hashes: readonly string[]): Promise<void> => {
      await entries.put<RecoveryHashes>(RECOVERY, id, { hashes }, { ifRevision: revision, erasing: true });
    },
    /** Returns the sets whose ids follow the given one, ordered by id. */
    recoverySets: (after: string): Promise<Entry<RecoveryHashes>[]> =>
      entries.list<RecoveryHashes>(RECOVERY, { after }),
    recoveryHashesOf: async (set: string): Promise<readonly string[]> =>
      (await entries.get<RecoveryHashes>(RECOVERY, set))?.body.hashes ?? [],
    forgetRecovery: async (set: string): Promise<void> => {
      await entries.delete(RECOVERY, set);
    },
  };
};

export type PrivateEntries = ReturnType<typeof createPrivateEntries>;
