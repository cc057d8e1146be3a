import { isLanguage, matchLanguage } from '@almanac/i18n';
import { lastKept } from '../lastKept.ts';
import type { AliasProfile } from './aliasProfile.ts';
import type { Rename } from './jsonPlaces.ts';
import { createPageRenamer, createPathRenamer } from './pathNames.ts';

/** The names of a profile, translated in both directions. `inward` leads to Almanac's names, `outward` from them. */
export interface Direction {
  /** Renames types, error codes, relations, namespaces, headers and members within a text. */
  readonly names: Rename;
  /** Renames the same; results for short texts are cached. */
  readonly name: Rename;
  /** Renames parameters, besides the names above: for descriptions and messages. */
  readonly description: Rename;
  /** Renames an argument; the exact name alone. */
  readonly param: Rename;
  /** Renames a member of `meta`; the exact name alone. */
  readonly metaMember: Rename;
  /**
   * Returns the function that renames values of an argument: names, and languages that the site has with another tag.
   * Returns undefined for an argument with other values.
   */
  readonly valuesOf: (argument: string) => Rename | undefined;
  /** Renames a header; its name is in lower case, inward the result too. */
  readonly header: Rename;
  readonly classes: Rename;
  /** Renames a path from the namespace on: `/core/v2/posts/7`. */
  readonly route: Rename;
  /** Renames a query, without `?`: its arguments, and values that are names. */
  readonly query: Rename;
  /** Renames path and query from the namespace on. */
  readonly target: Rename;
}

/** `query` renames the fields of a form, and their values as well if it has them; `valuesOf` the values of a field. */
export type FormNames = Pick<Direction, 'query' | 'valuesOf'>;

export interface AliasNames {
  readonly inward: Direction;
  readonly outward: Direction;
  /** Returns the functions that rename the fields of a form inward, by Almanac's path of the form. */
  readonly form: (path: string) => FormNames;
  /** True if the profile has own names for the fields of a form, by Almanac's path of the form. */
  readonly hasForm: (path: string) => boolean;
}

type Pair = readonly [from: string, to: string];

/** Members and arguments whose values are names. */
const NAME_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'types',
  'taxonomy',
  'taxonomies',
  'post_type',
  'post_types',
  'subtype',
  'object',
  'status',
  'namespace',
  'namespaces',
  'rest_namespace',
  'rest_base',
  'code',
  '_fields',
  '_embed',
]);

/** True if the values of a member or argument are names, not texts of people. */
export const holdsNames = (member: string): boolean => NAME_MEMBERS.has(member);

/** Maximum number of cached names; clients may send any number of members. */
const MAX_CACHED_NAMES = 4_000;

/** Maximum characters of a cached name. */
const MAX_CACHED_CHARACTERS = 100;

const LETTER = /^[A-Za-z0-9]$/;

/** Returns the pattern of a whole name; a name may stand between underscores (`edit_cal_events`). */
const patternOf = (name: string): string => {
  const before = LETTER.test(name.charAt(0)) ? '(?<![A-Za-z0-9])' : '';
  const after = LETTER.test(name.at(-1) ?? '') ? '(?![A-Za-z0-9])' : '';
  return before + RegExp.escape(name) + after;
};

const longestFirst = ([one]: Pair, [other]: Pair): number => other.length - one.length;

/** Of two names for one, the first holds. */
const firstOfEach = (pairs: readonly Pair[]): Map<string, string> => new Map(pairs.toReversed());

const renamer = (pairs: readonly Pair[]): Rename => {
  const names = firstOfEach(pairs);
  const pattern = new RegExp(
    [...names]
      .sort(longestFirst)
      .map(([name]) => patternOf(name))
      .join('|'),
    'g',
  );
  return (text) => text.replace(pattern, (name) => names.get(name) ?? name);
};

const exactRenamer = (pairs: readonly Pair[]): Rename => {
  const names = firstOfEach(pairs);
  return (text) => names.get(text) ?? text;
};

/** Caches the results of a function for short texts, such as their renamed forms. */
export const cached = <Result extends {}>(resultOf: (text: string) => Result): ((text: string) => Result) => {
  const known = new Map<string, Result>();
  return (text) => {
    if (text.length > MAX_CACHED_CHARACTERS) return resultOf(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size === MAX_CACHED_NAMES) known.clear();
    const result = resultOf(text);
    known.set(text, result);
    return result;
  };
};

/** Renames the classes of elements in HTML within JSON, where quotation marks are escaped, and on pages. */
const classRenamer = (pairs: readonly Pair[]): Rename => {
  const rename = cached(renamer(pairs));
  return (html) => html.replace(/ class=(\\?["'])[^"'\\<>]+(?=\1)/g, (classes) => rename(classes));
};

/** Finds a segment of digits in a path. */
const ID = /\/\d+(?![^/])/;

/** Renames the namespace at the beginning of a path, and types in the two segments after it, but none behind an id. */
const routeRenamer = (namespaces: readonly Pair[], routes: readonly Pair[], type: Rename): Rename => {
  const ordered = firstOfEach(namespaces).entries().toArray().sort(longestFirst);
  const route = exactRenamer(routes);
  const beforeId = cached((path: string) => {
    const lower = path.toLowerCase();
    const found = ordered.find(([namespace]) => isBelow(lower, namespace));
    if (found === undefined) return path;
    const [namespace, renamed] = found;
    const rest = path.slice(namespace.length + 2);
    const [first = '', second, ...others] = route(rest).split('/');
    const below = second === undefined ? [type(first)] : [type(first), type(second), ...others];
    return path.length === namespace.length + 1 ? `/${renamed}` : `/${renamed}/${below.join('/')}`;
  });
  return (path) => {
    const at = path.search(ID);
    return at === -1 ? beforeId(path) : beforeId(path.slice(0, at)) + path.slice(at);
  };
};

const isBelow = (path: string, namespace: string): boolean =>
  path.startsWith(namespace, 1) && (path.length === namespace.length + 1 || path.charAt(namespace.length + 1) === '/');

const decoded = cached((part) => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
});

/** Almanac's argument of the language. Under its own name, only the site's codes are languages. */
const LANGUAGE_PARAM = 'i18n_language';

/** The field of a form that has the address of the next page. */
const NEXT_PAGE = 'redirect_to';

const ownLanguage: Rename = (text) => (isLanguage(text) ? text : (matchLanguage(text) ?? text));

const valueRenamer =
  (param: Rename, name: Rename): Direction['valuesOf'] =>
  (argument) => {
    if (holdsNames(argument)) return name;
    return argument !== LANGUAGE_PARAM && param(argument) === LANGUAGE_PARAM ? ownLanguage : undefined;
  };

/** Renames the parts of a query that are names; all others stay as they were sent. */
const queryRenamer = ({ param, name, valuesOf }: Pick<Direction, 'param' | 'name' | 'valuesOf'>): Rename => {
  const keyOf = cached((key) => {
    const argument = /^[\w-]+/.exec(key)?.[0] ?? '';
    const renamed = argument === '' ? key : name(param(argument)) + key.slice(argument.length);
    return { renamed, rename: valuesOf(argument) };
  });
  const part = (sent: string): string => {
    const mark = sent.indexOf('=');
    const key = mark === -1 ? sent : sent.slice(0, mark);
    const { renamed, rename } = keyOf(key);
    if (mark === -1) return renamed;
    if (rename === undefined) return renamed === key ? sent : renamed + sent.slice(mark);
    const value = decoded(sent.slice(mark + 1));
    const meant = rename(value);
    return `${renamed}${value === meant ? sent.slice(mark) : `=${encodeURIComponent(meant)}`}`;
  };
  return (query) => (query === '' ? '' : query.split('&').map(part).join('&'));
};

/** Renames the queries of addresses. Those of a list's pages differ in their last argument alone. */
const pageQueryRenamer = (rename: Rename): Rename => {
  const renameFirst = lastKept(rename);
  return (query) => {
    const last = query.lastIndexOf('&');
    return last === -1 ? rename(query) : `${renameFirst(query.slice(0, last))}&${rename(query.slice(last + 1))}`;
  };
};

const createDirection = (
  profile: AliasProfile,
  pairsOf: (names: Readonly<Record<string, string>>) => Pair[],
  spelled: (header: string) => string = (header) => header,
): Direction => {
  const { types, codes, members, metaMembers, namespaces, headers, params, relations, classes, routes } = profile;
  const shared = [types, codes, members, namespaces, headers, relations].flatMap(pairsOf);
  const names = renamer(shared);
  const name = cached(names);
  const param = exactRenamer(pairsOf(params));
  const route = routeRenamer(pairsOf(namespaces), pairsOf(routes), renamer(pairsOf(types)));
  const valuesOf = valueRenamer(param, name);
  const query = queryRenamer({ param, name, valuesOf });
  // keeps no part of a form's body, which may have a password
  const pageQuery = pageQueryRenamer(query);
  const lowerHeaders = pairsOf(headers).map(([from, to]): Pair => [from.toLowerCase(), spelled(to)]);
  return {
    names,
    name,
    param,
    metaMember: exactRenamer(pairsOf(metaMembers)),
    valuesOf,
    route,
    query,
    description: cached(renamer([...shared, ...pairsOf(params), ...pairsOf(routes)])),
    header: exactRenamer(lowerHeaders),
    classes: classRenamer(pairsOf(classes)),
    target: (sent) => {
      const mark = sent.indexOf('?');
      return mark === -1 ? route(sent) : `${route(sent.slice(0, mark))}?${pageQuery(sent.slice(mark + 1))}`;
    },
  };
};

const forward = (names: Readonly<Record<string, string>>): Pair[] => Object.entries(names);
const backward = (names: Readonly<Record<string, string>>): Pair[] => forward(names).map(([from, to]) => [to, from]);

/** Prepares the names of a profile for both directions. */
export const createAliasNames = (profile: AliasProfile): AliasNames => {
  const inward = createDirection(profile, forward, (header) => header.toLowerCase());
  const page = createPageRenamer(createPathRenamer(forward(profile.paths)));
  const valuesOf: Direction['valuesOf'] = (field) => (field === NEXT_PAGE ? page : inward.valuesOf(field));
  const formNames = (fields: Readonly<Record<string, string>>): FormNames => {
    const param = exactRenamer([...forward(fields), ...forward(profile.params)]);
    return { query: queryRenamer({ ...inward, param, valuesOf }), valuesOf };
  };
  const forms = new Map(Object.entries(profile.forms).map(([path, fields]) => [path, formNames(fields)]));
  return {
    inward,
    outward: createDirection(profile, backward),
    form: (path) => forms.get(path) ?? inward,
    hasForm: (path) => forms.has(path),
  };
};
