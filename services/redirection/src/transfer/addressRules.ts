import { errorCodes, redirectCodes } from '@almanac/redirects/cleaning';
import { type FileRule, transferMessages } from './parsed.ts';
import { type QueryMode, writtenSource } from './ruleSource.ts';
import type { PatternFault, ServerPattern } from './serverPattern.ts';

/** A part of a target: a text, a group of the pattern or of the query's pattern, or a part of the visited address. */
export type TargetPart =
  | string
  | { readonly group: number }
  | { readonly queryGroup: number }
  /** The path, or the query with its question mark. */
  | { readonly visited: 'path' | 'query' };

/** The query that a visit must have, in each form that expresses it. */
export interface RequiredQuery {
  /** The parameters after a question mark; empty for no query. */
  readonly plain?: { readonly mode: 'exact' | 'exactorder' | 'ignore'; readonly text: string } | undefined;
  /** A pattern of the whole query. */
  readonly pattern?: string | undefined;
}

/** A redirect, rewrite or error of a server's configuration. */
export interface ServerRedirect {
  readonly pattern: ServerPattern;
  readonly ignoreCase: boolean;
  readonly action: 'url' | 'pass' | 'error';
  readonly code: number;
  readonly target: readonly TargetPart[];
  /** `keep` adds the visit's query unless the target has one, `add` adds it to that of the target. */
  readonly query: 'keep' | 'drop' | 'add';
  readonly required?: RequiredQuery | undefined;
  readonly condition?: FileRule['condition'];
}

/** Reasons for patterns that are not imported. */
export const PATTERN_REASONS: Readonly<Record<PatternFault, string>> = {
  syntax: transferMessages.pattern,
  query: transferMessages.sourceQuery,
  encoded: transferMessages.encoded,
};

const QUERY: TargetPart = { visited: 'query' };

const isText = (part: TargetPart | undefined): part is string => typeof part === 'string';
const isVisited = (part: TargetPart, which: 'path' | 'query'): boolean =>
  !isText(part) && 'visited' in part && part.visited === which;
const isQuery = (part: TargetPart): boolean => isVisited(part, 'query');
const hasQuery = (target: readonly TargetPart[]): boolean =>
  target.some((part) => (isText(part) ? part.includes('?') : isQuery(part)));

/** Texts that rules would replace: references to groups, and tags. */
const REPLACED = /\$\{?\d|\\\d|%(?:userid|userlogin|userurl)%|\[\/?[a-z0-9]+\]/;

/** Returns the target with the query of the visit before its fragment. */
const withQuery = (target: readonly TargetPart[]): readonly TargetPart[] => {
  const at = target.findIndex((part) => isText(part) && part.includes('#'));
  const part = target[at];
  if (part === undefined || !isText(part)) return [...target, QUERY];
  const mark = part.indexOf('#');
  return [...target.slice(0, at), part.slice(0, mark), QUERY, part.slice(mark), ...target.slice(at + 1)];
};

/** Returns the rules of a redirect, or the reason why rules cannot express it. */
export const addressRules = (redirect: ServerRedirect): FileRule[] | string => {
  const { action, code } = redirect;
  if (action !== 'pass' && !(action === 'error' ? errorCodes : redirectCodes).includes(code))
    return transferMessages.status;
  if (redirect.target.some((part) => isText(part) && REPLACED.test(part))) return transferMessages.replaced;
  const { query, target } = redirect;
  const isKept = query !== 'drop' && action !== 'error' && !hasQuery(target);
  const asked = isKept ? { ...redirect, target: withQuery(target), query: 'drop' as const } : redirect;
  return plainRule(asked) ?? patternRules(asked);
};

const ruleOf = (
  { action, code, ignoreCase, condition }: ServerRedirect,
  source: Pick<FileRule, 'url' | 'regex'>,
  target: string,
  { query = 'exact', trailing = false }: { readonly query?: QueryMode; readonly trailing?: boolean } = {},
): FileRule => ({
  ...source,
  action,
  code: String(code),
  enabled: true,
  flags: { query, ignoreCase, trailing },
  ...(action !== 'error' && { target }),
  ...(condition && { condition }),
});

/** True if the target names the path only together with its query. */
const isUsedAsAddress = (target: readonly TargetPart[]): boolean =>
  target.every((part, at) => {
    const next = target[at + 1];
    const before = target[at - 1];
    if (isVisited(part, 'path')) return next !== undefined && isQuery(next);
    return !isQuery(part) || (before !== undefined && isVisited(before, 'path'));
  });

/** Returns a rule without pattern; undefined if the redirect needs a pattern. */
const plainRule = (redirect: ServerRedirect): FileRule[] | undefined => {
  const { pattern, required, target, query } = redirect;
  const { only, isAddress } = pattern;
  if (only === undefined || isAddress || (required !== undefined && required.plain === undefined)) return undefined;
  const at = target.findIndex(isQuery);
  const next = target[at + 1];
  if (at !== -1 && next !== undefined && !(isText(next) && next.startsWith('#'))) return undefined;
  const { mode = 'ignore', text = '' } = required?.plain ?? {};
  const passed = mode === 'ignore' ? '' : text;
  const texts = target.map((part) => (isQuery(part) ? passed : textOf(part, only)));
  if (texts.includes(undefined)) return undefined;
  const isPassed = mode === 'ignore' && (query === 'add' || at !== -1);
  const url = `${writtenSource(only.text, false)}${text}`;
  const flags = { query: isPassed ? 'pass' : mode, trailing: only.trailing } as const;
  return [ruleOf(redirect, { url, regex: false }, texts.join(''), flags)];
};

const textOf = (part: TargetPart, { text, trailing }: NonNullable<ServerPattern['only']>): string | undefined => {
  if (isText(part)) return part;
  return isVisited(part, 'path') && !trailing ? encodeURI(text) : undefined;
};

/** Returns one rule with a pattern, or two if the query of the target may be followed by that of the visit. */
const patternRules = (redirect: ServerRedirect): FileRule[] | string => {
  const { pattern, required, target, query } = redirect;
  const usesPath = target.some((part) => isVisited(part, 'path'));
  const path = usesPath ? `(${pattern.text})` : pattern.text;
  const before = usesPath ? 1 : 0;
  const inQuery = before + pattern.groups;
  const rule = (tail: string, parts: readonly TargetPart[]): FileRule =>
    simplified(
      ruleOf(redirect, { url: `^${path}${tail}$`, regex: true }, render(parts, { before, inQuery })),
      inQuery + 1,
    );
  if (pattern.isAddress) {
    if (!isUsedAsAddress(target)) return transferMessages.variable;
    // the group of the path is then all of the address
    const parts = target.filter((part) => !isQuery(part));
    return [rule('', parts)];
  }
  if (required?.plain?.text === '')
    return [
      rule(
        '\\??',
        target.filter((part) => !isQuery(part)),
      ),
    ];
  if (required !== undefined) {
    if (required.pattern === undefined || query === 'add') return transferMessages.conditions;
    // the first group of the query is then all of it
    const isKept = target.some(isQuery);
    const parts = target.map((part) => {
      if (isQuery(part)) return { queryGroup: 1 };
      return isKept && !isText(part) && 'queryGroup' in part ? { queryGroup: part.queryGroup + 1 } : part;
    });
    return [rule(isKept ? `(\\?${required.pattern})` : `\\?${required.pattern}`, parts)];
  }
  if (query === 'add') return [rule('\\??', target), rule('\\?(.+)', [...target, '&', { queryGroup: 1 }])];
  if (!target.some(isQuery)) return [rule('(?:\\?.*)?', target)];
  return [
    rule(
      '(\\?.*)?',
      target.map((part) => (isQuery(part) ? { queryGroup: 1 } : part)),
    ),
  ];
};

interface GroupShift {
  /** The number of groups before those of the pattern. */
  readonly before: number;
  /** The number of groups before those of the query. */
  readonly inQuery: number;
}

const render = (parts: readonly TargetPart[], { before, inQuery }: GroupShift): string =>
  parts
    .map((part, at) => {
      if (isText(part)) return part;
      const number = 'group' in part ? part.group + before : 'queryGroup' in part ? part.queryGroup + inQuery : 1;
      const next = parts[at + 1];
      return next !== undefined && isText(next) && /^\d/.test(next) ? `\${${number}}` : `$${number}`;
    })
    .join('');

/** Joins the rest of the path with the query if nothing stands between them: `([^?]*)(\?.*)?` is `(.*)`. */
const simplified = (rule: FileRule, queryGroup: number): FileRule => {
  const { url, target = '' } = rule;
  const last = `$${queryGroup - 1}$${queryGroup}`;
  if (url.endsWith('([^?]*)(\\?.*)?$') && target.endsWith(last))
    return {
      ...rule,
      url: `${url.slice(0, -'([^?]*)(\\?.*)?$'.length)}(.*)$`,
      target: target.slice(0, -`$${queryGroup}`.length),
    };
  if (url.endsWith('[^?]*(?:\\?.*)?$')) return { ...rule, url: `${url.slice(0, -'[^?]*(?:\\?.*)?$'.length)}.*$` };
  return rule;
};
