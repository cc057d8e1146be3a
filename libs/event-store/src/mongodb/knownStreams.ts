import type { NewCommit, NewEvent } from '../eventStore.ts';
import type { LogWire } from './logWire.ts';

/** Maximum number of streams with cached versions; for others the log is read again. */
const MAX_CACHED_STREAMS = 50_000;

interface Holding {
  readonly commit: NewCommit;
}

/**
 * A writer's cache of stream versions, so that not every append needs a query for the event before it. A log only
 * grows: a version in it stays.
 */
export class KnownStreams {
  readonly #versions = new Map<string, number>();
  readonly #wire: Pick<LogWire, 'holding'>;

  constructor(wire: Pick<LogWire, 'holding'>) {
    this.#wire = wire;
  }

  /** Records that these events are in the log. */
  learn(events: readonly Pick<NewEvent, 'stream' | 'version'>[]): void {
    for (const { stream, version } of events) {
      const known = this.#versions.get(stream) ?? 0;
      this.#versions.delete(stream);
      this.#versions.set(stream, Math.max(known, version));
      const [oldest] = this.#versions.keys();
      if (this.#versions.size > MAX_CACHED_STREAMS && oldest !== undefined) this.#versions.delete(oldest);
    }
  }

  /**
   * Returns the first of the members that would leave a gap in a stream if they were written in this order.
   * @throws WireError if the server does not answer
   */
  async firstWithHole<Member extends Holding>(members: readonly Member[]): Promise<Member | undefined> {
    const needs = needsOf(members).filter(({ stream, version }) => (this.#versions.get(stream) ?? 0) < version);
    if (needs.length === 0) return undefined;
    const found = await this.#wire.holding(needs.map(keyOf));
    const keys = new Set(found.flatMap((document) => document.keys));
    this.learn(needs.filter((need) => keys.has(keyOf(need))));
    return needs.find((need) => !keys.has(keyOf(need)))?.member;
  }
}

interface Need<Member> {
  readonly member: Member;
  readonly stream: string;
  readonly version: number;
}

const keyOf = ({ stream, version }: { readonly stream: string; readonly version: number }): string =>
  `${stream}@${version}`;

/** Returns the events that must precede the members' own and that no member before adds. */
const needsOf = <Member extends Holding>(members: readonly Member[]): Need<Member>[] => {
  const brought = new Set<string>();
  const needs: Need<Member>[] = [];
  for (const member of members) {
    for (const event of member.commit.events) {
      const before = { stream: event.stream, version: event.version - 1 };
      if (before.version > 0 && !brought.has(keyOf(before))) needs.push({ member, ...before });
      brought.add(keyOf(event));
    }
  }
  return needs;
};
