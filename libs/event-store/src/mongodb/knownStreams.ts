import type { NewCommit, NewEvent } from '../eventStore.ts';
import type { LogWire } from './logWire.ts';

/** The most streams whose versions are remembered; of one that was dropped the log is asked again. */
const REMEMBERED = 50_000;

interface Holding {
  readonly commit: NewCommit;
}

/**
 * What a writer knows of the versions in a log, so that it need not ask before each append whether the event before a
 * new one stands there. A log only grows: what stood in it still does.
 */
export class KnownStreams {
  readonly #versions = new Map<string, number>();
  readonly #wire: Pick<LogWire, 'holding'>;

  constructor(wire: Pick<LogWire, 'holding'>) {
    this.#wire = wire;
  }

  /** These events stand in the log. */
  learn(events: readonly Pick<NewEvent, 'stream' | 'version'>[]): void {
    for (const { stream, version } of events) {
      const known = this.#versions.get(stream) ?? 0;
      this.#versions.delete(stream);
      this.#versions.set(stream, Math.max(known, version));
      const [oldest] = this.#versions.keys();
      if (this.#versions.size > REMEMBERED && oldest !== undefined) this.#versions.delete(oldest);
    }
  }

  /**
   * The first of the members that would leave a hole in a stream, if they were written one after another.
   * @throws WireError
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

/** The events before the members' own that neither they nor those before them bring. */
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
