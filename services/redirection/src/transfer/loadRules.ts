import { isDeepStrictEqual } from 'node:util';
import { isDomainError } from '@almanac/i18n';
import { actionData } from '@almanac/redirects/cleaning';
import { createPause, isInvalidParams, type RestRequest, readArgs, restErrors } from '@almanac/rest';
import { redirectionErrors } from '../errors.ts';
import type { Hits } from '../hits/hits.ts';
import type { Redirection } from '../redirection.ts';
import { ruleSite, sentHits } from '../rules/createRules.ts';
import { type Rule, type RuleFields, rules, sortUrlOf } from '../rules/rule.ts';
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
import { dangerOf } from './dangers.ts';
import { type FileRule, type ParsedLine, transferMessages } from './parsed.ts';

/** The number of rules per commit. */
const AT_ONCE = 200;
const REPORTED_EVERY = 10_000;
const MAX_ERRORS = 1_000;
const MAX_PLANNED_RULES = 1_000;

/** A line of a file that produced no rule. */
interface LineError {
  readonly line: number;
  readonly reason: string;
}

/** A rule that an import would create. */
export interface PlannedRule {
  readonly line: number;
  readonly url: string;
  readonly regex: boolean;
  readonly match_type: string;
  readonly match_data: { readonly source: RuleFields['flags'] };
  readonly action_type: string;
  readonly action_code: number;
  readonly action_data: object | null;
  readonly enabled: boolean;
}

/** The result of an import. */
export interface ImportResult {
  readonly imported: number;
  /** The number of rules that the group has already; missing for none. */
  readonly unchanged?: number;
  /** The first thousand errors. */
  readonly errors: readonly LineError[];
  /** The first thousand rules of a dry run. */
  readonly rules?: readonly PlannedRule[];
}

/** The way in which a file is imported. */
export interface ImportChoices {
  /** True to store nothing and to return the rules instead. */
  readonly isDryRun: boolean;
  /** True to create rules that catch the front page, every page, or their own target. */
  readonly isConfirmed: boolean;
}

/** The group of a rule whose group an import would create. */
export const PLANNED_GROUP = 0;

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
export const sentOf = ({
  url,
  target,
  regex,
  action,
  code,
  title,
  enabled,
  hits,
  flags,
  condition,
}: FileRule): SentRule => ({
  url: [url],
  match_type: condition?.type ?? 'url',
  action_type: action,
  action_code: code,
  title,
  enabled,
  hits,
  ...dataOf(target, condition),
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

const dataOf = (target: string | undefined, condition: FileRule['condition']): Pick<SentRule, 'action_data'> => {
  if (condition === undefined) return target === undefined ? {} : { action_data: { url: target } };
  const name = condition.isNegated ? 'url_notfrom' : 'url_from';
  return { action_data: { ...condition.data, ...(target !== undefined && { [name]: target }) } };
};

interface ReadRule {
  readonly line: number;
  readonly fields: Omit<RuleFields, 'position'>;
  readonly position: number | undefined;
  readonly sent: SentRule;
}

/**
 * Runs a part of an import.
 * @param stored returns the number of rules that the import has stored
 * @throws DomainError 503 `redirect_import_stopped` with this number if the process stops
 */
export const namingStored = async <T>(work: () => Promise<T>, stored: () => number): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!restErrors.siteStopping.matches(error)) throw error;
    const imported = stored();
    throw redirectionErrors.importStopped({ params: { imported }, data: { ...error.data, imported } });
  }
};

/**
 * Imports the rules of a file, some hundreds per commit. An error in a line excludes only that line. After the client
 * disconnects, or when the process stops, the import ends with the current commit.
 * @throws DomainError 503 if the process stops
 */
export const loadRules = async (
  redirection: Redirection,
  loading: ImportRequest,
  lines: AsyncIterable<SentLine | ParsedLine> | Iterable<SentLine | ParsedLine>,
  group: number,
  choices: ImportChoices,
): Promise<ImportResult> => {
  const loader = new Loader(redirection, loading, await ruleSite(redirection, loading.site), choices);
  const signal = loading.abandoned();
  const pause = createPause();
  const work = async (): Promise<void> => {
    for await (const line of lines) {
      await pause();
      signal.throwIfAborted();
      loading.goesOn();
      if ('reason' in line) loader.report(line.line, line.reason, line.params);
      else await loader.take('sent' in line ? line : { line: line.line, sent: sentOf(line.rule), group });
    }
  };
  await namingStored(work, () => loader.stored());
  return loader.finish();
};

const isEnabled = ({ enabled, status }: SentRule): boolean => enabled !== false && status !== false;

/** The limit of existing rules that are compared with one commit. */
const MAX_EXISTING = 10_000;

const isSameRule = (rule: Rule, fields: ReadRule['fields']): boolean => {
  const compared = ({ group_id, flags, match, action_type, action_code }: ReadRule['fields']) => [
    group_id,
    flags,
    match,
    action_type,
    action_code,
  ];
  return isDeepStrictEqual(compared(rule), compared(fields));
};

const plannedRule = ({ line, fields, sent }: ReadRule): PlannedRule => ({
  line,
  url: fields.url,
  regex: fields.flags.flag_regex,
  match_type: fields.match.type,
  match_data: { source: fields.flags },
  action_type: fields.action_type,
  action_code: fields.action_code,
  action_data: actionData(fields.match),
  enabled: isEnabled(sent),
});

class Loader {
  readonly #redirection: Redirection;
  readonly #loading: ImportRequest;
  readonly #site: RuleSite;
  readonly #choices: ImportChoices;
  readonly #errors: LineError[] = [];
  readonly #planned: PlannedRule[] = [];
  readonly #positions = new Map<number, number>();
  /** Rules that this import has created, or has found for one of its lines. */
  readonly #known = new Set<number>();
  #waiting: ReadRule[] = [];
  #imported = 0;
  #unchanged = 0;

  constructor(redirection: Redirection, loading: ImportRequest, site: RuleSite, choices: ImportChoices) {
    this.#redirection = redirection;
    this.#loading = loading;
    this.#site = site;
    this.#choices = choices;
  }

  report(line: number, reason: string, params: Readonly<Record<string, string | number>> = {}): void {
    if (this.#errors.length >= MAX_ERRORS) return;
    this.#errors.push({ line, reason: this.#redirection.texts.text(reason, this.#loading.language, params) });
  }

  async take({ line, sent, group }: SentLine): Promise<void> {
    if (JSON.stringify([sent.url, sent.action_data]).includes('\\u0000'))
      return this.report(line, transferMessages.control);
    try {
      const { position, ...fields } = storedRule(sent, sent.url?.[0] ?? '', this.#site);
      const rule = { url: '', title: '', ...fields, group_id: group };
      const danger = this.#choices.isConfirmed || !isEnabled(sent) ? undefined : dangerOf(rule, this.#site.origin);
      if (danger === undefined) this.#waiting.push({ line, fields: rule, position, sent });
      else this.report(line, danger);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const reason = isInvalidParams(error) ? transferMessages.record : error.message;
      this.report(line, reason, error.params);
    }
    if (this.#waiting.length >= AT_ONCE) await this.#write();
  }

  /** Returns the number of rules that are stored. */
  stored(): number {
    return this.#choices.isDryRun ? 0 : this.#imported;
  }

  async finish(): Promise<ImportResult> {
    await this.#write();
    return {
      imported: this.#imported,
      ...(this.#unchanged > 0 && { unchanged: this.#unchanged }),
      errors: this.#errors.toSorted((one, other) => one.line - other.line),
      ...(this.#choices.isDryRun && { rules: this.#planned }),
    };
  }

  async #write(): Promise<void> {
    const read = await this.#withoutExisting(this.#waiting);
    this.#unchanged += this.#waiting.length - read.length;
    this.#waiting = [];
    if (read.length === 0) return;
    if (this.#choices.isDryRun)
      this.#planned.push(...read.slice(0, MAX_PLANNED_RULES - this.#planned.length).map(plannedRule));
    else await this.#create(read);
    const before = this.#imported;
    this.#imported += read.length;
    if (Math.floor(before / REPORTED_EVERY) < Math.floor(this.#imported / REPORTED_EVERY))
      this.#redirection.log.info({ imported: this.#imported }, 'redirects are being imported');
  }

  /** Returns the rules that their groups do not have yet. Each rule of a group represents one line. */
  async #withoutExisting(read: readonly ReadRule[]): Promise<ReadRule[]> {
    const among = [...new Set(read.map(({ fields }) => fields.group_id))];
    const urls = [...new Set(read.map(({ fields }) => sortUrlOf(fields.url)))];
    const filter = {
      all: [
        { field: 'group_id', in: among },
        { field: 'sortUrl', in: urls },
      ],
    };
    const found = await this.#redirection.documents.find<Rule>(rules, { filter, limit: MAX_EXISTING });
    const byUrl = Map.groupBy(found, ({ url }) => url);
    return read.filter(({ fields }) => {
      const same = byUrl.get(fields.url)?.find((rule) => !this.#known.has(rule.id) && isSameRule(rule, fields));
      if (same !== undefined) this.#known.add(same.id);
      return same === undefined;
    });
  }

  async #create(read: readonly ReadRule[]): Promise<void> {
    const { commands, context } = this.#loading;
    const made = await this.#newRules(read);
    const group = made.at(-1)?.fields.group_id;
    const { result } = await commands.run(context, async (unit) => {
      for (const id of new Set(made.map(({ fields }) => fields.group_id))) await requireGroup(unit, id);
      if (group !== undefined) await rememberGroup(unit, group);
      return createRules(unit, made);
    });
    for (const { id } of made) this.#known.add(id);
    await startCounters(this.#redirection, made, result);
  }

  async #newRules(read: readonly ReadRule[]): Promise<NewRule[]> {
    const made: NewRule[] = [];
    for (const { fields, position, sent } of read) {
      const id = await this.#redirection.numbers.next('records');
      const next = await this.#place(fields.group_id);
      const enabled = isEnabled(sent);
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
