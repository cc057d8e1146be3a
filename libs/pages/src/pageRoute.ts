import { type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';

/** Bytes of a form: a password. */
const FORM_LIMIT = 16 * 1024;

/** The route of a page. Pages are internal addresses: the gateway passes the site's own to them. */
export const pageRoute = (
  path: string,
  answer: (request: RestRequest<unknown>) => Promise<RestResponse>,
  method: 'GET' | 'POST' = 'GET',
): Route =>
  route({
    namespace: 'internal',
    path,
    methods: [method],
    summary: 'A page of the site',
    hidden: true,
    args: {},
    bodyLimit: FORM_LIMIT,
    handle: answer,
  });

/** The paths of an archive: of the pages after its first, and its own. */
export const archivePaths = (path: string): string[] => [`${path}/page/{page:\\d+}`, path];
