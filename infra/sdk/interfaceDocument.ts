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
 * Returns the OpenAPI document of a site's interface, or of one of its namespaces.
 * @param site any address of a running site; without one, a temporary site with this code is started
 * @throws UnreachableError, ConfigurationError for another kind of site; RefusedError for an unknown namespace
 */
export const interfaceDocument = async (
  site: string | undefined,
  namespace: string | undefined,
): Promise<InterfaceDocument> => {
  if (site !== undefined) return read(await restRootOf(site), namespace);
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
    return await read(`http://127.0.0.1:${own.port}/en/json`, namespace);
  } finally {
    await own.stop();
  }
};

const read = async (root: string, namespace: string | undefined): Promise<InterfaceDocument> => {
  const query = namespace === undefined ? '' : `?${new URLSearchParams({ namespace })}`;
  const answer = await fetch(`${root}/openapi.json${query}`, { signal: AbortSignal.timeout(60_000) });
  // one of both, depending on the status
  const body: InterfaceDocument & Refusal = JSON.parse(await answer.text());
  if (!answer.ok) throw new RefusedError(answer.status, String(body.code), String(body.message));
  return body;
};
