import { createHmac, randomBytes } from 'node:crypto';
import { addSeconds, toInstant, toWallClock } from '@almanac/dates';
import type { Entries } from '@almanac/documents';
import { neighbourhoodOf } from '@almanac/service';

/** A visitor as he is known on a day; nobody can tell afterwards who he was, nor whether he was there the day before. */
export interface Visitor {
  /** The day of the site's clock. */
  readonly day: string;
  readonly key: string;
  /** Close to midnight: who he was on the day before. */
  readonly before?: string;
  /** When nothing is kept of the day any more, in milliseconds. */
  readonly forgotten: number;
}

export interface VisitorPorts {
  readonly entries: Entries;
  /** The site's secret: who has the store alone can tell nothing of visitors. */
  readonly secret: string;
}

const KIND = 'visit-day';
/** What clocks of replicas may differ by, beside the seconds in which repeats are one. */
const EDGE_MS = 10_000;
const AFTERWARDS_MS = 60_000;
const DAY_S = 86_400;
const SALT_BYTES = 32;

const endOf = (day: string, zone: string): number => toInstant(addSeconds(`${day} 00:00:00`, DAY_S), zone);

/**
 * Knows visitors by a keyed hash of the neighbourhood of their address and their browser. Its key is of the day: what it is
 * made of is random, kept for that day alone, and shared by all replicas.
 */
export const createVisitors = ({ entries, secret }: VisitorPorts) => {
  const salts = new Map<string, string>();

  const forget = (day: string): void => {
    for (const known of salts.keys()) if (known < day) salts.delete(known);
  };

  const makeSalt = async (day: string, expiresAt: number): Promise<string> => {
    await entries.insert(KIND, day, { salt: randomBytes(SALT_BYTES).toString('base64url') }, { expiresAt });
    const kept = await entries.get<{ readonly salt: string }>(KIND, day);
    if (kept === undefined) throw new Error(`the day ${day} is over`);
    salts.set(day, kept.body.salt);
    return kept.body.salt;
  };

  /** Undefined where nobody was counted on that day. */
  const keptSalt = async (day: string): Promise<string | undefined> =>
    salts.get(day) ?? (await entries.get<{ readonly salt: string }>(KIND, day))?.body.salt;

  const keyOf = (salt: string, who: readonly string[]): string =>
    createHmac('sha256', `${secret}/${salt}`).update(JSON.stringify(who)).digest('base64url').slice(0, 32);

  return async (ip: string, agent: string, { at, zone }: { readonly at: number; readonly zone: string }) => {
    const who = [neighbourhoodOf(ip), agent];
    const day = toWallClock(at, zone).slice(0, 10);
    const forgotten = endOf(day, zone) + AFTERWARDS_MS;
    const key = keyOf(salts.get(day) ?? (await makeSalt(day, forgotten)), who);
    const dayBefore = toWallClock(at - EDGE_MS, zone).slice(0, 10);
    const saltBefore = dayBefore === day ? undefined : await keptSalt(dayBefore);
    forget(dayBefore);
    const visitor: Visitor = { day, key, forgotten };
    return saltBefore === undefined ? visitor : { ...visitor, before: keyOf(saltBefore, who) };
  };
};

export type KnowVisitor = ReturnType<typeof createVisitors>;
