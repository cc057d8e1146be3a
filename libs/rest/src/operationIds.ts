import type { DescribedOperation } from './openApiPaths.ts';
import type { Method } from './route.ts';

/** The names in operation ids that do not follow from a path. */
export interface OperationNames {
  /** Nouns by the beginning of a path: `/i18n/tm/v1/jobs` is `TranslationJob`, `/core/v2` has none (`''`). */
  readonly nouns: Readonly<Record<string, string>>;
  /** Whole ids by the first method of an endpoint and its path: `POST /batch/v1`. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Words that end in `s` and are no plurals. */
const SINGULAR_WORDS = new Set(['analytics', 'settings', 'stats', 'status']);

/** Ending of words that are the same in singular and plural. */
const INVARIABLE_ENDING = /series$/i;

const isPlural = (segment: string): boolean => segment.endsWith('s') && !SINGULAR_WORDS.has(segment);

const singular = (segment: string): string => {
  if (!isPlural(segment) || INVARIABLE_ENDING.test(segment)) return segment;
  if (segment.endsWith('ies')) return `${segment.slice(0, -3)}y`;
  return segment.replace(/(?:(?<=ss|sh|ch|x|atus)es|s)$/, '');
};

const plural = (noun: string): string => {
  if (INVARIABLE_ENDING.test(noun)) return noun;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}${/(?:s|sh|ch|x)$/.test(noun) ? 'es' : 's'}`;
};

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const camel = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const isCapture = (segment: string | undefined): boolean => segment?.startsWith('{') === true;

/** Splits a path into the noun of its longest named beginning and the segments behind that. */
const named = (template: string, namespace: string, { nouns }: OperationNames) => {
  for (let path = template; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const noun = Object.hasOwn(nouns, path) ? nouns[path] : undefined;
    if (noun !== undefined) return { noun, rest: template.slice(path.length) };
  }
  return { noun: pascal(namespace), rest: template.slice(namespace.length + 1) };
};

/** Returns the noun of the record that the segments of a path name: `/posts/{parent}/revisions` is `PostRevision`. */
const nounOf = (noun: string, segments: readonly string[]): string =>
  segments.reduce((found, segment, index) => {
    if (!isCapture(segment)) return segment.startsWith('by-') ? found : found + pascal(singular(segment));
    const key = segments[index - 1];
    return key?.startsWith('by-') ? found + pascal(key) : found;
  }, noun);

/** Returns the id of an endpoint by its first method, from its path. */
const idOf = (method: string, template: string, namespace: string, names: OperationNames): string => {
  if (template === `/${namespace}`) return `get${pascal(namespace)}Index`;
  const { noun: start, rest } = named(template, namespace, names);
  const segments = rest.split('/').filter((segment) => segment !== '');
  const last = template.split('/').at(-1) ?? '';
  const isMany = isPlural(last);
  const noun = nounOf(start, segments);
  if (method === 'GET') return isMany ? `list${plural(noun)}` : `get${noun}`;
  if (method === 'DELETE') return `delete${isMany ? plural(noun) : noun}`;
  if (isMany) return `create${noun}`;
  if (isCapture(last) || SINGULAR_WORDS.has(last) || segments.length === 0) return `update${noun}`;
  // the last segment is the action: `/webhooks/{id}/ping`, `/dead-letters/replay`
  const before = segments.slice(0, -1);
  const target = nounOf(start, before);
  const isOne = target === '' || isCapture(before.at(-1));
  return `${camel(pascal(last))}${isOne ? target : plural(target)}`;
};

/** The id of an operation, and the method of its path that does the same under the id without `ByPut`. */
interface OperationName {
  readonly operationId: string;
  readonly sameAs?: Method;
}

/**
 * Names an operation by a verb and the noun of its path: `listEvents`. Of the methods of a path that do the same, the
 * first has this name and the others end in `ByPut` or `ByPatch`.
 */
export const nameOperation = (
  { route, method }: Pick<DescribedOperation, 'route' | 'method'>,
  names: OperationNames,
): OperationName => {
  const { template, namespace, endpoints, methods } = route;
  const idByFirst = (one: Method): string => {
    const first = endpoints.find((endpoint) => endpoint.methods.includes(one))?.methods[0] ?? one;
    return names.ids[`${first} ${template}`] ?? idOf(first, template, namespace, names);
  };
  const id = idByFirst(method);
  const first = methods.find((one) => idByFirst(one) === id) ?? method;
  return first === method
    ? { operationId: id }
    : { operationId: `${id}By${pascal(method.toLowerCase())}`, sameAs: first };
};
