/** A member that differs, on a record or a page. */
export interface DifferenceExample {
  readonly address: string;
  readonly old: string;
  readonly new: string;
}

interface MemberCount {
  different: number;
  readonly examples: DifferenceExample[];
}

interface KindCount {
  members: number;
  equal: number;
  readonly different: Map<string, MemberCount>;
}

const MAX_EXAMPLES = 3;
const MAX_VALUE_CHARACTERS = 160;

/** Returns the members of an answer with their paths: `title.raw`. Lists count as one member, in any order. */
export const flatMembers = (value: unknown, path = ''): Map<string, string> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Map([[path, JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null))]]);
  const below = Object.entries(value).map(([name, each]) => flatMembers(each, path === '' ? name : `${path}.${name}`));
  return new Map(below.flatMap((members) => [...members]));
};

/** Counts equal and different members, by kind. */
export class MemberCounts {
  readonly #kinds = new Map<string, KindCount>();
  /** Records and pages that only one side has. */
  readonly missing: string[] = [];

  /** Compares the members of an answer of the old site. Members that only this site has are its own. */
  compare(kind: string, address: string, old: ReadonlyMap<string, string>, here: ReadonlyMap<string, string>): void {
    const counts = this.#of(kind);
    for (const [name, value] of old) {
      counts.members += 1;
      if (value === here.get(name)) counts.equal += 1;
      else this.#differ(counts, name, { address, old: value, new: here.get(name) ?? '–' });
    }
  }

  /** Counts an answer that this site lacks: all of its members differ. */
  lacks(kind: string, address: string, old: ReadonlyMap<string, string>): void {
    this.#of(kind).members += old.size;
    this.missing.push(`${kind} ${address}`);
  }

  /** Returns the share of equal members of all kinds, 0 to 1. */
  share(kind?: string): number {
    const counted = kind === undefined ? [...this.#kinds.values()] : [this.#of(kind)];
    const members = counted.reduce((sum, each) => sum + each.members, 0);
    return members === 0 ? 1 : counted.reduce((sum, each) => sum + each.equal, 0) / members;
  }

  get kinds(): readonly string[] {
    return [...this.#kinds.keys()];
  }

  /** Returns the members that differ, the most frequent first. */
  different(
    kind: string,
  ): readonly { readonly member: string; readonly count: number; examples: DifferenceExample[] }[] {
    return [...this.#of(kind).different]
      .map(([member, { different, examples }]) => ({ member, count: different, examples }))
      .toSorted((one, other) => other.count - one.count);
  }

  /** Returns the text for people; its last line is the one number. */
  text(): string {
    const percent = (share: number): string => `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
    const lines = this.kinds.flatMap((kind) => [
      `${kind}: ${percent(this.share(kind))} of ${this.#of(kind).members} members agree`,
      ...this.different(kind).flatMap(({ member, count, examples }) => [
        `  ${member}: ${count} differ`,
        ...examples.map((each) => `    ${each.address}\n      old: ${each.old}\n      new: ${each.new}`),
      ]),
    ]);
    const missing = this.missing.length === 0 ? [] : ['Missing here:', ...this.missing.map((each) => `  ${each}`)];
    return [...lines, ...missing, `Agreement: ${percent(this.share())}`].join('\n');
  }

  #differ({ different }: KindCount, name: string, example: DifferenceExample): void {
    const counted = different.get(name) ?? { different: 0, examples: [] };
    counted.different += 1;
    const [old, here] = [example.old, example.new].map((each) => each.slice(0, MAX_VALUE_CHARACTERS));
    if (counted.examples.length < MAX_EXAMPLES)
      counted.examples.push({ address: example.address, old: old ?? '', new: here ?? '' });
    different.set(name, counted);
  }

  #of(kind: string): KindCount {
    const known = this.#kinds.get(kind) ?? { members: 0, equal: 0, different: new Map<string, MemberCount>() };
    this.#kinds.set(kind, known);
    return known;
  }
}
