import type { Entries, Entry } from '@almanac/documents';
import { CHAIN_START, type Link, type Signature, type SignedRedaction } from './signing.ts';

const SIGNATURES = 'log-signature';
const REDACTIONS = 'log-redaction';

/** Pads to the digits of the largest safe integer, so that ids sort like numbers. */
const idOf = (n: number): string => String(n).padStart(16, '0');

/** Adds default members, because a forged entry may lack some. */
const linkOf = ({ id, body }: Entry<Signature>): Link => ({ ...CHAIN_START, ...body, n: Number(id) });

/** Returns the newest signature in a service's entries; the chain's start if there is none. */
export const newestLink = async (entries: Entries): Promise<Link> => {
  const [entry] = await entries.list<Signature>(SIGNATURES, { reverse: true, limit: 1 });
  return entry === undefined ? CHAIN_START : linkOf(entry);
};

/** Returns the mac of the signature with a number. */
export const macAt = async (entries: Entries, n: number): Promise<string | undefined> =>
  (await entries.get<Signature>(SIGNATURES, idOf(n)))?.body.mac;

/** Adds a signature; false if another process has added one there. Not flushed, because it can be created again. */
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

/** Returns the mac of the signature that ends at a position; undefined if none does. */
export const macEndingAt = async (entries: Entries, position: number): Promise<string | undefined> => {
  for await (const { to, mac } of readChain(entries)) if (to >= position) return to === position ? mac : undefined;
  return undefined;
};

/** Deletes the signatures of commits that a restored log lacks, also partly; returns their number. */
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
