import { type RestRequest, type RestResponse, type Route, route } from '@almanac/rest';
import { redirectTo } from './pageAnswer.ts';
import { pageAddress, type RenderContext } from './renderContext.ts';

/** Bytes of a form: a password. */
const FORM_LIMIT = 16 * 1024;

/** Below which the gateway asks for the pages of the site. */
const PAGES = '/internal/pages';

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

interface Asked {
  readonly request: RestRequest<unknown>;
  readonly renderContext: RenderContext;
}

/** The address of the page that the query of an archive's own address names: each page has that one alone. */
const namedByQuery = ({ request, renderContext }: Asked): string | undefined => {
  const query = new URLSearchParams(request.query);
  const page = query.get('page') ?? '';
  if (request.captures.page !== undefined || !/^\d{1,6}$/.test(page) || Number(page) < 2) return undefined;
  query.delete('page');
  const segments = request.path.slice(PAGES.length).split('/').filter(Boolean);
  const address = pageAddress(renderContext, ...segments, 'page', String(Number(page)));
  return query.size === 0 ? address : `${address}?${query}`;
};

/** What answers for an archive and its further pages: `?page=2` leads to the address of that page. */
export const archiveAnswer =
  <Context extends Asked>(answer: (context: Context) => Promise<RestResponse>) =>
  async (context: Context): Promise<RestResponse> => {
    const address = namedByQuery(context);
    return address === undefined ? answer(context) : redirectTo(address, 301);
  };
