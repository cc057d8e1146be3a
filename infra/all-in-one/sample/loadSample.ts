import { readFileSync } from 'node:fs';
import { defaultLanguage } from '@almanac/i18n';
import type { SiteClient } from '../../import/siteClient.ts';

interface TranslatedTexts {
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
interface SampleRecord extends TranslatedTexts {
  readonly key: string;
  readonly [field: string]: unknown;
}
interface SampleEvent extends TranslatedTexts {
  /** Days from today. */
  readonly day: number;
  readonly start: string;
  readonly hours: number;
  readonly venue: string;
  readonly organizer: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly cost: string;
}
interface Sample {
  readonly venues: readonly SampleRecord[];
  readonly organizers: readonly SampleRecord[];
  readonly categories: readonly SampleRecord[];
  readonly events: readonly SampleEvent[];
}

type Collection = 'venues' | 'organizers' | 'categories' | 'events';
/** The ids of a record's versions by language. */
type Versions = Readonly<Record<string, number>>;

/**
 * Fills an empty site with the events of `sample.json` in all its languages, through the public interface. The events
 * are dated from today on. An interrupted load from the same moment continues within a day: it creates no record twice.
 * @param clientOf returns the client of a language's REST root
 * @param began the moment of the first start
 * @returns the number of events in each language
 */
export const loadSample = async (
  clientOf: (language: string) => SiteClient,
  began: Temporal.Instant,
): Promise<number> => {
  const today = began.toZonedDateTimeISO('UTC').toPlainDate();
  const sample = readSample();
  const create = creator(clientOf, `sample-${began}`);
  const venues = await createAll(create, 'venues', sample.venues);
  const organizers = await createAll(create, 'organizers', sample.organizers);
  const categories = await createAll(create, 'categories', sample.categories);
  for (const [index, event] of sample.events.entries()) {
    await create('events', { key: String(index), texts: event.texts }, (language) => ({
      ...datesOf(event, today),
      cost: event.cost,
      venue: of(venues, event.venue, language),
      organizer: [of(organizers, event.organizer, language)],
      categories: event.categories.map((key) => of(categories, key, language)),
      tags: event.tags,
    }));
  }
  return sample.events.length;
};

const readSample = (): Sample => JSON.parse(readFileSync(new URL('sample.json', import.meta.url), 'utf8'));

const VENUES = '/core/v2/cal_venue?context=edit&status=publish,draft,pending,private,future&per_page=100';

/** True if a site has all venues of the sample, in whichever language; those in the trash do not count. */
export const hasSample = async (site: SiteClient): Promise<boolean> => {
  const venues = await site.request<{ readonly title: { readonly raw: string } }[]>('GET', VENUES);
  const titles = new Set(venues.map(({ title }) => title.raw));
  return readSample().venues.every(({ texts }) => Object.values(texts).some(({ venue = '' }) => titles.has(venue)));
};

type Create = (
  collection: Collection,
  record: Pick<SampleRecord, 'key' | 'texts'>,
  more: (language: string) => object,
) => Promise<Versions>;

/** Creates the record in the default language, then in the others as its translations. */
const creator =
  (clientOf: (language: string) => SiteClient, load: string): Create =>
  async (collection, { key, texts }, more) => {
    const send = async (language: string, translationOf?: number): Promise<number> => {
      const body = {
        ...more(language),
        ...texts[language],
        ...(translationOf !== undefined && { translation_of: translationOf }),
      };
      const path = `/cal/events/v1/${collection}`;
      const once = [load, collection, key, language].join('/');
      return (await clientOf(language).request<{ id: number }>('POST', path, body, once)).id;
    };
    const original = await send(defaultLanguage());
    const versions: Record<string, number> = { [defaultLanguage()]: original };
    for (const language of Object.keys(texts)) versions[language] ??= await send(language, original);
    return versions;
  };

const createAll = async (
  create: Create,
  collection: Collection,
  records: readonly SampleRecord[],
): Promise<ReadonlyMap<string, Versions>> => {
  const made = new Map<string, Versions>();
  for (const { key, texts, ...fields } of records) {
    made.set(key, await create(collection, { key, texts }, () => fields));
  }
  return made;
};

const of = (records: ReadonlyMap<string, Versions>, key: string, language: string): number => {
  const id = records.get(key)?.[language];
  if (id === undefined) throw new Error(`the sample names ${key} in ${language}, which it does not describe`);
  return id;
};

const WHOLE_DAY = 24;

const datesOf = ({ day, start, hours }: SampleEvent, today: Temporal.PlainDate): object => {
  const date = today.add({ days: day });
  if (hours === WHOLE_DAY) return { start_date: date.toString(), end_date: date.toString(), all_day: true };
  const begin = date.toPlainDateTime(Temporal.PlainTime.from(start));
  return { start_date: wallClock(begin), end_date: wallClock(begin.add({ minutes: hours * 60 })) };
};

const wallClock = (time: Temporal.PlainDateTime): string => time.toString({ smallestUnit: 'second' }).replace('T', ' ');
