import type { AskedDate, PublicationField } from '@almanac/content-model';
import { toWallClock } from '@almanac/dates';
import { can, type Principal } from '@almanac/identity';
import { invalidParams } from '@almanac/rest';
import { type Author, storedContent } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import { defined } from '../requestArgs.ts';
import type { ItemFields, ItemState, KeptMembers, Status } from './contentItem.ts';
import { type DateText, readDate } from './dateTexts.ts';

/** What `calx/v1` takes of a record and keeps. */
export interface KeptValues {
  readonly comment_status?: 'open' | 'closed' | undefined;
  readonly ping_status?: 'open' | 'closed' | undefined;
  readonly format?: string | undefined;
  readonly template?: string | undefined;
}

export interface SharedValues extends KeptValues {
  /** Cleaned. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly author?: number | undefined;
  readonly password?: string | undefined;
}

type Shared = Pick<ItemFields, 'title' | 'content' | 'excerpt' | 'author' | 'password' | keyof KeptMembers>;

/** What a caller may write. */
export const authorOf = (principal: Principal): Author => ({ unfilteredHtml: can(principal, 'unfiltered_html') });

/** What was sent about any kind of content item as its fields, texts cleaned as the caller's role asks. */
export const sharedFields = (values: SharedValues, principal: Principal): Partial<Shared> => {
  const cleaned = (text: string | undefined) =>
    text === undefined ? undefined : storedContent(text, authorOf(principal));
  return defined<Shared>({
    title: values.title,
    content: cleaned(values.description),
    excerpt: cleaned(values.excerpt),
    author: values.author,
    password: values.password,
    commentStatus: values.comment_status,
    pingStatus: values.ping_status,
    format: values.format,
    template: values.template,
  });
};

/** A title or name that is not empty once it is cleaned. @throws DomainError 400 naming the argument */
export const filledTitle = (argument: string, stored: string | undefined): string | undefined => {
  if (stored === '') throw invalidParams({ [argument]: '{name} must not be empty.' });
  return stored;
};

/** What decides when a content item is published, as sent. */
export interface PublicationValues {
  readonly status?: Status | undefined;
  readonly date?: DateText | undefined;
  readonly date_utc?: DateText | undefined;
}

/**
 * Status and publication date as sent; `date` is read in the zone, `date_utc` in UTC and before it.
 * @param zone without one the site's
 */
export const readPublication = (
  { status, date, date_utc }: PublicationValues,
  { settings, now }: Pick<Calendar, 'settings' | 'now'>,
  zone = settings.current().timezone,
): { readonly status: Status | undefined; readonly date: AskedDate | undefined } => {
  const read = (text: DateText, argument: string, within: string): AskedDate => {
    const { instant } = readDate(text, { zone: within, now: now(), argument });
    return { instant, wallClock: toWallClock(instant, settings.current().timezone) };
  };
  if (date_utc !== undefined) return { status, date: read(date_utc, 'date_utc', 'UTC') };
  return { status, date: date === undefined ? undefined : read(date, 'date', zone) };
};

const derivedOrNotFields: ReadonlySet<string> = new Set<keyof ItemState>([
  'id',
  'version',
  'deleted',
  'language',
  'group',
  'languages',
  'modifiedUtc',
  'statusBeforeTrash',
  'slugBeforeTrash',
  'sortTitle',
  'status',
  'date',
  'dateUtc',
  'slug',
  'path',
]);

/** All fields of a new content item: those sent, the others as the kind begins with. */
export const newItemFields = <Fields extends ItemFields>(
  initial: ItemState & Fields,
  sent: Partial<Fields>,
): Omit<Fields, PublicationField> => {
  const fields = Object.entries({ ...initial, ...sent }).filter(([name]) => !derivedOrNotFields.has(name));
  return Object.fromEntries(fields) as Omit<Fields, PublicationField>;
};
