import type { Entries } from '@almanac/documents';
import { createDeadLetters, type DeadLetter, type DeadLetters, type Delivery } from '@almanac/messaging';

/** The dead letters of one subscription, relay or definition of outside effects. */
export interface OwnerDeadLetters {
  readonly owner: string;
  readonly letters: DeadLetters;
  readonly list: readonly DeadLetter[];
}

/** A blocked key: its first dead letter, and the number of those behind it. */
export interface BlockedKey extends Omit<Delivery, 'data' | 'principal' | 'language' | 'correlation'> {
  readonly subscription: string;
  readonly reason: string | null;
  readonly waiting: number;
}

/** Returns all dead letters of a service, by owner. */
export const listByOwner = async (entries: Entries): Promise<OwnerDeadLetters[]> => {
  const found: OwnerDeadLetters[] = [];
  for (const owner of await ownersOf(entries)) {
    const letters = createDeadLetters(entries, owner);
    found.push({ owner, letters, list: await letters.list() });
  }
  return found;
};

/** Returns the owners in ids of the form `<owner>/<source>/<key>/<place>`; an owner may contain a slash. */
const ownersOf = async (entries: Entries): Promise<Set<string>> => {
  const owners = new Set<string>();
  for (let after: string | undefined; ; ) {
    const page = await entries.list('parked', after === undefined ? {} : { after });
    for (const { id } of page) owners.add(id.split('/').slice(0, -3).join('/'));
    after = page.at(-1)?.id;
    if (after === undefined) return owners;
  }
};

/** Returns the blocked keys, with the dead letter that blocks each. */
export const blockedKeys = (all: readonly OwnerDeadLetters[]): BlockedKey[] =>
  all.flatMap(({ owner, list }) =>
    [...Map.groupBy(list, ({ delivery: { source, key } }) => `${source}/${key}`).values()].flatMap(
      ([first, ...behind]) => (first === undefined ? [] : [blockedKey(owner, first, behind.length)]),
    ),
  );

const blockedKey = (subscription: string, { delivery, reason }: DeadLetter, waiting: number): BlockedKey => {
  const { source, key, type, epoch, position, n, at } = delivery;
  return { subscription, source, key, type, epoch, position, n, at, reason, waiting };
};

const ofKey = (list: readonly DeadLetter[], key: string | undefined): readonly DeadLetter[] =>
  list.filter(({ delivery }) => key === undefined || delivery.key === key);

/** Requests a retry of the dead letters of an owner, or of one of its keys; returns them. */
export const replayLetters = async (
  { letters, list }: OwnerDeadLetters,
  key?: string,
): Promise<readonly DeadLetter[]> => {
  const wanted = ofKey(list, key);
  const keys = new Map(wanted.map(({ delivery: { source, key } }) => [`${source}/${key}`, { source, key }]));
  for (const each of keys.values()) await letters.requestReplay(each);
  return wanted;
};

/** Drops the first dead letter of a key; returns it, if there is one. */
export const discardFirst = async (
  { letters, list }: OwnerDeadLetters,
  key: string,
): Promise<DeadLetter | undefined> => {
  const [first] = ofKey(list, key);
  if (first !== undefined) await letters.discard(first.delivery);
  return first;
};
