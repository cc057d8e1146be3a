import { plainText } from '../../form/postSource.ts';
import { type Row, request } from '../../shell/client.ts';
import { type ListAnswer, type ListQuery, restSource, type Source } from '../../shell/source.ts';

const PATH = '/cal/events/v1/events';

const idsOf = (linked: Row): number[] => [linked ?? []].flat().map(({ id }) => Number(id));

/** Members of an event in a list: texts without HTML. */
const inList = (event: Row): Row => ({
  ...event,
  title: plainText(event.title),
  venueName: plainText([event.venue ?? []].flat()[0]?.venue),
});

/** The times of a list: by default what is still to come, however late. */
const COMING = { ends_after: 'now' };
const WHEN: ReadonlyMap<unknown, object> = new Map([
  ['past', { ends_before: 'now' }],
  ['all', { starts_after: '1900-01-01' }],
]);

/** An event sends times only with the occurrences that they concern. */
const written = ({ scope, image, ...data }: Row): object => ({
  ...data,
  ...(image !== undefined && { image: image || '' }),
  ...(scope !== undefined && scope !== 'this' && { scope }),
});

const table = restSource({ path: PATH, member: 'events', read: inList, write: written });

/** Returns an event in the form in which it is edited: texts as they are stored, linked records by id. */
const readOne = async (id: string | number): Promise<Row> => {
  const [event, raw] = await Promise.all([
    table.one(id),
    request('GET', `/core/v2/cal_events/${id}`, { query: { context: 'edit' } }),
  ]);
  const { title, content, excerpt, slug, status, featured_media, meta } = raw.data;
  return {
    ...event,
    title: title.raw,
    description: content.raw,
    excerpt: excerpt.raw,
    slug,
    status,
    image: featured_media,
    cost: meta._EventCost ?? '',
    website: meta._EventURL ?? '',
    venue: idsOf(event.venue),
    organizer: idsOf(event.organizer),
    categories: idsOf(event.categories),
    tags: idsOf(event.tags),
    recurrence: event.series?.recurrence ?? null,
    scope: 'this',
  };
};

/** Reads the events in the trash, which only their post type lists; they are restored there, not opened. */
const readTrash = async ({ page, perPage, filter }: ListQuery): Promise<ListAnswer> => {
  const query = { context: 'edit', status: 'trash', page, per_page: perPage, search: filter.search };
  const { data, headers } = await request('GET', '/core/v2/cal_events', { query });
  const rows = data.map(({ title, meta, ...event }: Row) => ({
    ...event,
    title: title.raw,
    start_date: meta._EventStartDate,
    isClosed: true,
  }));
  return { data: rows, total: Number(headers.get('x-core-total')) };
};

/** The events: lists by time, forms with raw texts, and series. */
export const events: Source = {
  ...table,
  list: ({ filter: { when, ...filter }, ...query }: ListQuery) =>
    filter.status === 'trash'
      ? readTrash({ ...query, filter })
      : table.list({ ...query, filter: { ...filter, ...(WHEN.get(when) ?? COMING) } }),
  one: readOne,
  many: (ids) => Promise.all(ids.map(readOne)),
  create: async (data) => readOne((await table.create?.(data))?.id),
  update: async (id, data, base) => {
    await table.update?.(id, data, base);
    return readOne(id);
  },
};
