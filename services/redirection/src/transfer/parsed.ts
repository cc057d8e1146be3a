import type { QueryMode } from './ruleSource.ts';

/** A rule from a line of a file, or the reason why the line has none. */
export type ParsedLine = ParsedRule | ParsedProblem;

export interface ParsedRule {
  /** The line of the file, or the position in its list, from 1. */
  readonly line: number;
  readonly rule: FileRule;
}

export interface ParsedProblem {
  readonly line: number;
  /** The reason in English, which catalogues translate. */
  readonly reason: string;
  readonly params?: Readonly<Record<string, string | number>>;
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
  /** The condition beside the address; none if missing. */
  readonly condition?: FileCondition | undefined;
  /** The comparison of addresses; the site's default if missing. */
  readonly flags?: { readonly query: QueryMode; readonly ignoreCase: boolean; readonly trailing: boolean } | undefined;
}

/** A condition of a rule. */
export interface FileCondition {
  readonly type: 'server' | 'agent' | 'referrer' | 'header' | 'cookie' | 'ip';
  /** The members of `action_data` beside the targets. */
  readonly data: Readonly<Record<string, string | boolean | readonly string[]>>;
  /** True if the rule applies where the condition does not hold. */
  readonly isNegated: boolean;
}

/** Reasons why a line or a file is refused. */
export const transferMessages = {
  fields: 'A line needs a source and a target.',
  itself: 'The source is the target.',
  unreadable: 'The line cannot be read.',
  conditions: 'The rule depends on conditions that redirects do not have.',
  pattern: 'Redirects have no such pattern.',
  sourceQuery: 'The server compares the path only, so a source with a question mark never applies.',
  encoded: 'The server compares decoded addresses, so a source with percent signs never applies.',
  slash: 'The source never applies: it has to begin with a slash, and a pattern in .htaccess without one.',
  fragment: 'Browsers do not send the part of an address after “#”, so the source never applies.',
  status: 'Redirects do not have this status.',
  replaced: 'The target contains text that redirects would replace.',
  variable: 'The target contains a variable that redirects do not have.',
  flags: 'The rule has a flag that redirects do not have.',
  script: 'The rule runs a script of the server.',
  section: 'The rule is in a section that does not apply to the whole site.',
  excluded: 'Line {other} takes some of its addresses.',
  off: 'The file switches its rules off.',
  record: 'The entry is no redirect.',
  jsonForm: 'it has no list of redirects',
  jsonEnd: 'it ends too early',
  jsonSize: 'an entry is too large',
  tooLong: 'The line is too long.',
  control: 'The line contains control characters.',
  root: 'The redirect would catch the front page. Confirm the import to create it.',
  everything: 'The redirect would catch every page. Confirm the import to create it.',
  ownTarget: 'The redirect would catch its own target. Confirm the import to create it.',
} as const;
