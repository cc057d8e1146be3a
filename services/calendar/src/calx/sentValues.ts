import { isDeepStrictEqual } from 'node:util';
import { namesOf } from '@almanac/content-model';
import { isoLocal, parseDateTime, toWallClock } from '@almanac/dates';
import { invalidParams, type RestRequest, sentUnchanged, withoutArgs } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemState } from '../content-items/contentItem.ts';
import { notDate } from '../content-items/dateTexts.ts';
import type { AnyItemTable } from '../content-items/itemFields.ts';
import type { writableStatuses } from '../content-items/statuses.ts';
import { unchangedLinks } from '../content-items/unchangedLinks.ts';
import type { ItemValues } from '../content-items/writeItem.ts';
import type { ImageReference } from '../images/images.ts';
import { withoutUndefined } from '../requestArgs.ts';
import type { CalxKind } from './kinds.ts';
import type { View } from './recordView.ts';

/** The sent values of a record of any kind, by the names of this interface. */
export interface CommonValues {
  readonly status?: (typeof writableStatuses)[number] | undefined;
  readonly title?: string | undefined;
  readonly content?: string | undefined;
  readonly excerpt?: string | undefined;
  readonly slug?: string | undefined;
  readonly author?: number | undefined;
  /** Marks a change as a minor edit. */
  readonly i18n_minor_edit?: boolean | undefined;
  readonly date?: string | undefined;
  readonly date_gmt?: string | undefined;
  readonly featured_media?: ImageReference | undefined;
  readonly translation_of?: number | undefined;
}

/** Returns a wall clock in UTC as an ISO 8601 instant. */
export const utcText = (wallClock: string): string => `${isoLocal(wallClock)}Z`;

/** Returns the publication date as an instant: `date` is in the site's zone; `date_gmt` is in UTC and wins. */
const publicationText = ({ date, date_gmt }: CommonValues, { settings }: Calendar): string | undefined => {
  const read = (argument: string, text: string, zone: string): string => {
    const parsed = parseDateTime(text, zone);
    if (parsed === undefined) throw invalidParams({ [argument]: notDate });
    return utcText(toWallClock(parsed.instant, 'UTC'));
  };
  if (date_gmt !== undefined) return read('date_gmt', date_gmt, 'UTC');
  return date === undefined ? undefined : read('date', date, settings.current().timezone);
};

/** Returns the names of a kind's members in this interface, by their names in `cal/events/v1`. */
export const namesInCalx = ({ fields }: { readonly fields: AnyItemTable }): Readonly<Record<string, string>> => ({
  ...namesOf(fields, 'v1', 'calx'),
  date_utc: 'date_gmt',
});

/** Returns the sent values of a record by their names in `cal/events/v1`. */
export const valuesInV1 = (
  { fields }: { readonly fields: AnyItemTable },
  args: CommonValues,
  calendar: Calendar,
): ItemValues => {
  const names = new Map(Object.entries(namesOf(fields, 'calx', 'v1')));
  const sent = Object.entries(args).flatMap(([name, value]) => {
    const first = names.get(name);
    return first === undefined || value === undefined ? [] : [[first, value] as const];
  });
  const { status, slug, author, translation_of, i18n_minor_edit, featured_media: image } = args;
  const date_utc = publicationText(args, calendar);
  return {
    ...Object.fromEntries(sent),
    ...withoutUndefined<ItemValues>({ status, slug, author, date_utc, image, translation_of, i18n_minor_edit }),
  };
};

const LINKS = ['venues', 'organizers', 'tags', 'cal_events_cat', 'featured_media'] as const;

/**
 * Returns the request without the arguments that equal the record's present view. Masked texts that a client sends
 * back count as unchanged.
 * @param said names of arguments that stay even if they are equal, since other fields follow from their absence
 */
export const withoutUnchangedArgs = async <Fields extends object, V extends object>(
  calendar: Calendar,
  calx: Pick<CalxKind<never>, 'mask'> & {
    views(calendar: Calendar, request: RestRequest<V>, states: readonly (ItemState & Fields)[]): Promise<View[]>;
  },
  request: RestRequest<V>,
  { state, said = [] }: { readonly state: ItemState & Fields; readonly said?: readonly string[] },
): Promise<RestRequest<V>> => {
  const [view = {}] = await calx.views(calendar, request, [state]);
  const cover = calx.mask(view);
  const isCovered = state.password !== '' && isDeepStrictEqual(request.params.content, cover.content);
  return withoutArgs(request, [
    ...sentUnchanged(request, view).filter((name) => !said.includes(name)),
    ...(isCovered ? sentUnchanged(request, cover) : []),
    ...unchangedLinks(request.args, shownLinks(view)),
  ]);
};

const shownLinks = (view: View): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(
    LINKS.filter((name) => name in view).map((name) => [name, [view[name]].flat().filter((each) => each !== 0)]),
  );
