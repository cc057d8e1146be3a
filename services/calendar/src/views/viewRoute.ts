import { isLanguage, languageRecord } from '@almanac/i18n';
import { can } from '@almanac/identity';
import { type Html, html } from '@almanac/pages';
import {
  anything,
  forbidden,
  invalidParams,
  object,
  type RestRequest,
  type RestResponse,
  type Route,
  route,
  text,
  type Values,
} from '@almanac/rest';
import { z } from 'zod';
import type { Calendar } from '../calendar.ts';
import { type AskedView, DEFAULT_VIEW, isViewSlug } from './askedView.ts';
import { type PageContext, pageContext } from './pageContext.ts';
import { readView } from './readView.ts';
import { renderView } from './renderView.ts';
import { hasValidNonce } from './viewNonces.ts';

/** Returns the name of a view; any value but a text names none. */
const nameOf = (value: unknown): string => (typeof value === 'string' ? value : '?');

const viewArgs = {
  u: text({ description: 'The address of the view on this site.', required: true, words: { type: undefined } }),
  view: anything({ description: 'The view to show instead of the view in the address.', parse: nameOf }),
  tvn1: text({ description: 'The nonce of the user, from the last view.', words: { type: undefined } }),
  tvn2: text({ description: 'The nonce of visitors, from the last view.', words: { type: undefined } }),
  view_data: object(
    {},
    {
      description: 'Members that override those of the address.',
      words: { type: undefined, properties: undefined },
    },
  ),
  action: anything({ description: 'Accepted, without effect.', parse: () => null }),
};

const SCHEMA = 'CalendarView';
const viewAnswer = z.strictObject({ html: z.string() }).meta({ id: SCHEMA });

type ViewRequest = RestRequest<Values<typeof viewArgs>>;

interface ViewAddress {
  readonly language: string;
  /** The path without the segment of the language. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Returns the path and query of an address of this site. @throws DomainError 400 for another site's address */
const readAddress = ({ args, site }: ViewRequest, defaultLanguage: string): ViewAddress => {
  const given = args.u.replace(/[^\x21-\x7e\u00a0-\uffff]/g, '');
  const base = new URL(`${site}/`);
  const url = URL.canParse(given, base) ? new URL(given, base) : undefined;
  const isOwn = url?.host === base.host && /^https?:$/.test(url.protocol) && url.pathname.startsWith(base.pathname);
  if (url === undefined || !isOwn) throw invalidParams({ u: '{name} is not an address of this site.' });
  const path = url.pathname.slice(base.pathname.length - 1);
  const [, first = ''] = path.split('/', 2);
  return isLanguage(first)
    ? { language: first, path: path.slice(first.length + 1), query: url.searchParams }
    : { language: defaultLanguage, path, query: url.searchParams };
};

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

const DECLARED: readonly string[] = Object.keys(viewArgs);

/** Returns the query with the undeclared members of the request, then `view_data`, which override the address. */
const withContext = ({ params, args }: ViewRequest, query: URLSearchParams): URLSearchParams => {
  const undeclared = Object.entries(params).filter(([name]) => !DECLARED.includes(name) && !name.startsWith('_'));
  const said = new URLSearchParams(query);
  for (const [name, value] of [...undeclared, ...Object.entries(args.view_data ?? {})]) {
    if (isPlain(value)) said.set(name, String(value));
  }
  return said;
};

const chosen = (asked: AskedView, view: string | undefined): AskedView => {
  if (view === undefined || view === '') return asked;
  return { ...asked, slug: isViewSlug(view) ? view : DEFAULT_VIEW };
};

/** Renders the parsed request, for administrators who look for a fault. */
const reflected = (asked: AskedView, { language, path }: ViewAddress): Html =>
  html`<pre>${JSON.stringify({ language, path, ...asked }, undefined, 2)}</pre>`;

const answerView = async (calendar: Calendar, request: ViewRequest): Promise<RestResponse> => {
  const { principal, args } = request;
  const address = readAddress(request, calendar.languages.defaultLanguage);
  if (!hasValidNonce(args, principal, calendar)) throw forbidden(principal);
  const asked = chosen(readView(address.path, withContext(request, address.query)), args.view);
  const headers = { 'Content-Language': languageRecord(address.language).tag };
  if (args.view === 'reflector' && can(principal, 'manage_options')) {
    return { body: { html: reflected(asked, address).text }, headers };
  }
  const context: PageContext = pageContext(calendar, { ...request, language: address.language });
  const { html: markup } = await renderView(context, asked);
  return { body: { html: markup.text }, headers };
};

/** Returns the routes of `cal/views/v2/html`: views as markup, for the scripts of pages (docs/interface/views.md). */
export const viewRoutes = (calendar: Calendar): Route[] => [
  route({
    namespace: 'cal/views/v2',
    path: '/html',
    methods: ['GET', 'POST'],
    summary: 'Returns a view of the calendar as HTML.',
    args: viewArgs,
    answers: { 200: viewAnswer },
    handle: (request) => answerView(calendar, request),
  }),
];
