import type { Entries, Entry, EntryPut } from '@almanac/documents';
import type { EventStore } from '@almanac/event-store';
import { LRUCache } from 'lru-cache';
import type { Visitor } from './visitor.ts';

export type VisitKind = 'open' | 'conversion';

/** A visit that asks to be counted. */
export interface Visit {
  readonly popup: number;
  readonly kind: VisitKind;
  readonly visitor: Visitor;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a process is about to count in a commit. */
export interface Attempt {
  /** When he was last counted, or was about to be. */
  readonly at: number;
  /** The commit that counts it, or would have. */
  readonly batch: string;
}

/** What is kept of a visitor's openings, or conversions, of a popup while his day lasts. */
export interface Claim extends Attempt {
  /** He was counted before that on the same day. */
  readonly earlier: boolean;
  /** The attempts that this one wants to overtake: until it stands in the log, one of theirs may have come first. */
  readonly overtaking?: readonly Attempt[];
}

/** Repeats within this time are one visit. */
export const REPEAT_MS = 5_000;
/** How long another replica is given for the commit of what it has claimed. */
export const PATIENCE_MS = 250;

const KIND = 'visit';
const MOST_KNOWN = 10_000;

/** The names of a visit's claims: close to midnight one of each of the two days. */
export const claimNames = ({ popup, kind, visitor: { key, before } }: Visit): readonly string[] =>
  [before, key].flatMap((each) => (each === undefined ? [] : [`${popup}/${kind}/${each}`]));

/** The name of the claim on the visitor's openings of the same popup, on his day. */
export const openingName = ({ popup, visitor }: Visit): string => `${popup}/open/${visitor.key}`;

export interface ClaimPorts {
  readonly entries: Entries;
  readonly store: Pick<EventStore, 'findCommit'>;
}

/** Claims as all replicas keep them. */
export const createClaims = ({ entries, store }: ClaimPorts) => {
  const committed = new LRUCache<string, true>({ max: MOST_KNOWN });
  const dead = new LRUCache<string, true>({ max: MOST_KNOWN });

  const isCommitted = async (batch: string): Promise<boolean> => {
    if (committed.has(batch)) return true;
    if ((await store.findCommit(batch)) === undefined) return false;
    committed.set(batch, true);
    return true;
  };

  return {
    get: (name: string): Promise<Entry<Claim> | undefined> => entries.get<Claim>(KIND, name),
    putAll: (puts: readonly EntryPut<Claim>[]): Promise<boolean[]> => entries.putAll(KIND, puts),
    isCommitted,
    /** Whether it is known that the commit stands in no log and cannot come any more. */
    isDead: (batch: string): boolean => dead.has(batch),
    /** This process has committed it. */
    remember: (batch: string): void => void committed.set(batch, true),
    /** It was overtaken. */
    bury: (batch: string): void => void dead.set(batch, true),
  };
};

export type Claims = ReturnType<typeof createClaims>;
