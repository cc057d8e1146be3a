import { type ReadSources, sourceRecords, sourcesRoute, termTexts } from '@almanac/content-model';
import { type ElementType, readSourcesOfCalendar } from '@almanac/contracts';
import type { Route } from '@almanac/rest';
import { plainTitle } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import { eventKind } from '../events/event.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { termPaths } from '../pages/termAddresses.ts';
import { type Category, categories, categoryKind, categoryTaxonomy } from '../terms/category.ts';
import { venueKind } from '../venues/venue.ts';

/** The route by which the translation service reads the calendar's translatable records. */
export const translationSources = (calendar: Calendar): Route =>
  sourcesRoute(
    readSourcesOfCalendar,
    new Map<ElementType, ReadSources>([
      ['post_cal_events', itemSources(calendar, 'post_cal_events', eventKind)],
      ['post_cal_venue', itemSources(calendar, 'post_cal_venue', venueKind)],
      ['post_cal_organizer', itemSources(calendar, 'post_cal_organizer', organizerKind)],
      ['tax_cal_events_cat', (ids) => categorySources(calendar, ids)],
    ]),
  );

const itemSources =
  <Fields extends ItemFields>(
    calendar: Calendar,
    type: ElementType,
    { noun, translated, collection }: ItemKind<Fields>,
  ): ReadSources =>
  async (ids) => {
    const shown = ({ title, path, status }: ItemState) => ({ title: plainTitle(title), path, status });
    const records = await calendar.documents.getMany<ItemState & Fields>(collection, ids);
    return sourceRecords<Fields, ItemState & Fields>(calendar, { type, noun, translated, shown }, records);
  };

const categorySources = async (calendar: Calendar, ids: readonly number[]) => {
  const terms = await calendar.documents.getMany<Category>(categories, ids);
  const paths = await termPaths(calendar, categoryTaxonomy, terms);
  const shown = ({ id, name }: Category) =>
    ({ title: plainTitle(name), path: paths.get(id) ?? null, status: 'publish' }) as const;
  const kind = { type: 'tax_cal_events_cat', noun: categoryKind.noun, translated: termTexts, shown } as const;
  return sourceRecords(calendar, kind, terms);
};
