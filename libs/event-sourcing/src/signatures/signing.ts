import { createHmac } from 'node:crypto';
import type { Commit, NewEvent } from '@almanac/event-store';

/** Consecutive commits of a log, signed together with everything before them (docs/adr/0031). */
export interface Signature {
  readonly from: number;
  readonly to: number;
  /** The time of signing: ISO 8601, UTC. */
  readonly at: string;
  /** One digest a commit, so that a check can name a changed commit. */
  readonly digests: readonly string[];
  readonly mac: string;
}

/** A signature with its place in the chain, counted from 1; 0 is the start of a chain. */
export interface Link extends Signature {
  readonly n: number;
}

export const CHAIN_START: Link = { n: 0, from: 0, to: 0, at: '', digests: [], mac: '' };

/** An operator's replacement of an event's data: the digests before and after. */
export interface SignedRedaction {
  readonly position: number;
  readonly at: string;
  readonly before: string;
  readonly after: string;
  readonly mac: string;
}

type StreamPlace = Pick<NewEvent, 'stream' | 'version'>;

/** Returns the digest of an event's data as it was signed. */
export type DigestOfData = (event: NewEvent) => string;

/** Length of a digest: half of an HMAC is as hard to forge, and a log has one for each commit. */
const DIGEST_LETTERS = 22;

/** HMACs under the key of one service's log; each begins with its kind, so that none passes for another. */
export class Signing {
  readonly #service: string;
  readonly #key: Buffer;

  constructor(service: string, key: Buffer) {
    this.#service = service;
    this.#key = key;
  }

  /** Returns the digest of an event's data, separate from the commit's so that data can be replaced. */
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

  /** True if a link follows the one before it and has this key's mac, which is over all its members. */
  follows(previous: Link, link: Link): boolean {
    return link.mac === this.#ofLink(previous, link);
  }

  redaction(event: StreamPlace, body: Omit<SignedRedaction, 'mac'>): SignedRedaction {
    return { ...body, mac: this.#ofRedaction(event, body) };
  }

  isRedaction(event: StreamPlace, redaction: SignedRedaction): boolean {
    return redaction.mac === this.#ofRedaction(event, redaction);
  }

  #ofLink(previous: Link, { n, from, to, at, digests }: Omit<Link, 'mac'>): string {
    return this.#mac('signature', previous.mac, n, from, to, at, digests);
  }

  #ofRedaction(
    { stream, version }: StreamPlace,
    { position, at, before, after }: Omit<SignedRedaction, 'mac'>,
  ): string {
    return this.#mac('redaction', position, stream, version, at, before, after);
  }

  #mac(kind: string, ...parts: readonly unknown[]): string {
    const text = JSON.stringify([kind, this.#service, ...parts]);
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
