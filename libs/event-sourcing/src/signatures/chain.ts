import type { Entries, Entry } from '@almanac/documents';
import { CHAIN_START, type Link, type Signature, type SignedRedaction } from './signing.ts';

const SIGNATURES = 'log-signature';
const REDACTIONS = 'log-redaction';

/** Digits enough for all safe integers, so that the order of texts is that of numbers. */
const idOf = (n: number): string => String(n).padStart(16, '0');

/** Whoever forges an entry may leave members out. */
const linkOf = ({ id, body }: Entry<Signature>): Link => ({ ...CHAIN_START, ...body, n: Number(id) });

/** A log's signatures in its service's entries. */
export const newestLink = async (entries: Entries): Promise<Link> => {
  const [entry] = await entries.list<Signature>(SIGNATURES, { reverse: true, limit: 1 });
  return entry === undefined ? CHAIN_START : linkOf(entry);
};

/** Of the signature with a number. */
export const macAt = async (entries: Entries, n: number): Promise<string | undefined> =>
  (await entries.get<Signature>(SIGNATURES, idOf(n)))?.body.mac;

/** False where another process has put one in its place. It can be made again, so it does not wait for the disk. */
export const addLink = (entries: Entries, { n, ...signature }: Link): Promise<boolean> =>
  entries.insert<Signature>(SIGNATURES, idOf(n), signature, { flushed: false });

export async function* readChain(entries: Entries): AsyncGenerator<Link> {
  for (let after = ''; ; ) {
    const page = await entries.list<Signature>(SIGNATURES, { after, limit: 100 });
    yield* page.map(linkOf);
    const end = page.at(-1);
    if (end === undefined) return;
    after = end.id;
  }
}

/** The mac of the signature that ends at a position; undefined where none does. */
export const chainHeadAt = async (entries: Entries, position: number): Promise<string | undefined> => {
  for await (const { to, mac } of readChain(entries)) if (to >= position) return to === position ? mac : undefined;
  return undefined;
};

/** Drops the signatures of what a restored log does not have any more, or only in part; answers how many. */
export const dropLinksPast = async (entries: Entries, position: number): Promise<number> => {
  for (let dropped = 0; ; dropped++) {
    const { n, to } = await newestLink(entries);
    if (to <= position) return dropped;
    await entries.delete(SIGNATURES, idOf(n));
  }
};

interface Place {
  readonly stream: string;
  readonly version: number;
}

const placeOf = ({ stream, version }: Place): string => `${stream}@${version}`;

export const redactionOf = async (entries: Entries, place: Place): Promise<SignedRedaction | undefined> =>
  (await entries.get<SignedRedaction>(REDACTIONS, placeOf(place)))?.body;

export const keepRedaction = async (entries: Entries, place: Place, redaction: SignedRedaction): Promise<void> =>
  void (await entries.put(REDACTIONS, placeOf(place), redaction));
