import { toWallClock } from '@almanac/dates';
import { languageRecord } from '@almanac/i18n';
import type { RestRequest } from '@almanac/rest';
import type { Translation } from '../translation.ts';
import { namesOf } from '../translators/userCopies.ts';
import { type Batch, batches } from './batch.ts';
import type { Job, Revision } from './jobState.ts';
import { isOpen, status } from './statuses.ts';

type Asking = Pick<RestRequest, 'site' | 'apiRoot'>;

/** Data beside the jobs that their views need. */
interface Around {
  readonly names: ReadonlyMap<number, string>;
  readonly tpIds: ReadonlyMap<number, number | null>;
  readonly zone: string;
  readonly today: string;
  readonly asking: Asking;
}

/** Returns the type of a job: of a post or of a term. */
export const typeOf = ({ element }: Pick<Revision, 'element'>): 'post' | 'term' =>
  element.type.startsWith('tax_') ? 'term' : 'post';

const addressOf = ({ site }: Asking, path: string | null | undefined): string => (path ? `${site}${path}` : '');

const progressOf = ({ status: at, units, finished }: Revision): string =>
  at === status.inProgress ? `${Math.floor((finished * 100) / units)}%` : '';

const elementView = (revision: Revision, asking: Asking) => ({
  id: revision.element.id,
  name: revision.title,
  url: addressOf(asking, revision.path),
  type: revision.element.type,
  status: revision.element_status,
});

const dayOf = (instant: string, zone: string): string => toWallClock(Date.parse(instant), zone).slice(0, 10);

const languagesOf = ({ source, target }: Revision) => ({
  language_codes: { source, target },
  languages: { source: languageRecord(source).englishName, target: languageRecord(target).englishName },
});

/** Returns the view of a job in lists (docs/interface/translation-jobs.md §6). */
const jobView = (id: number, revision: Revision, { names, tpIds, zone, today, asking }: Around) => {
  const { deadline, translator, channel, written, status: at } = revision;
  return {
    id,
    type: typeOf(revision),
    tp_id: revision.tp_id,
    status: at,
    needs_update: revision.needs_update,
    review_status: revision.review,
    ...languagesOf(revision),
    translation_service_id: channel === 'tp' ? 1 : 'local',
    translation_service: channel === 'tp' ? 'Agency' : 'Local',
    sent_date: dayOf(revision.sent, zone),
    deadline,
    overdue: deadline !== '' && deadline < today && at !== status.complete,
    ts_status: channel === 'tp' ? revision.remote.status : '',
    error_type: isOpen(at) ? revision.remote.error : null,
    element: elementView(revision, asking),
    translator_id: translator,
    translator_name: names.get(translator) ?? '',
    is_ate_job: channel === 'ate',
    automatic: revision.automatic,
    progress: progressOf(revision),
    batch: { ...revision.batch, tp_id: tpIds.get(revision.batch.id) ?? null },
    extra_data: { job_id: revision.job_id, editor_job_id: revision.editor_job_id },
    edit_url: `${asking.apiRoot}/i18n/tm/v1/jobs/${revision.job_id}`,
    view_url: addressOf(asking, written?.path),
    view_original_url: addressOf(asking, revision.path),
  };
};

export type JobView = ReturnType<typeof jobView>;

const nothingAround: Around = {
  names: new Map(),
  tpIds: new Map(),
  zone: 'UTC',
  today: '',
  asking: { site: '', apiRoot: '' },
};

/** Returns the members of a job that follow from its state alone; addresses are paths of the site. */
export const ownMembers = (id: number, revision: Revision) => {
  const { id: _, translator_name: __, overdue: ___, edit_url: ____, ...members } = jobView(id, revision, nothingAround);
  return members;
};

type JobWithRevision = Pick<Job, 'id'> & { readonly revision: Revision };

/** Returns the views of jobs in the given order. */
export const viewsOf = async (
  { documents, settings, now }: Translation,
  asking: Asking,
  found: readonly Job[],
): Promise<JobView[]> => {
  const shown = found.filter((job): job is Job & JobWithRevision => job.revision !== null);
  const zone = settings.current().timezone;
  const [names, known] = await Promise.all([
    namesOf(
      documents,
      shown.map(({ revision }) => revision.translator).filter((user) => user > 0),
    ),
    documents.getMany<Batch>(batches, [...new Set(shown.map(({ revision }) => revision.batch.id))]),
  ]);
  const tpIds = new Map(known.map(({ id, tp_id }) => [id, tp_id]));
  const around = { names, tpIds, zone, today: toWallClock(now().getTime(), zone).slice(0, 10), asking };
  return shown.map(({ id, revision }) => jobView(id, revision, around));
};
