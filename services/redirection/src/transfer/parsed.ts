import type { QueryMode, RuleSource } from './ruleSource.ts';

/** A rule as a file says it, or why a line of the file says none. */
export type ParsedLine = ParsedRule | ParsedProblem;

export interface ParsedRule {
  /** The line of the file, or the place in its list, from 1. */
  readonly line: number;
  readonly rule: FileRule;
}

export interface ParsedProblem {
  readonly line: number;
  /** English, for the catalogues. */
  readonly reason: string;
}

/** What files of all formats can say of a rule. Members are read as those of a request are. */
export interface FileRule {
  readonly url: string;
  readonly target?: string | undefined;
  readonly regex: boolean;
  readonly action: string;
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly enabled: boolean;
  readonly hits?: string | undefined;
  /** How addresses are compared; the site's way without it. */
  readonly flags?: { readonly query: QueryMode; readonly ignoreCase: boolean; readonly trailing: boolean } | undefined;
}

/** A rule that a server's configuration says. */
export const serverRule = (source: RuleSource, target: string, code: number): FileRule => ({
  url: source.url,
  regex: source.regex,
  ...(code >= 400 ? { action: 'error' } : { action: 'url', target }),
  code: String(code),
  enabled: true,
  flags: source.flags,
});

/** Why a line says no rule. */
export const transferMessages = {
  fields: 'A line needs a source and a target.',
  itself: 'The source is the target.',
  unreadable: 'The line cannot be read.',
  conditions: 'The rule depends on conditions that cannot be taken over.',
  record: 'The entry is no redirect.',
  group: 'Invalid group',
  upload: 'Invalid file upload',
  json: 'Invalid JSON file: {reason}',
  jsonForm: 'it has no list of redirects',
  jsonEnd: 'it ends too early',
  jsonSize: 'an entry is too large',
  tooLarge: 'The file is larger than {limit} bytes.',
  tooMany: 'The file has more than {limit} lines or redirects.',
  tooLong: 'The line is too long.',
} as const;
