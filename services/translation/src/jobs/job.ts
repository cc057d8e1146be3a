import type { FinishedTranslation } from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import type { Decider } from '@almanac/event-sourcing';
import type { RecordRegistration } from '@almanac/service';
import { translationErrors } from '../errors.ts';
import type { JobCommand, RemoteCommand } from './jobCommands.ts';
import { type JobEvent, jobEventTypes, type SourceChange } from './jobEvents.ts';
import { absentJob, evolveJob, type Job, type Revision } from './jobState.ts';
import { ownMembers } from './jobView.ts';
import { decideRemote } from './remoteJob.ts';
import { isOpen, status } from './statuses.ts';

/**
 * Returns the current revision if it has that job id.
 * @throws DomainError 404 if there is none, 409 if it was cancelled or sent again since
 */
export const revisionAt = ({ revision, cancelled }: Job, jobId: number): Revision => {
  if (revision === null) throw translationErrors.unknownJob();
  if (cancelled.includes(jobId)) throw translationErrors.cancelledJob();
  if (revision.job_id !== jobId) throw translationErrors.supersededJob();
  return revision;
};

/** The actions on a job. */
type Attempt = 'assign' | 'save' | 'complete' | 'store' | 'review';

/**
 * Returns the revision if it is open for work.
 * @throws DomainError 409
 */
export const requireOpenRevision = (job: Job, jobId: number, attempted: Attempt): Revision => {
  const revision = revisionAt(job, jobId);
  const { status: at, writing } = revision;
  if (writing !== null || (at !== status.waiting && at !== status.inProgress))
    throw translationErrors.badTransition({ data: { from: at, attempted } });
  return revision;
};

/** True if the job can be cancelled: it is open, and its owner is not writing it. */
const canEnd = (revision: Revision | null): revision is Revision =>
  revision !== null && isOpen(revision.status) && revision.writing === null;

const ended = (revision: Revision, because: 'asked' | 'source-gone'): JobEvent[] => [
  { type: 'JobCancelled', data: { job_id: revision.job_id, because } },
];

const decideSend = ({ revision }: Job, job: (JobCommand & { readonly type: 'Send' })['job']): JobEvent[] => {
  if (revision !== null && isOpen(revision.status)) throw translationErrors.openJob();
  return [{ type: 'JobSent', data: job }];
};

/** Returns the data of a finished job for the owner of its source. */
const finishedOf = (job: number, revision: Revision, hash: string): FinishedTranslation => {
  const { job_id: jobId, element: source, target: language } = revision;
  return { job, jobId, hash, source, language };
};

const decideFinish = (job: Job, { jobId, finish }: JobCommand & { readonly type: 'Finish' }): JobEvent[] => {
  const revision = revisionAt(job, jobId);
  const { status: at, writing } = revision;
  if (finish.delivery !== null && finish.delivery === revision.delivery) return [];
  const delivered = finish.delivery !== null && at === status.ready;
  const isWorkedOn = at === status.waiting || at === status.inProgress;
  if (writing !== null || !(delivered || isWorkedOn))
    throw translationErrors.badTransition({ data: { from: at, attempted: 'complete' } });
  return [{ type: 'JobFinished', data: { ...finish, finished: finishedOf(job.id, revision, finish.hash) } }];
};

const decideWritten = ({ revision }: Job, { version }: JobCommand & { readonly type: 'Written' }): JobEvent[] => {
  if (revision === null || revision.job_id !== version.job_id || revision.writing !== version.hash) return [];
  return [{ type: 'TranslationWritten', data: version }];
};

const decideRefused = ({ revision }: Job, command: JobCommand & { readonly type: 'Refused' }): JobEvent[] => {
  const { jobId, hash, code, gone } = command;
  if (revision === null || revision.job_id !== jobId || revision.writing !== hash) return [];
  return gone ? ended(revision, 'source-gone') : [{ type: 'TranslationRefused', data: { job_id: jobId, code } }];
};

const isNews = (revision: Revision, change: SourceChange): boolean => {
  const { hashes = {}, title = revision.title, path = revision.path } = change;
  const { element_status = revision.element_status } = change;
  if (title !== revision.title || path !== revision.path || element_status !== revision.element_status) return true;
  return Object.entries(hashes).some(([unit, hash]) => (revision.current[unit] ?? null) !== hash);
};

/** Records a change of the source. Texts and title of a known version are dropped. */
const decideSource = ({ revision }: Job, change: SourceChange): JobEvent[] => {
  if (revision === null) return [];
  const { source_version, hashes: _, title: __, ...others } = change;
  const isKnown = source_version !== undefined && source_version <= revision.source_version;
  const news = isKnown ? others : change;
  return isNews(revision, news) ? [{ type: 'SourceChanged', data: news }] : [];
};

const decideReview = (
  job: Job,
  { type, jobId, by }: JobCommand & { readonly type: 'OpenReview' | 'AcceptReview' },
): JobEvent[] => {
  const revision = revisionAt(job, jobId);
  const { review, status: at, written } = revision;
  const asked = type === 'OpenReview' ? 'EDITING' : 'ACCEPTED';
  if (at !== status.complete || review === null)
    throw translationErrors.badTransition({ data: { from: at, attempted: 'review' } });
  if (review === asked) return [];
  if (review === 'ACCEPTED') throw translationErrors.badTransition({ data: { from: at, attempted: 'review' } });
  if (type === 'OpenReview') return [{ type: 'ReviewOpened', data: { by } }];
  const held = written?.held ? { ...finishedOf(job.id, revision, written.hash), id: written.version } : null;
  return [{ type: 'ReviewAccepted', data: { by, held } }];
};

const decideAssign = (job: Job, { jobId, translator }: JobCommand & { readonly type: 'Assign' }): JobEvent[] =>
  requireOpenRevision(job, jobId, 'assign').translator === translator
    ? []
    : [{ type: 'JobAssigned', data: { translator } }];

/** @throws DomainError 409 */
const decideSave = (job: Job, { jobId, finished, translator }: JobCommand & { readonly type: 'Save' }): JobEvent[] => {
  requireOpenRevision(job, jobId, 'save');
  return [{ type: 'JobSaved', data: { finished, translator } }];
};

type LocalCommand = Exclude<JobCommand, RemoteCommand>;
type LocalOf<Type extends LocalCommand['type']> = { [Each in Type]: LocalCommand & { readonly type: Each } }[Type];

const deciders: { readonly [Type in LocalCommand['type']]: (job: Job, command: LocalOf<Type>) => JobEvent[] } = {
  Send: (job, command) => decideSend(job, command.job),
  Assign: decideAssign,
  // Applies also while the owner writes the job: a refusal would return it to the removed translator.
  FreeOf: ({ revision }, { translator }) =>
    revision !== null && isOpen(revision.status) && revision.translator === translator
      ? [{ type: 'JobAssigned', data: { translator: 0 } }]
      : [],
  Save: decideSave,
  Finish: decideFinish,
  Written: decideWritten,
  Refused: decideRefused,
  Cancel: ({ revision }) => (canEnd(revision) ? ended(revision, 'asked') : []),
  LoseSource: ({ revision }) => (revision !== null && isOpen(revision.status) ? ended(revision, 'source-gone') : []),
  NoteSource: (job, { change }) => decideSource(job, change),
  NoteVersion: ({ revision }, { path }) =>
    revision?.written && revision.written.path !== path ? [{ type: 'VersionMoved', data: { path } }] : [],
  OpenReview: decideReview,
  AcceptReview: decideReview,
};

const isLocal = (command: JobCommand): command is LocalCommand => Object.hasOwn(deciders, command.type);

const decideLocal = <Type extends LocalCommand['type']>(job: Job, type: Type, command: LocalOf<Type>): JobEvent[] =>
  deciders[type](job, command);

/** Decides on one target; the table lists each result (docs/interface/translation-jobs.md §3). */
const decide = (job: Job, command: JobCommand): JobEvent[] =>
  isLocal(command)
    ? decideLocal(job, command.type, command)
    : decideRemote(revisionAt(job, command.jobId), command.type, command);

/** Jobs, `job-<id>`: each is one target with all its revisions (docs/adr/0039). */
export const jobDecider: Decider<Job, JobEvent, JobCommand> = {
  category: 'job',
  initialState: absentJob,
  eventTypes: jobEventTypes,
  projectionVersion: 1,
  evolve: evolveJob,
  decide,
};

export const jobs: Collection = {
  name: 'jobs',
  projectionVersion: jobDecider.projectionVersion,
  // The indexes of lists and their filters; the last ones find jobs by their element.
  indexes: [
    [
      'listed',
      'id',
      'revision.deadline',
      'revision.sent',
      'revision.status',
      'revision.needs_update',
      'revision.review',
    ],
    ['listed', 'revision.status'],
    ['listed', 'revision.needs_update'],
    ['listed', 'revision.review'],
    ['listed', 'revision.translator', 'revision.source', 'revision.target'],
    ['revision.translator', 'revision.status', 'revision.writing'],
    ['revision.status', 'revision.remote.due'],
    ['listed', 'revision.source'],
    ['listed', 'revision.target'],
    ['listed', 'revision.channel', 'revision.refusal'],
    ['listed', 'revision.channel', 'revision.remote.status'],
    ['listed', 'revision.automatic'],
    ['listed', 'revision.element.type'],
    ['listed', 'revision.sent'],
    ['listed', 'revision.deadline'],
    ['listed', 'revision.job_id'],
    ['listed', 'revision.batch.name'],
    ['listed', 'sort_title'],
    ['target_key'],
    ['revision.element.type', 'revision.element.id'],
    ['revision.element.type', 'revision.written.version'],
    ['revision.batch.id', 'revision.status'],
    ['revision.editor_job_id'],
    ['revision.tp_id'],
  ],
  texts: ['revision.title', 'revision.batch.name'],
};

export const jobRegistration: RecordRegistration<Job, JobEvent> = {
  aggregate: jobDecider,
  collection: jobs,
  written: { members: ({ id, revision }) => (revision === null ? {} : ownMembers(id, revision)) },
};
