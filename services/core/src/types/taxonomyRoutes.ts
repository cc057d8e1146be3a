import { can } from '@almanac/identity';
import { forbidden, linkSet, type RestRequest, type Route, route, text } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { type Context, contextArg } from '../requestArgs.ts';
import { taxonomies } from '../terms/term.ts';
import { wantsLinks } from '../wantsLinks.ts';
import { taxonomyLabels } from './taxonomyLabels.ts';
import { taxonomyAnswers, taxonomySchema } from './typeSchemas.ts';

interface DescribedTaxonomy {
  readonly slug: keyof typeof taxonomyLabels;
  readonly base: string;
  readonly hierarchical: boolean;
  /** The types of records that have its terms. */
  readonly types: readonly string[];
}

/** Core's taxonomies, and that of the calendar, whose terms are in the calendar. */
const described: readonly DescribedTaxonomy[] = [
  ...taxonomies.map(({ slug, base, hierarchical }) => ({
    slug,
    base,
    hierarchical,
    types: slug === 'post_tag' ? ['post', 'cal_events'] : ['post'],
  })),
  { slug: 'cal_events_cat', base: 'cal_events_cat', hierarchical: true, types: ['cal_events'] },
];

const HIDDEN_TAXONOMY = 'post_format';

/** Routes of taxonomies (docs/interface/core.md §4). */
export const taxonomyRoutes = (core: Core): Route[] => [listRoute(core), itemRoute(core)];

const assigns = ({ principal }: Pick<RestRequest, 'principal'>): boolean => can(principal, 'edit_posts');

const listRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/taxonomies',
    methods: ['GET'],
    summary: 'Lists taxonomies.',
    args: { context: contextArg, type: text({ description: 'Only taxonomies of this type of records.' }) },
    answers: taxonomyAnswers.list,
    schema: taxonomySchema.published,
    permission: (request) => {
      if (request.args.context !== 'edit' || assigns(request)) return true;
      throw forbidden(request.principal, coreErrors.cannotListTaxonomies);
    },
    handle: async (request) => {
      const { type, context } = request.args;
      const shown = described.filter(({ types }) => type === undefined || types.includes(type));
      return { body: Object.fromEntries(shown.map((each) => [each.slug, render(core, request, each, context)])) };
    },
  });

const taxonomyOf = (request: RestRequest<unknown>): DescribedTaxonomy => {
  const name = String(request.captures.taxonomy);
  const found = described.find(({ slug }) => slug === name);
  if (found !== undefined) return found;
  throw name === HIDDEN_TAXONOMY ? forbidden(request.principal) : coreErrors.unknownTaxonomy();
};

const itemRoute = (core: Core): Route =>
  route({
    namespace: 'core/v2',
    path: '/taxonomies/{taxonomy:[\\w-]+}',
    methods: ['GET'],
    summary: 'Reads a taxonomy.',
    args: { taxonomy: text({ description: 'The name of the taxonomy.' }), context: contextArg },
    answers: taxonomyAnswers.read,
    schema: taxonomySchema.published,
    permission: (request) => {
      taxonomyOf(request);
      if (request.args.context !== 'edit' || assigns(request)) return true;
      throw forbidden(request.principal, coreErrors.cannotEditTaxonomy);
    },
    handle: async (request) => ({ body: render(core, request, taxonomyOf(request), request.args.context) }),
  });

/** Renders a taxonomy, members in the order that clients expect. */
const render = (core: Core, request: RestRequest<unknown>, taxonomy: DescribedTaxonomy, context: Context): object => {
  const translate = (message: string): string => core.texts.text(message, request.language);
  const labels = Object.entries(taxonomyLabels[taxonomy.slug]).map(([name, label]) => [name, translate(label)]);
  const { slug, base, hierarchical } = taxonomy;
  const edits = context === 'edit';
  return {
    ...(edits ? { capabilities: capabilitiesOf(taxonomy) } : {}),
    ...(context === 'embed' ? {} : { description: '' }),
    ...(edits ? { labels: Object.fromEntries(labels) } : {}),
    name: translate(taxonomyLabels[slug].name),
    slug,
    ...(edits ? { show_cloud: true } : {}),
    ...(context === 'embed' ? {} : { types: taxonomy.types, hierarchical }),
    rest_base: base,
    rest_namespace: 'core/v2',
    ...(edits ? { visibility } : {}),
    ...(wantsLinks(request) ? { _links: linksOf(request, base) } : {}),
  };
};

const visibility = {
  public: true,
  publicly_queryable: true,
  show_admin_column: true,
  show_in_nav_menus: true,
  show_in_quick_edit: true,
  show_ui: true,
};

const capabilitiesOf = ({ slug }: DescribedTaxonomy) => {
  if (slug === 'cal_events_cat') {
    const [manage, assign] = ['publish_cal_events', 'edit_cal_events'];
    return { manage_terms: manage, edit_terms: manage, delete_terms: manage, assign_terms: assign };
  }
  const noun = slug === 'category' ? 'categories' : 'post_tags';
  return {
    manage_terms: `manage_${noun}`,
    edit_terms: `edit_${noun}`,
    delete_terms: `delete_${noun}`,
    assign_terms: `assign_${noun}`,
  };
};

const linksOf = ({ apiRoot }: RestRequest<unknown>, base: string) =>
  linkSet({
    collection: [{ href: `${apiRoot}/core/v2/taxonomies` }],
    'core:items': [{ href: `${apiRoot}/core/v2/${base}` }],
  });
