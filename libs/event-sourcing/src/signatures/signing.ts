import { createHmac } from 'node:crypto';
import type { Commit, NewEvent } from '@almanac/event-store';

/** Consecutive commits of a log, signed together with everything before them (docs/adr/0031). */
export interface Signature {
  readonly from: number;
  readonly to: number;
  /** When they were signed: ISO 8601, UTC. */
  readonly at: string;
  /** One a commit, so that a check can name the commit that was changed. */
  readonly digests: readonly string[];
  readonly mac: string;
}

/** A signature with its place in the chain, counted from 1; 0 is where a chain begins. */
export interface Link extends Signature {
  readonly n: number;
}

export const CHAIN_START: Link = { n: 0, from: 0, to: 0, at: '', digests: [], mac: '' };

/** What an operator replaced in an event: the digests of its data before and after. */
export interface SignedRedaction {
  readonly position: number;
  readonly at: string;
  readonly before: string;
  readonly after: string;
  readonly mac: string;
}

type Placed = Pick<NewEvent, 'stream' | 'version'>;

/** The digest of an event's data as it was signed. */
export type DigestOfData = (event: NewEvent) => string;

/** Half of an HMAC is as hard to forge, and a log has one for each of its commits. */
const DIGEST_LETTERS = 22;

/** HMACs under the key of one service's log; each says first of what kind it is, so that none passes for another. */
export class Signing {
  readonly #service: string;
  readonly #key: Buffer;

  constructor(service: string, key: Buffer) {
    this.#service = service;
    this.#key = key;
  }

  /** Apart from the commit's, so that data can be replaced and the rest of the commit stays signed. */
  ofData({ stream, version, data }: NewEvent): string {
    return this.#mac('data', stream, version, data).slice(0, DIGEST_LETTERS);
  }

  ofCommit({ position, keys, meta, events }: Commit, ofData: DigestOfData = (event) => this.ofData(event)): string {
    const signed = events.map((event) => [event.stream, event.version, event.type, event.schema ?? 1, ofData(event)]);
    return this.#mac('commit', position, keys, meta, signed).slice(0, DIGEST_LETTERS);
  }

  /** Signs the commits after the newest signature, which have these digests. */
  next(previous: Link, digests: readonly string[], at: Date): Link {
    const body = {
      n: previous.n + 1,
      from: previous.to + 1,
      to: previous.to + digests.length,
      at: at.toISOString(),
      digests,
    };
    return { ...body, mac: this.#ofLink(previous, body) };
  }

  /** Whether a link of the chain follows the one before it, and is this key's: its mac is over all that says so. */
  follows(previous: Link, link: Link): boolean {
    return link.mac === this.#ofLink(previous, link);
  }

  redaction(event: Placed, body: Omit<SignedRedaction, 'mac'>): SignedRedaction {
    return { ...body, mac: this.#ofRedaction(event, body) };
  }

  isRedaction(event: Placed, redaction: SignedRedaction): boolean {
    return redaction.mac === this.#ofRedaction(event, redaction);
  }

  #ofLink(previous: Link, { n, from, to, at, digests }: Omit<Link, 'mac'>): string {
    return this.#mac('signature', previous.mac, n, from, to, at, digests);
  }

  #ofRedaction({ stream, version }: Placed, { position, at, before, after }: Omit<SignedRedaction, 'mac'>): string {
    return this.#mac('redaction', position, stream, version, at, before, after);
  }

  #mac(kind: string, ...parts: readonly unknown[]): string {
    const text = JSON.stringify([kind, this.#service, ...parts]);
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
