import { type Commit, keysOf } from '../eventStore.ts';
import type { PreparedCommit } from '../preparedCommit.ts';

/** Maximum number of commits. */
const MAX_COMMITS = 200;
/** Maximum characters of the commits as JSON; the newest one is handed over in any case. */
const MAX_CHARACTERS = 256 * 1_024;

interface WrittenCommit {
  readonly commit: Commit;
  readonly characters: number;
}

/**
 * The newest commits of this process, which hands them over to the followers of its log: they need not be read and
 * parsed again. Positions are consecutive.
 */
export class NewestCommits {
  #written: WrittenCommit[] = [];
  #characters = 0;

  /** Adds a commit that is durable at a position above all former ones. */
  add(position: number, { commit, json }: PreparedCommit): void {
    // another process has written meanwhile
    if (this.#last !== position - 1) this.clear();
    const { events, meta } = commit;
    this.#written.push({ commit: { position, keys: keysOf(commit), events, meta }, characters: json.length });
    this.#characters += json.length;
    while (this.#written.length > 1 && (this.#written.length > MAX_COMMITS || this.#characters > MAX_CHARACTERS))
      this.#characters -= this.#written.shift()?.characters ?? 0;
  }

  /** Returns at most `limit` commits after a position; undefined if they must be read from the log. */
  after(position: number, limit: number): Commit[] | undefined {
    const first = this.#written[0]?.commit.position ?? Number.POSITIVE_INFINITY;
    if (position < first - 1 || position >= this.#last) return undefined;
    return this.#written.slice(position + 1 - first, position + 1 - first + limit).map(({ commit }) => commit);
  }

  clear(): void {
    [this.#written, this.#characters] = [[], 0];
  }

  get #last(): number {
    return this.#written.at(-1)?.commit.position ?? 0;
  }
}
