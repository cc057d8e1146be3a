import type { ItemState } from '../content-items/contentItem.ts';
import type { LinkedKindNames } from '../content-items/itemKind.ts';
import { globalId, publicationMembers } from '../content-items/itemView.ts';
import { renderedContent, renderedExcerpt, renderedTitle } from '../content-items/renderedTexts.ts';
import type { ImageView } from '../images/images.ts';
import type { Display } from '../rememberViews.ts';

/** The parts of a view that differ between venues and organizers (docs/interface/calendar.md §5.2, §5.3). */
interface LinkedParts {
  readonly titleMember: LinkedKindNames['titleMember'];
  /** Members of the kind, in order. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Returns the view of a venue or an organizer, without empty members. */
export const linkedRecord = (
  record: ItemState,
  { titleMember, members }: LinkedParts,
  display: Display,
): Record<string, unknown> => ({
  ...withoutEmpty({
    id: record.id,
    ...publicationMembers(record, display),
    [titleMember]: renderedTitle(record.title),
    description: renderedContent(record.content),
    excerpt: renderedExcerpt(record.excerpt),
    slug: record.slug,
    ...members,
  }),
  global_id: globalId(display, record.id),
  global_id_lineage: [globalId(display, record.id)],
});

const withoutEmpty = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== '' && value !== '0' && value !== null));

/** Adds the image to a view, after the slug. */
export const withImage = (
  view: Readonly<Record<string, unknown>>,
  image: ImageView | undefined,
): Readonly<Record<string, unknown>> => {
  if (image === undefined) return view;
  const entries = Object.entries(view);
  const after = entries.findIndex(([name]) => name === 'slug') + 1;
  return Object.fromEntries([...entries.slice(0, after), ['image', image], ...entries.slice(after)]);
};

/** Adds structured data to a view, before the members that every view has. */
export const withJsonLd = (view: Readonly<Record<string, unknown>>, jsonLd: object): Record<string, unknown> => {
  const entries = Object.entries(view);
  const before = entries.findIndex(([name]) => name === 'show_map' || name === 'global_id');
  const structured = { '@context': 'http://schema.org', ...jsonLd };
  return Object.fromEntries([...entries.slice(0, before), ['json_ld', structured], ...entries.slice(before)]);
};

/** The members that a protected record shows without its password. */
const OPEN: ReadonlySet<string> = new Set([
  'id',
  'author',
  'status',
  'date',
  'date_utc',
  'modified',
  'modified_utc',
  'url',
  'slug',
  'global_id',
  'global_id_lineage',
  'i18n',
]);

/** Returns the empty value that replaces a protected one. */
export const emptyValueFor = (value: unknown): unknown => {
  if (typeof value === 'string') return '';
  if (typeof value === 'number') return 0;
  return typeof value === 'boolean' ? null : false;
};

/** Blanks the protected members of a view; missing members stay missing. */
export const maskLinked = (view: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { json_ld: _, ...rest } = view;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, OPEN.has(name) ? value : emptyValueFor(value)]),
  );
};
