import {
  type FinishedRecord,
  type Owner,
  releasedStatus,
  rulesOf,
  slugsAbove,
  sourceAndVersion,
  statusOfTranslation,
  translatedFields,
  translateTerm,
  type WrittenVersion,
  withoutIgnored,
} from '@almanac/content-model';
import type { Commands, UnitOfWork } from '@almanac/event-sourcing';
import { languagePath } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import { changeItem, createItem, unchangedPublication } from '../content-items/itemWriting.ts';
import { type EventFields, eventKind } from '../events/event.ts';
import { inheritedTerms } from '../events/eventLinks.ts';
import { linkedOrganizers } from '../organizers/linkedOrganizers.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { categoryKind, categoryTaxonomy } from '../terms/category.ts';
import { linkedVenues } from '../venues/linkedVenues.ts';
import { venueKind } from '../venues/venue.ts';

/** The calendar as the owner of events, venues, organizers and categories that are translated. */
export const ownerOfTranslations = (calendar: Calendar, commands: Commands): Owner => ({
  name: 'calendar',
  commands,
  fetchInternal: calendar.fetchInternal,
  write: (unit, finished) => {
    switch (finished.source.type) {
      case 'post_cal_events':
        return writeItem(unit, calendar, translatedEvents(calendar), finished);
      case 'post_cal_venue':
        return writeItem(unit, calendar, linkedVenues, finished);
      case 'post_cal_organizer':
        return writeItem(unit, calendar, linkedOrganizers, finished);
      default:
        return writeCategory(unit, calendar, finished);
    }
  },
  release: async (unit, { source, id }) => {
    const version = { source: source.id, id };
    switch (source.type) {
      case 'post_cal_events':
        return releaseItem(unit, calendar, eventKind, version);
      case 'post_cal_venue':
        return releaseItem(unit, calendar, venueKind, version);
      case 'post_cal_organizer':
        return releaseItem(unit, calendar, organizerKind, version);
    }
  },
});

/** Gives a version after its review the status of its source. */
const releaseItem = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  kind: ItemKind<Fields>,
  version: { readonly source: number; readonly id: number },
): Promise<void> => {
  const status = await releasedStatus(unit, kind, version);
  if (status === undefined) return;
  await changeItem(
    unit,
    calendar,
    { kind, id: version.id },
    { asked: { ...unchangedPublication, status }, fields: {} },
  );
};

interface TranslatedItems<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields>;
  /** Adds fields that depend on others. */
  derive(fields: Partial<Fields>, current: ItemState & Fields): Partial<Fields>;
  /** Returns the fields of a new version that differ from its source. */
  readonly ownFields?: (unit: UnitOfWork, source: ItemState & Fields, language: string) => Promise<Partial<Fields>>;
}

/** Translated events: a version has no import name, and its terms are in its language. */
const translatedEvents = (calendar: Calendar): TranslatedItems<EventFields> => ({
  kind: eventKind,
  derive: (fields) => fields,
  ownFields: async (unit, { id }, language) => ({
    importUid: null,
    ...(await inheritedTerms({ unit, calendar, language }, id)),
  }),
});

const writeItem = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  items: TranslatedItems<Fields>,
  finished: FinishedRecord,
): Promise<WrittenVersion> => {
  const { kind, derive } = items;
  const { language } = finished;
  const { source, version } = await sourceAndVersion(unit, kind, { id: finished.source.id, language });
  if (version === undefined) return makeVersion(unit, calendar, items, { source, finished });
  const fields = derive(translatedFields(kind.translated, version, finished), version);
  const subject = { kind, id: version.id };
  return {
    ...written(await changeItem(unit, calendar, subject, { asked: unchangedPublication, fields })),
    held: false,
  };
};

const makeVersion = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, derive, ownFields }: TranslatedItems<Fields>,
  { source, finished }: { readonly source: ItemState & Fields; readonly finished: FinishedRecord },
): Promise<WrittenVersion> => {
  const { language, hold } = finished;
  const status = statusOfTranslation(source);
  const asked = {
    ...unchangedPublication,
    id: await calendar.numbers.next('records'),
    language,
    status: hold ? 'draft' : status,
    translationOf: source.id,
    mayTranslate: () => true,
  } as const;
  const { initialState: blank } = kind.aggregate;
  const kept = withoutIgnored<ItemState & Fields, Fields>(kind.translated, rulesOf(calendar.languages), {
    source,
    blank,
  });
  const sent = {
    ...kept,
    ...derive(translatedFields(kind.translated, kept, finished), kept),
    ...(await ownFields?.(unit, source, language)),
  };
  const fields = kind.newFields(sent);
  return { ...written(await createItem(unit, calendar, kind, { asked, fields })), held: hold && status !== 'draft' };
};

const written = ({ id, path, status }: ItemState) => ({ id, path, status });

const writeCategory = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { source, language, texts, author }: FinishedRecord,
): Promise<WrittenVersion> => {
  const newId = () => calendar.numbers.next('terms');
  const asked = { source: source.id, language, texts, author, newId };
  const term = await translateTerm(unit, categoryKind, calendar, asked);
  const above = (await slugsAbove(unit, categoryKind, term)).toReversed();
  const root = `${languagePath(language, calendar.languages.defaultLanguage)}/${categoryTaxonomy.segment}`;
  return { id: term.id, path: [root, ...above, term.slug, ''].join('/'), status: 'publish', held: false };
};
