import { isLanguage, type Language } from '@almanac/i18n';
import { isShownOnPage, type VisitedPage } from '@almanac/pages/popups';
import { invalid, invalidParams, type RestRequest, type Route, route, uri } from '@almanac/rest';
import { cleanHtml } from '@almanac/text';
import { z } from 'zod';
import type { Misc } from '../misc.ts';
import { isOwnAddress } from '../oembed/embeds/siteAddress.ts';
import { frequencies, type Popup, popupMessages, popups } from './popup.ts';
import { namespace } from './popupRoutes.ts';
import { goalAnswer, triggerAnswer } from './popupView.ts';

const activeAnswer = z
  .strictObject({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    trigger: triggerAnswer,
    frequency: z.enum(frequencies),
    goal: goalAnswer,
  })
  .meta({ id: 'ActivePopup' });

/** Returns path and language of an address of the site; undefined for other sites. */
const readPage = (
  address: string,
  { site, defaultLanguage }: { readonly site: string; readonly defaultLanguage: Language },
): Pick<VisitedPage, 'path' | 'language'> | undefined => {
  if (!/^https?:/i.test(address) || !isOwnAddress(address, site)) return undefined;
  const base = new URL(site).pathname.replace(/\/$/, '');
  const { pathname } = new URL(address);
  const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
  const segment = path.split('/')[1] ?? '';
  if (!isLanguage(segment)) return { path, language: defaultLanguage };
  return { path: path.slice(segment.length + 1) || '/', language: segment };
};

/** True if a published popup shows on a page at the time of the visit (docs/interface/popup.md §3). */
const isMeantFor = (popup: Popup, visited: VisitedPage): boolean =>
  (popup.starts === null || Date.parse(popup.starts) <= Date.parse(visited.at)) && isShownOnPage(popup, visited);

/** `GET /popup/v1/active`: returns the popups that a front end shows on a page. */
export const activeRoute = (misc: Misc): Route =>
  route({
    namespace,
    path: '/active',
    methods: ['GET'],
    summary: 'Lists the active popups of a page.',
    args: { url: uri({ required: true, description: 'The address of the page.' }) },
    answers: { 200: z.array(activeAnswer) },
    handle: async (request) => {
      const visited = visitedBy(misc, request);
      const filter = { field: 'status', equals: 'publish' } as const;
      const published = await misc.documents.find<Popup>(popups, {
        filter,
        order: [{ field: 'id', direction: 'asc' }],
      });
      return {
        body: published.filter((popup) => isMeantFor(popup, visited)).map((popup) => shown(popup, request.site)),
        headers: { 'Cache-Control': 'private, no-cache' },
      };
    },
  });

/** @throws DomainError 400 for an address of another site */
const visitedBy = ({ settings, now }: Misc, request: RestRequest<{ readonly url: string }>): VisitedPage => {
  const { args, site, principal } = request;
  const page = readPage(args.url, { site, defaultLanguage: settings.current().default_language });
  if (page === undefined) throw invalidParams({ url: invalid(popupMessages.elsewhere) });
  return { ...page, isMember: principal.kind === 'user', at: now().toISOString() };
};

const shown = ({ id, title, content, trigger, frequency, goal }: Popup, site: string) => ({
  id,
  title,
  trigger,
  frequency,
  goal,
  content: cleanHtml(content, 'output', { host: new URL(site).host }),
});
