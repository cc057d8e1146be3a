import type { Endpoint } from './declaredRoutes.ts';

/** How routes refuse that would have to ask a service outside, where the site has none, as the fuzzed one. */
const UNCONFIGURED = new Set(['i18n_remote_unavailable', 'installer_remote_unavailable', 'social_remote_unavailable']);

/** The part of the OpenAPI document that says with which codes an operation refuses. */
export interface DeclaredRefusals {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
}

type Responses = Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>;

interface Schema {
  readonly allOf?: readonly { readonly properties?: { readonly code?: { readonly enum?: readonly string[] } } }[];
}

const BATCH = '/batch/v1';

/**
 * By pattern, the codes with which a route may say that a service outside is not configured: those that it declares
 * itself, and of batches, those of the routes that they ask.
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

const declaredBy = (operations: readonly { readonly responses: Responses }[]): ReadonlySet<string> =>
  new Set(
    operations
      .flatMap(({ responses }) => responses['503']?.content?.['application/json']?.schema.allOf ?? [])
      .flatMap(({ properties }) => properties?.code?.enum ?? [])
      .filter((code) => UNCONFIGURED.has(code)),
  );
