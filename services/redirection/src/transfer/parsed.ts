import type { QueryMode, RuleSource } from './ruleSource.ts';

/** A rule from a line of a file, or the reason why the line has none. */
export type ParsedLine = ParsedRule | ParsedProblem;

export interface ParsedRule {
  /** The line of the file, or the position in its list, from 1. */
  readonly line: number;
  readonly rule: FileRule;
}

export interface ParsedProblem {
  readonly line: number;
  /** The reason in English, for the catalogues. */
  readonly reason: string;
}

/** The fields of a rule that files of all formats can have. They are read like those of a request. */
export interface FileRule {
  readonly url: string;
  readonly target?: string | undefined;
  readonly regex: boolean;
  readonly action: string;
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly enabled: boolean;
  readonly hits?: string | undefined;
  /** The comparison of addresses; the site's default if missing. */
  readonly flags?: { readonly query: QueryMode; readonly ignoreCase: boolean; readonly trailing: boolean } | undefined;
}

/** Returns the rule that a server's configuration describes. */
export const serverRule = (source: RuleSource, target: string, code: number): FileRule => ({
  url: source.url,
  regex: source.regex,
  ...(code >= 400 ? { action: 'error' } : { action: 'url', target }),
  code: String(code),
  enabled: true,
  flags: source.flags,
});

/** Reasons why a line or a file is refused. */
export const transferMessages = {
  fields: 'A line needs a source and a target.',
  itself: 'The source is the target.',
  unreadable: 'The line cannot be read.',
  conditions: 'The rule depends on conditions that cannot be taken over.',
  record: 'The entry is no redirect.',
  jsonForm: 'it has no list of redirects',
  jsonEnd: 'it ends too early',
  jsonSize: 'an entry is too large',
  tooLong: 'The line is too long.',
} as const;
