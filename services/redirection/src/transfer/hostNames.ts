import { type FileRule, type ParsedProblem, transferMessages } from './parsed.ts';

/** The limit of names that one host may have. */
const MAX_NAMES = 10;

const NAME = /^(?:https?:\/\/)?([a-z\d][\w.-]*)(?::\d+)?$/i;

/** The names of the hosts of a server's configuration. A host is known by the line on which its section begins. */
export class HostNames {
  readonly #names = new Map<number, string[]>();
  #isOneSite: boolean | undefined;

  /** Adds names to those of a host. */
  add(host: number, names: readonly string[]): void {
    const known = this.#names.get(host) ?? [];
    this.#names.set(host, known);
    // one name above the limit tells that there are too many
    known.push(...names.slice(0, MAX_NAMES + 1 - known.length));
  }

  /** Limits the rules of a host to its names, unless the file has one host only. */
  limit(host: number | undefined, rules: readonly FileRule[]): readonly FileRule[] | Omit<ParsedProblem, 'line'> {
    this.#isOneSite ??= this.#names.size < 2 || this.#haveSameNames();
    if (host === undefined || this.#isOneSite) return rules;
    const sent = this.#names.get(host) ?? [];
    const names = new Set(sent.map((name) => NAME.exec(name)?.[1]?.toLowerCase()));
    const limited = rules.map((rule) => limitedRules(rule, names));
    if (sent.length > MAX_NAMES || names.size === 0 || limited.includes(undefined))
      return { reason: transferMessages.section };
    return limited.flatMap((made) => made ?? []);
  }

  #haveSameNames(): boolean {
    const lists = [...this.#names.values()].map((names) =>
      names
        .map((name) => name.toLowerCase())
        .sort()
        .join(' '),
    );
    return lists[0] !== '' && new Set(lists).size === 1;
  }
}

/** Returns the rules for each name of a host; undefined if its names or the condition of the rule prevent it. */
const limitedRules = (rule: FileRule, names: ReadonlySet<string | undefined>): readonly FileRule[] | undefined => {
  const { condition } = rule;
  if (names.has(undefined)) return undefined;
  if (condition === undefined)
    return [...names].map((server = '') => ({
      ...rule,
      condition: { type: 'server', data: { server }, isNegated: false },
    }));
  const { server } = condition.data;
  const isWithin = condition.type === 'server' && !condition.isNegated && typeof server === 'string';
  return isWithin && names.has(server.toLowerCase()) ? [rule] : undefined;
};
