import { signedIn } from '../../shell/authProvider.ts';
import { type Row, request } from '../../shell/client.ts';
import { refuseIfChanged, restSource, type Source } from '../../shell/source.ts';

const MARKUP_MISSING = 'Saved. Some formatting of the original is missing. Check the translation.';
const JOBS = '/i18n/tm/v1/jobs';

/** The status of a translation whose original has changed. */
const OUT_OF_DATE = 3;

/** Addresses of jobs have the number of the revision, which is not their id. */
const readJob = (job: Row): Row => ({
  ...job,
  id: job.extra_data.job_id,
  state: job.needs_update ? OUT_OF_DATE : job.status,
  texts: Object.fromEntries((job.units ?? []).map(({ id, target }: Row) => [id, target ?? ''])),
});

/** Translation jobs. The filter `whose=mine` leaves those of the signed-in person. */
export const jobs: Source = {
  path: JOBS,
  list: async ({ page, perPage, sort, filter: { whose, ...filter } }) => {
    const mine = whose === 'mine' ? { translated_by: (await signedIn()).id } : {};
    const sorting = `${sort.field}:${sort.order.toLowerCase()}`;
    const query = { limit: perPage, offset: (page - 1) * perPage, sorting, ...filter, ...mine };
    const { data } = await request('GET', JOBS, { query });
    return { data: data.jobs.map(readJob), total: data.total };
  },
  one: async (id) => readJob((await request('GET', `${JOBS}/${id}`)).data),
  update: async (id, { texts, complete }, base) => {
    refuseIfChanged(await jobs.one(id), base, { texts });
    const { data } = await request('POST', `${JOBS}/${id}`, { body: { units: texts, complete } });
    const faults: readonly object[] = data.warnings ?? [];
    return { ...readJob(data), warnings: faults.map(() => ({ message: MARKUP_MISSING })).slice(0, 1) };
  },
};

const readString = (string: Row): Row => ({
  ...string,
  texts: Object.fromEntries(
    Object.entries<Row>(string.translations ?? {}).map(([code, { value }]) => [code, value ?? '']),
  ),
});

/** Texts of pages outside records. */
export const strings: Source = restSource({
  path: '/i18n/st/v1/strings',
  read: readString,
  write: ({ texts }: Row) => ({
    translations: Object.fromEntries(Object.entries(texts ?? {}).map(([code, text]) => [code, text || null])),
  }),
});

/** A kind of record that is translated: its list, and its name among the elements of jobs. */
export interface TranslatedKind {
  readonly label: string;
  readonly path: string;
  readonly element: string;
  /** True for categories and tags, which have a name and no status. */
  readonly isTerm?: true;
  /** True for events: one job translates all dates of a series. */
  readonly hasSeries?: true;
}

export const KINDS: readonly TranslatedKind[] = [
  { label: 'Events', path: '/core/v2/cal_events', element: 'post_cal_events', hasSeries: true },
  { label: 'Posts', path: '/core/v2/posts', element: 'post_post' },
  { label: 'Pages', path: '/core/v2/pages', element: 'post_post' },
  { label: 'Venues', path: '/core/v2/cal_venue', element: 'post_cal_venue' },
  { label: 'Organizers', path: '/core/v2/cal_organizer', element: 'post_cal_organizer' },
  { label: 'Categories of events', path: '/core/v2/cal_events_cat', element: 'tax_cal_events_cat', isTerm: true },
  { label: 'Categories of posts', path: '/core/v2/categories', element: 'tax_category', isTerm: true },
  { label: 'Tags', path: '/core/v2/tags', element: 'tax_post_tag', isTerm: true },
];
