/** The counts of a kind. */
export interface KindCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Moved to the trash or deleted here, because the old side did so. */
  removed: number;
  /** Left as a person changed them here. */
  kept: number;
  failed: number;
}

const COUNTS: readonly (keyof KindCounts)[] = ['created', 'updated', 'unchanged', 'removed', 'kept', 'failed'];

/** The result of a move: counts by kind, and everything that is not here as it was there. */
export class MoveReport {
  readonly kinds: Record<string, KindCounts> = {};
  /** Records that could not be moved, with the reason. */
  readonly failed: string[] = [];
  /** Records that a person changed here; they stay as they are. */
  readonly kept: string[] = [];
  /** Records that this site stores differently. */
  readonly changed: string[] = [];
  /** Kinds and parts of the old site that have no place here, or that it did not show. */
  readonly left: string[] = [];

  count(kind: string, what: keyof KindCounts): void {
    const counts = this.#of(kind);
    counts[what] += 1;
  }

  /** Returns the text for people. @param most the number of lines of each list */
  text(most = Number.POSITIVE_INFINITY): string {
    const headlines = Object.entries(this.kinds).map(
      ([kind, counts]) => `${kind}: ${COUNTS.map((name) => `${counts[name]} ${name}`).join(', ')}`,
    );
    const lists: Readonly<Record<string, readonly string[]>> = {
      'Not moved:': this.failed,
      'Changed here, and kept:': this.kept,
      'Stored differently:': this.changed,
      'Without a place here:': this.left,
    };
    return [
      ...headlines,
      ...Object.entries(lists).flatMap(([title, lines]) => (lines.length === 0 ? [] : shortened(title, lines, most))),
    ].join('\n');
  }

  #of(kind: string): KindCounts {
    const known = this.kinds[kind] ?? { created: 0, updated: 0, unchanged: 0, removed: 0, kept: 0, failed: 0 };
    this.kinds[kind] = known;
    return known;
  }
}

const shortened = (title: string, lines: readonly string[], most: number): string[] => [
  '',
  title,
  ...lines.slice(0, most).map((line) => `  ${line}`),
  ...(lines.length > most ? [`  … and ${lines.length - most} more`] : []),
];
