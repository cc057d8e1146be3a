import type { KeptRecord, Records } from '@almanac/documents';

const KIND = 'lease';

/** What stands in the record `<name>#<term>`. */
interface Tenure {
  readonly holder: string;
  /** Counts the holder's signs of life; contenders only see whether it moves. */
  readonly beat: number;
  readonly released: boolean;
}

export interface LeaseOptions {
  /** This process's clock, ms; it need not agree with anybody's. */
  now(): number;
  /** How long a holder's counter must have stood still before another may take over, ms. */
  readonly duration: number;
}

/**
 * The right to be the one who works (architecture §3). It is a hint, not a lock: a paused holder may wake and go on
 * for a moment, so whatever it writes carries its term, and a lower term than the stored one is refused.
 */
export interface Lease {
  /** The term of the last tenure; 0 before the first. */
  readonly term: number;
  /** Tries once to take it; true when it is held now. To be called again and again, several times a duration. */
  acquire(): Promise<boolean>;
  /** Gives a sign of life; false when somebody else holds a later term. */
  beat(): Promise<boolean>;
  /** Whether nobody else can have taken over yet, by this process's clock. */
  held(): boolean;
  /** Lets the next contender take over at once. */
  release(): Promise<void>;
}

/**
 * @param holder unique to this process; where one name can only run once, keep it over restarts, and a restart takes
 * over from its former life without waiting
 */
export const createLease = (records: Records, name: string, holder: string, options: LeaseOptions): Lease => {
  const { now, duration } = options;
  let term = 0;
  let until = Number.NEGATIVE_INFINITY;
  let seen: { readonly id: string; readonly beat: number; readonly since: number } | undefined;

  const idOf = (which: number): string => `${name}#${String(which).padStart(12, '0')}`;
  const termOf = (record: { readonly id: string } | undefined): number =>
    record === undefined ? 0 : Number(record.id.slice(name.length + 1));

  const newest = async (): Promise<KeptRecord<Tenure> | undefined> =>
    (await records.list<Tenure>(KIND, { prefix: `${name}#`, reverse: true, limit: 1 }))[0];

  const isFree = ({ id, body }: KeptRecord<Tenure>): boolean => {
    if (body.released || body.holder === holder) return true;
    if (seen?.id !== id || seen.beat !== body.beat) seen = { id, beat: body.beat, since: now() };
    return now() - seen.since >= duration;
  };

  const forgetBefore = async (own: number): Promise<void> => {
    for (const record of await records.list(KIND, { prefix: `${name}#` })) {
      if (termOf(record) < own) await records.delete(KIND, record.id);
    }
  };

  const take = async (next: number): Promise<boolean> => {
    const startedAt = now();
    if (!(await records.insert<Tenure>(KIND, idOf(next), { holder, beat: 0, released: false }))) return false;
    if (termOf(await newest()) !== next) {
      await records.delete(KIND, idOf(next));
      return false;
    }
    [term, until] = [next, startedAt + duration];
    await forgetBefore(next);
    return true;
  };

  /** Writes the own record over what stands there; false when it is gone or a later term has begun. */
  const sign = async (released: boolean): Promise<boolean> => {
    const own = await records.get<Tenure>(KIND, idOf(term));
    if (own === undefined || own.body.holder !== holder) return false;
    const tenure = { holder, beat: own.body.beat + 1, released };
    if (!(await records.put<Tenure>(KIND, own.id, tenure, { ifRevision: own.revision }))) return false;
    return termOf(await newest()) === term;
  };

  const held = (): boolean => now() < until;

  return {
    get term() {
      return term;
    },
    held,
    acquire: async () => {
      if (held()) return true;
      const top = await newest();
      return top === undefined || isFree(top) ? take(termOf(top) + 1) : false;
    },
    beat: async () => {
      const startedAt = now();
      const kept = await sign(false);
      until = kept ? startedAt + duration : Number.NEGATIVE_INFINITY;
      return kept;
    },
    release: async () => {
      until = Number.NEGATIVE_INFINITY;
      if (term > 0) await sign(true);
    },
  };
};
