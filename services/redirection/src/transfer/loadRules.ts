import { isDomainError } from '@almanac/i18n';
import { createPause, isInvalidParams, type RestRequest, readArgs } from '@almanac/rest';
import type { Hits } from '../hits/hits.ts';
import type { Redirection } from '../redirection.ts';
import { ruleSite, sentHits } from '../rules/createRules.ts';
import type { RuleFields } from '../rules/rule.ts';
import {
  createRules,
  type NewRule,
  nextPosition,
  rememberGroup,
  requireGroup,
  startCounters,
} from '../rules/ruleWriting.ts';
import { ruleArgs, type SentRule } from '../rules/sentRule.ts';
import { type RuleSite, storedRule } from '../rules/storedRule.ts';
import { type FileRule, type ParsedLine, transferMessages } from './parsed.ts';

/** The number of rules per commit. */
const AT_ONCE = 200;
const REPORTED_EVERY = 10_000;
const MAX_ERRORS = 1_000;

/** A line of a file that produced no rule. */
interface LineError {
  readonly line: number;
  readonly reason: string;
}

/** The result of an import. */
export interface ImportResult {
  readonly imported: number;
  /** The first thousand errors. */
  readonly errors: readonly LineError[];
}

export type ImportRequest = Pick<RestRequest, 'commands' | 'context' | 'site' | 'language' | 'abandoned' | 'goesOn'>;

/** A rule to import, in the form of a request, with its group. */
export interface SentLine {
  readonly line: number;
  readonly sent: SentRule;
  readonly group: number;
}

/**
 * Reads the members as the arguments of a request.
 * @throws DomainError 400 for an invalid member
 */
export const readRuleArgs = (members: Readonly<Record<string, unknown>>): SentRule =>
  readArgs(ruleArgs, [members]).args;

/** Converts a rule from a line of a file to the form of a request. */
const sentOf = ({ url, target, regex, action, code, title, enabled, hits, flags }: FileRule): SentRule => ({
  url: [url],
  match_type: 'url',
  action_type: action,
  action_code: code,
  title,
  enabled,
  hits,
  ...(target === undefined ? {} : { action_data: { url: target } }),
  ...(flags === undefined
    ? { regex }
    : {
        match_data: {
          source: {
            flag_query: flags.query,
            flag_case: flags.ignoreCase,
            flag_trailing: flags.trailing,
            flag_regex: regex,
          },
        },
      }),
});

interface ReadRule {
  readonly fields: Omit<RuleFields, 'position'>;
  readonly position: number | undefined;
  readonly sent: SentRule;
}

/**
 * Imports the rules of a file, some hundreds per commit. An error in a line excludes only that line. After the client
 * disconnects, the import stops with the current commit.
 */
export const loadRules = async (
  redirection: Redirection,
  loading: ImportRequest,
  lines: AsyncIterable<SentLine | ParsedLine> | Iterable<SentLine | ParsedLine>,
  group: number,
): Promise<ImportResult> => {
  const loader = new Loader(redirection, loading, await ruleSite(redirection, loading.site));
  const signal = loading.abandoned();
  const pause = createPause();
  for await (const line of lines) {
    await pause();
    signal.throwIfAborted();
    loading.goesOn();
    if ('reason' in line) loader.report(line.line, line.reason);
    else await loader.take('sent' in line ? line : { line: line.line, sent: sentOf(line.rule), group });
  }
  return loader.finish();
};

class Loader {
  readonly #redirection: Redirection;
  readonly #loading: ImportRequest;
  readonly #site: RuleSite;
  readonly #errors: LineError[] = [];
  readonly #positions = new Map<number, number>();
  #waiting: ReadRule[] = [];
  #imported = 0;

  constructor(redirection: Redirection, loading: ImportRequest, site: RuleSite) {
    this.#redirection = redirection;
    this.#loading = loading;
    this.#site = site;
  }

  report(line: number, reason: string, params: Readonly<Record<string, string | number>> = {}): void {
    if (this.#errors.length >= MAX_ERRORS) return;
    this.#errors.push({ line, reason: this.#redirection.texts.text(reason, this.#loading.language, params) });
  }

  async take({ line, sent, group }: SentLine): Promise<void> {
    try {
      const { position, ...fields } = storedRule(sent, sent.url?.[0] ?? '', this.#site);
      this.#waiting.push({ fields: { url: '', title: '', ...fields, group_id: group }, position, sent });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const reason = isInvalidParams(error) ? transferMessages.record : error.message;
      this.report(line, reason, error.params);
    }
    if (this.#waiting.length >= AT_ONCE) await this.#write();
  }

  async finish(): Promise<ImportResult> {
    await this.#write();
    return { imported: this.#imported, errors: this.#errors };
  }

  async #write(): Promise<void> {
    const read = this.#waiting;
    if (read.length === 0) return;
    const { commands, context } = this.#loading;
    const made = await this.#newRules(read);
    const group = made.at(-1)?.fields.group_id;
    const { result } = await commands.run(context, async (unit) => {
      for (const id of new Set(made.map(({ fields }) => fields.group_id))) await requireGroup(unit, id);
      if (group !== undefined) await rememberGroup(unit, group);
      return createRules(unit, made);
    });
    await startCounters(this.#redirection, made, result);
    this.#waiting = [];
    const before = this.#imported;
    this.#imported += made.length;
    if (Math.floor(before / REPORTED_EVERY) < Math.floor(this.#imported / REPORTED_EVERY))
      this.#redirection.log.info({ imported: this.#imported }, 'redirects are being imported');
  }

  async #newRules(read: readonly ReadRule[]): Promise<NewRule[]> {
    const made: NewRule[] = [];
    for (const { fields, position, sent } of read) {
      const id = await this.#redirection.numbers.next('records');
      const next = await this.#place(fields.group_id);
      const enabled = sent.enabled !== false && sent.status !== false;
      const hits = this.#hitsOf(sent);
      made.push({ id, fields: { ...fields, position: position ?? next }, enabled, hits });
    }
    return made;
  }

  async #place(group: number): Promise<number> {
    const next = this.#positions.get(group) ?? (await nextPosition(this.#redirection.documents, group));
    this.#positions.set(group, next + 1);
    return next;
  }

  /** Returns the initial hits; empty if they are 0, since counters begin with 0. */
  #hitsOf(sent: SentRule): Partial<Hits> {
    const hits = sentHits(sent, this.#redirection);
    return (hits.hits ?? 0) > 0 || hits.last ? hits : {};
  }
}
