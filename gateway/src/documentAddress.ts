import { ROOT } from './reference/referencePage.ts';

/** The path of the OpenAPI document of the whole interface. */
export const OPEN_API = '/openapi.json';

/** The folder of the OpenAPI documents of namespaces: `/openapi/core-v2.json`. */
export const DOCUMENTS = '/openapi';

/** True if a path is that of an OpenAPI document. */
export const isOpenApi = (path: string): boolean => path === OPEN_API || path.startsWith(`${DOCUMENTS}/`);

/** Returns the file of a namespace's OpenAPI document; the routes of none are in `site.json`. */
export const documentFile = (namespace: string): string =>
  `${namespace === ROOT ? 'site' : namespace.replaceAll('/', '-')}.json`;

/** Returns the address of the OpenAPI document of a namespace, or of the whole interface. */
export const documentAddress = ({ apiRoot }: { readonly apiRoot: string }, namespace?: string): string =>
  `${apiRoot}${namespace === undefined ? OPEN_API : `${DOCUMENTS}/${documentFile(namespace)}`}`;
