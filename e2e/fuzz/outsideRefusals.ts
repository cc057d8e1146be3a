import type { Endpoint } from './declaredRoutes.ts';

/** Error codes of routes whose outside service is not configured, as on the fuzzed site. */
const UNCONFIGURED = new Set(['i18n_remote_unavailable', 'installer_remote_unavailable', 'social_remote_unavailable']);

/** Part of the OpenAPI document with the error codes of operations. */
export interface DeclaredRefusals {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Refusal>>;
  /** Codes by status, beside those that all refusals with the status have. */
  readonly 'x-codes'?: Readonly<Record<string, readonly string[]>>;
}

interface Refusal {
  readonly 'x-codes'?: readonly string[];
}

const BATCH = '/batch/v1';

/**
 * Returns, by pattern, the error codes of a route for an outside service that is not configured. A batch has the codes
 * of the routes that it calls.
 */
export const outsideRefusals = (
  { paths }: DeclaredRefusals,
  endpoints: readonly Endpoint[],
): ((pattern: string) => ReadonlySet<string>) => {
  const declared = new Map(
    endpoints.map(({ pattern, parts }) => [pattern, declaredBy(Object.values(paths[templateOf(parts)] ?? {}))]),
  );
  declared.set(BATCH, new Set([...declared.values()].flatMap((codes) => [...codes])));
  return (pattern) => declared.get(pattern) ?? new Set();
};

const templateOf = (parts: Endpoint['parts']): string =>
  parts.map((part) => ('literal' in part ? part.literal : `{${part.capture}}`)).join('');

const declaredBy = (operations: readonly Operation[]): ReadonlySet<string> =>
  new Set(
    operations
      .flatMap(({ responses, 'x-codes': codes }) => [
        ...(codes?.['503'] ?? []),
        ...(responses['503']?.['x-codes'] ?? []),
      ])
      .filter((code) => UNCONFIGURED.has(code)),
  );
