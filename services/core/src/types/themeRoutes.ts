import { can, mayManageSite } from '@almanac/identity';
import {
  corePaging,
  emptyList,
  forbidden,
  linkSet,
  list,
  pagesOfRecords,
  type RestRequest,
  type Route,
  readOnly,
  recordSchema,
  route,
  text,
} from '@almanac/rest';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { wantsLinks } from '../wantsLinks.ts';

/** Routes of themes (docs/interface/core.md §9): the site's own pages are the only theme. */
export const themeRoutes = (core: Core): Route[] => [listRoute(core), itemRoute(core)];

/** Name of the theme in addresses. */
const STYLESHEET = 'almanac';
const STATUSES = ['active', 'inactive'] as const;

const words = z.string();
const rendered = z.strictObject({ raw: words, rendered: words });

const themeSchema = recordSchema(
  'theme',
  {
    stylesheet: readOnly(words, 'vem'),
    stylesheet_uri: readOnly(words, 'vem'),
    template: readOnly(words, 'vem'),
    template_uri: readOnly(words, 'vem'),
    author: readOnly(rendered, 'vem'),
    author_uri: readOnly(rendered, 'vem'),
    description: readOnly(rendered, 'vem'),
    is_block_theme: readOnly(z.boolean(), 'vem'),
    name: readOnly(rendered, 'vem'),
    requires_php: readOnly(words, 'vem'),
    screenshot: readOnly(words, 'vem'),
    tags: readOnly(z.strictObject({ raw: emptyList, rendered: words }), 'vem'),
    textdomain: readOnly(words, 'vem'),
    theme_supports: readOnly(z.looseObject({}), 'vem'),
    theme_uri: readOnly(rendered, 'vem'),
    version: readOnly(words, 'vem'),
    status: readOnly(z.enum(STATUSES), 'vem'),
  },
  { id: 'Theme' },
);

const refused = { 401: ['rest_cannot_view_themes'], 403: ['rest_cannot_view_themes'] };

/** @throws DomainError 401 or 403 if the caller neither manages the site nor asks for the active theme as a writer */
const checkReads = ({ principal }: Pick<RestRequest, 'principal'>, isActiveOnly: boolean): true => {
  if (mayManageSite({ principal }) || (isActiveOnly && can(principal, 'edit_posts'))) return true;
  throw forbidden(principal, coreErrors.cannotReadThemes);
};

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/themes',
    methods: ['GET'],
    summary: 'Lists themes.',
    args: {
      status: list(text({ enum: STATUSES }), { default: [], description: 'Only themes with one of these statuses.' }),
    },
    answers: { 200: pagesOfRecords(themeSchema.answered), ...refused },
    schema: themeSchema.published,
    permission: (request) => {
      const { status } = request.args;
      return checkReads(request, status.length === 1 && status[0] === 'active');
    },
    handle: async (request) => {
      const { status } = request.args;
      const shown = status.length === 0 || status.includes('active') ? [render(core, request)] : [];
      return { body: shown, headers: corePaging(request, { total: shown.length, perPage: 1, page: 1 }) };
    },
  });

const itemRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/themes/{stylesheet:[\\w.-]+}',
    methods: ['GET'],
    summary: 'Reads a theme.',
    args: { stylesheet: text({ description: 'The name of the theme in addresses.' }) },
    answers: { 200: themeSchema.answered, ...refused, 404: ['rest_theme_not_found'] },
    schema: themeSchema.published,
    permission: (request) => checkReads(request, request.captures.stylesheet === STYLESHEET),
    handle: async (request) => {
      if (request.captures.stylesheet !== STYLESHEET) throw coreErrors.unknownTheme();
      return { body: render(core, request) };
    },
  });

const unchanged = (value: string) => ({ raw: value, rendered: value });

const render = ({ texts }: Core, request: RestRequest<unknown>): object => ({
  stylesheet: STYLESHEET,
  stylesheet_uri: '',
  template: STYLESHEET,
  template_uri: '',
  author: unchanged('Almanac'),
  author_uri: unchanged(''),
  description: unchanged(texts.text('The site’s own pages.', request.language)),
  is_block_theme: true,
  name: unchanged('Almanac'),
  requires_php: '',
  screenshot: '',
  tags: { raw: [], rendered: '' },
  textdomain: STYLESHEET,
  theme_supports: { 'automatic-feed-links': true, 'post-thumbnails': true, 'title-tag': true },
  theme_uri: unchanged(''),
  version: '1.0.0',
  status: 'active',
  ...(wantsLinks(request) ? { _links: linksOf(request) } : {}),
});

const linksOf = ({ apiRoot }: RestRequest<unknown>) =>
  linkSet({
    self: [{ href: `${apiRoot}/core/v2/themes/${STYLESHEET}` }],
    collection: [{ href: `${apiRoot}/core/v2/themes` }],
  });
