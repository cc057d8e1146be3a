import { createHmac, randomBytes } from 'node:crypto';
import { addSeconds, toInstant, toWallClock } from '@almanac/dates';
import type { Entries } from '@almanac/documents';
import { neighbourhoodOf } from '@almanac/service';

/** A visitor of one day. The key does not reveal who it was, or if the same visitor came the day before. */
export interface Visitor {
  /** Day on the site's clocks. */
  readonly day: string;
  readonly key: string;
  /** Key of the former day; present only shortly after midnight. */
  readonly before?: string;
  /** The time at which everything about the day expires, in milliseconds since the epoch. */
  readonly forgotten: number;
}

export interface VisitorPorts {
  readonly entries: Entries;
  /** The site's secret; without it the stored keys reveal nothing about visitors. */
  readonly secret: string;
}

const ENTRY_KIND = 'visit-day';
/** Time after midnight in which keys of both days are used: it covers repeats and differing clocks. */
const BOTH_DAYS_MS = 10_000;
const RETENTION_AFTER_DAY_MS = 60_000;
const DAY_S = 86_400;
const SALT_BYTES = 32;

const endOf = (day: string, zone: string): number => toInstant(addSeconds(`${day} 00:00:00`, DAY_S), zone);

/**
 * Identifies visitors by a keyed hash of their address range and their browser. The key belongs to the day: its salt is
 * random, stored only for that day, and shared by all replicas.
 */
export const createVisitors = ({ entries, secret }: VisitorPorts) => {
  const salts = new Map<string, string>();

  const forget = (day: string): void => {
    for (const known of salts.keys()) if (known < day) salts.delete(known);
  };

  const makeSalt = async (day: string, expiresAt: number): Promise<string> => {
    await entries.insert(ENTRY_KIND, day, { salt: randomBytes(SALT_BYTES).toString('base64url') }, { expiresAt });
    const kept = await entries.get<{ readonly salt: string }>(ENTRY_KIND, day);
    if (kept === undefined) throw new Error(`the day ${day} is over`);
    salts.set(day, kept.body.salt);
    return kept.body.salt;
  };

  /** Returns the salt of a day; undefined if nobody was counted on it. */
  const keptSalt = async (day: string): Promise<string | undefined> =>
    salts.get(day) ?? (await entries.get<{ readonly salt: string }>(ENTRY_KIND, day))?.body.salt;

  const keyOf = (salt: string, who: readonly string[]): string =>
    createHmac('sha256', `${secret}/${salt}`).update(JSON.stringify(who)).digest('base64url').slice(0, 32);

  return async (ip: string, agent: string, { at, zone }: { readonly at: number; readonly zone: string }) => {
    const who = [neighbourhoodOf(ip), agent];
    const day = toWallClock(at, zone).slice(0, 10);
    const forgotten = endOf(day, zone) + RETENTION_AFTER_DAY_MS;
    const key = keyOf(salts.get(day) ?? (await makeSalt(day, forgotten)), who);
    const dayBefore = toWallClock(at - BOTH_DAYS_MS, zone).slice(0, 10);
    const saltBefore = dayBefore === day ? undefined : await keptSalt(dayBefore);
    forget(dayBefore);
    const visitor: Visitor = { day, key, forgotten };
    return saltBefore === undefined ? visitor : { ...visitor, before: keyOf(saltBefore, who) };
  };
};

export type VisitorRegistry = ReturnType<typeof createVisitors>;
