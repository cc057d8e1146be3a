import { type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { redirectTo } from './pageAnswer.ts';
import { pageAddress, type RenderContext } from './renderContext.ts';

/** Maximum size in bytes of a form with a password. */
const FORM_LIMIT = 16 * 1024;

/** The internal path below which the gateway requests the pages of the site. */
const PAGES = '/internal/pages';

/**
 * Declares the route of a page. Pages have internal addresses, to which the gateway maps the site's own.
 * @param bodyLimit maximum size in bytes of a sent form
 */
export const pageRoute = (
  path: string,
  answer: (request: RestRequest<unknown>) => Promise<RestResponse>,
  method: 'GET' | 'POST' = 'GET',
  bodyLimit = FORM_LIMIT,
): Route =>
  route({
    namespace: 'internal',
    path,
    methods: [method],
    summary: 'A page of the site',
    hidden: true,
    args: {},
    bodyLimit,
    handle: answer,
  });

/** Returns the paths of an archive: its further pages and its first page. */
export const archivePaths = (path: string): string[] => [`${path}/page/{page:\\d+}`, path];

interface PageInput {
  readonly request: RestRequest<unknown>;
  readonly renderContext: RenderContext;
}

/** Returns the canonical address of the page that an archive's query names; undefined if it names none. */
const namedByQuery = ({ request, renderContext }: PageInput): string | undefined => {
  const query = new URLSearchParams(request.query);
  const page = query.get('page') ?? '';
  if (request.captures.page !== undefined || !/^\d{1,6}$/.test(page) || Number(page) < 2) return undefined;
  query.delete('page');
  const segments = request.path.slice(PAGES.length).split('/').filter(Boolean);
  const address = pageAddress(renderContext, ...segments, 'page', String(Number(page)));
  return query.size === 0 ? address : `${address}?${query}`;
};

/** Wraps the handler of an archive: `?page=2` redirects to the address of that page. */
export const archiveAnswer =
  <Context extends PageInput>(answer: (context: Context) => Promise<RestResponse>) =>
  async (context: Context): Promise<RestResponse> => {
    const address = namedByQuery(context);
    return address === undefined ? answer(context) : redirectTo(address, 301);
  };
