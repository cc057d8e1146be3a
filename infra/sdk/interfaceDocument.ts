import { defaultLanguage } from '@almanac/i18n';
import { createLog, readSite } from '@almanac/service';
import { startSite } from '../all-in-one/compose.ts';
import { restRootOf } from '../commands/restRoot.ts';
import { RefusedError } from '../import/siteClient.ts';

/** An answer of an operation, or a reference to a shared one. */
export interface InterfaceAnswer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  /** The codes of a refusal. */
  readonly 'x-codes'?: readonly string[];
}

interface RequestBody {
  readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
}

export interface Operation {
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, InterfaceAnswer>>;
  /** By status, the codes of this operation beside those of the shared refusal. */
  readonly 'x-codes'?: Readonly<Record<string, readonly string[]>>;
}

/** The members of an OpenAPI document that the client needs. */
export interface InterfaceDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: {
    readonly responses?: Readonly<Record<string, InterfaceAnswer>>;
    readonly schemas?: Readonly<Record<string, object>>;
  };
}

interface Refusal {
  readonly code?: unknown;
  readonly message?: unknown;
}

/**
 * Calls a function with the REST root of a site.
 * @param site any address of a running site; without one, a temporary site with this code is started
 * @throws UnreachableError, ConfigurationError for another kind of site
 */
export const withInterface = async <Result>(
  site: string | undefined,
  use: (root: string) => Promise<Result>,
): Promise<Result> => {
  if (site !== undefined) return use(await restRootOf(site));
  const log = createLog({ level: 'warn', pretty: false });
  const own = await startSite({
    port: 0,
    host: '127.0.0.1',
    data: ':memory:',
    site: readSite({}),
    environment: {},
    log,
  });
  try {
    return await use(`http://127.0.0.1:${own.port}/${defaultLanguage()}/json`);
  } finally {
    await own.stop();
  }
};

/**
 * Returns the OpenAPI document of an interface, or of one of its namespaces.
 * @throws RefusedError for an unknown namespace
 */
export const readDocument = async (root: string, namespace?: string): Promise<InterfaceDocument> => {
  const query = namespace === undefined ? '' : `?${new URLSearchParams({ namespace })}`;
  const answer = await fetch(`${root}/openapi.json${query}`, { signal: AbortSignal.timeout(60_000) });
  // one of both, depending on the status
  const body: InterfaceDocument & Refusal = JSON.parse(await answer.text());
  if (!answer.ok) throw new RefusedError(answer.status, String(body.code), String(body.message));
  return body;
};

/** Returns an OpenAPI document, or a part of it, without the examples of bodies. */
export const withoutExamples = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  // Beside a schema, `example` is an example; elsewhere it may be a member with that name.
  const members = Object.entries(value).filter(([name]) => name !== 'example' || !('schema' in value));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutExamples(member)]));
};
