import { type Html, html, plain, type RenderContext } from '@almanac/pages';
import { inListsOf } from '@almanac/translations';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { LinkedKindNames } from '../content-items/itemKind.ts';
import { renderedTitle } from '../content-items/renderedTexts.ts';
import { publishedOnly } from '../content-items/statuses.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { categoryTaxonomy } from '../terms/category.ts';
import type { Term } from '../terms/term.ts';
import { venueKind } from '../venues/venue.ts';
import { type AskedView, type FilterName, turnedTo, viewAddress } from './askedView.ts';
import type { PageContext } from './pageContext.ts';
import type { Chip } from './viewFilters.ts';

/** Choices of a field; what is not among them is found by its own page. */
const MOST = 60;

type Choice = readonly [value: string, label: string];

const byLabel = ([, a]: Choice, [, b]: Choice): number => a.localeCompare(b);

const categoryChoices = async ({ calendar, renderContext }: PageContext): Promise<Choice[]> => {
  const { documents, languages } = calendar;
  const filter = categoryTaxonomy.inListsOf(renderContext.language, languages);
  const found = await documents.find<Term>(categoryTaxonomy.collection, { filter, limit: MOST });
  return found.map(({ slug, name }): Choice => [slug, plain(name)]).sort(byLabel);
};

const linkedChoices = async ({ calendar, renderContext }: PageContext, kind: LinkedKindNames): Promise<Choice[]> => {
  const filter = { all: [publishedOnly, inListsOf(kind.type, renderContext.language, calendar.languages)] };
  const found = await calendar.documents.find<ItemState & ItemFields>(kind.collection, { filter, limit: MOST });
  const open = found.filter(({ password }) => password === '');
  return open.map(({ id, title }): Choice => [String(id), plain(renderedTitle(title))]).sort(byLabel);
};

/** A field with what is chosen now, even where that is beyond those that are offered. */
const choice = (
  name: FilterName,
  label: string,
  choices: readonly Choice[],
  { asked, chips, renderContext }: { asked: AskedView; chips: readonly Chip[]; renderContext: RenderContext },
): Html | false => {
  const chosen = asked.filters[name];
  const isOffered = choices.some(([value]) => value === chosen);
  const own: Choice[] =
    chosen === undefined || isOffered ? [] : [[chosen, chips.find((chip) => chip.name === name)?.label ?? chosen]];
  const all = [...own, ...choices];
  if (all.length === 0) return false;
  const option = ([value, text]: Choice): Html =>
    html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>\n`;
  return html`<p><label for="cal-${name}">${label}</label>
<select id="cal-${name}" name="${name}"><option value="">${renderContext.text('All')}</option>
${all.map(option)}</select></p>
`;
};

/** What a form must not lose of an address: the events that it does not ask about. */
const hidden = ({ filters, isPast, slug }: AskedView): Html[] => {
  const kept = [
    ...(['tag', 'featured'] as const).map((name) => [name, filters[name]] as const),
    ['when', isPast && slug === 'list' ? 'past' : undefined] as const,
  ];
  return kept.flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">\n`],
  );
};

/** One form for all filters: words, day, category, venue and organizer, kept in the address. */
export const filterForm = async (context: PageContext, asked: AskedView, chips: readonly Chip[]): Promise<Html> => {
  const { renderContext } = context;
  const { text } = renderContext;
  const [categories, venues, organizers] = await Promise.all([
    categoryChoices(context),
    linkedChoices(context, venueKind),
    linkedChoices(context, organizerKind),
  ]);
  const parts = { asked, chips, renderContext };
  const slug = asked.slug === 'latest-past' ? 'list' : asked.slug;
  // a month stays in the address, so that its first day is not picked
  const isMonth = slug === 'month' && asked.isPicked !== true;
  const date = isMonth ? asked.date : undefined;
  const bare = turnedTo(asked, { slug, filters: {}, place: ['list'], placed: {}, date });
  const isOpen = (['category', 'venue', 'organizer'] as const).some((name) => asked.filters[name] !== undefined);
  return html`<form class="filters" role="search" aria-label="${text('Events')}" method="get" action="${viewAddress(bare, renderContext)}" data-js="cal-form">
<p><label for="cal-search">${text('Words')}</label>
<input id="cal-search" type="search" name="search" maxlength="200" value="${asked.filters.search ?? ''}"></p>
<p><label for="cal-date">${text('Day')}</label>
<input id="cal-date" type="date" name="date" value="${isMonth ? '' : asked.date?.toString()}"></p>
<details${isOpen && html` open`}><summary>${text('More filters')}</summary>
<div class="fields">${choice('category', text('Category'), categories, parts)}${choice('venue', text('Venue'), venues, parts)}${choice(
    'organizer',
    text('Organizer'),
    organizers,
    parts,
  )}</div></details>
${hidden(asked)}<p><button>${text('Show')}</button></p>
</form>`;
};
