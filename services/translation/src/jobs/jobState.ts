import type { ElementType } from '@almanac/contracts';
import { idAndVersion } from '@almanac/event-sourcing';
import type { RecordedEvent } from '@almanac/event-store';
import type { Language } from '@almanac/i18n';
import type { JobEvent, Review, SentJob, SourceChange, SourceHashes, WrittenVersion } from './jobEvents.ts';
import { type JobStatus, status } from './statuses.ts';

/** One attempt to translate a target. */
export interface Revision extends SentJob {
  /** The time of sending. */
  readonly sent: string;
  readonly status: JobStatus;
  readonly needs_update: boolean;
  /** The hashes of the current texts, as far as events have reported them. */
  readonly current: SourceHashes;
  /** The hash of the texts that wait for the owner of the source; null for none. */
  readonly writing: string | null;
  /** The error code with which the owner refused the last finished texts; null for none. */
  readonly refusal: string | null;
  /** The id of an outside service's last delivery. */
  readonly delivery: string | null;
  /** The user who finished it; 0 for an outside service. */
  readonly by: number;
  /** The kind of review after the owner has written it. */
  readonly reviewed: Review;
  readonly review: 'NEEDS_REVIEW' | 'EDITING' | 'ACCEPTED' | null;
  /** The version that was written, in this revision or before. */
  readonly written: Omit<WrittenVersion, 'job_id'> | null;
  /** The numbers of the job at the engine and at the agency. */
  readonly editor_job_id: number | null;
  readonly tp_id: number | null;
  readonly remote: {
    readonly status: string;
    readonly error: string | null;
    readonly attempts: number;
    readonly due: string | null;
  };
}

/** A target: an element's group in one language. */
export interface Job {
  readonly id: number;
  readonly version: number;
  /** The key for finding the target: `post_post/7/fr-ca`, with the id of the group. */
  readonly target_key: string;
  /** The title in the form that lists sort by. */
  readonly sort_title: string;
  /** True if lists show the job: it was not cancelled. */
  readonly listed: boolean;
  /** The current revision; null before the first one. */
  readonly revision: Revision | null;
  /** The revision that a cancellation restores; null for a target that was never translated. */
  readonly before: Revision | null;
  /** The job ids of cancelled revisions. */
  readonly cancelled: readonly number[];
}

export const absentJob: Job = {
  id: 0,
  version: 0,
  target_key: '',
  sort_title: '',
  listed: false,
  revision: null,
  before: null,
  cancelled: [],
};

/** @param group the `i18n.group_id` of the element */
export const targetKey = (type: ElementType, group: number, language: Language): string =>
  `${type}/${group}/${language}`;

const notRemote = { status: '', error: null, attempts: 0, due: null };

const sentRevision = (sent: SentJob, at: string, before: Revision | null): Revision => ({
  ...sent,
  sent: at,
  needs_update: false,
  current: sent.hashes,
  writing: null,
  refusal: null,
  delivery: null,
  by: 0,
  reviewed: null,
  review: null,
  status: sent.channel === 'tp' ? status.pending : status.waiting,
  written: before?.written ?? null,
  editor_job_id: null,
  tp_id: null,
  remote: notRemote,
});

/** True if the current texts differ from the sent ones. */
const differ = (sent: SourceHashes, current: SourceHashes): boolean =>
  Object.entries(current).some(([unit, hash]) => (sent[unit] ?? null) !== hash);

/** True if versions get the status of their source; otherwise they are drafts. */
export const isPublished = (code: string): boolean => code === 'publish' || code === 'private';

/**
 * Applies a change of the source. A minor edit becomes the base of later comparisons. Drafts are compared when they are
 * published.
 */
const changedSource = (revision: Revision, { hashes = {}, minor, ...shown }: SourceChange): Revision => {
  const next = { ...revision, ...shown, current: { ...revision.current, ...hashes } };
  if (minor) return { ...next, hashes: { ...revision.hashes, ...hashes } };
  const isNews = Object.keys(hashes).length > 0 || !isPublished(revision.element_status);
  const judged = isNews && isPublished(next.element_status);
  return { ...next, needs_update: judged ? differ(next.hashes, next.current) : revision.needs_update };
};

const finishedRevision = (revision: Revision, { job_id: _, ...written }: WrittenVersion): Revision => ({
  ...revision,
  status: status.complete,
  writing: null,
  written,
  review: revision.reviewed === 'hold' || revision.reviewed === 'publish' ? 'NEEDS_REVIEW' : null,
});

/** Applies an event to the current revision. */
const changedRevision = (revision: Revision, event: JobEvent): Revision => {
  switch (event.type) {
    case 'JobAssigned':
      return { ...revision, translator: event.data.translator };
    case 'JobSaved':
      return { ...revision, ...event.data, status: status.inProgress };
    case 'JobFinished': {
      const { hash, by, review: reviewed, delivery } = event.data;
      const known = delivery ?? revision.delivery;
      return { ...revision, status: status.inProgress, writing: hash, refusal: null, delivery: known, by, reviewed };
    }
    case 'TranslationWritten':
      return finishedRevision(revision, event.data);
    case 'TranslationRefused':
      return { ...revision, writing: null, delivery: null, refusal: event.data.code };
    case 'SourceChanged':
      return changedSource(revision, event.data);
    case 'VersionMoved':
      return revision.written === null ? revision : { ...revision, written: { ...revision.written, ...event.data } };
    case 'ReviewOpened':
      return { ...revision, review: 'EDITING' };
    case 'ReviewAccepted':
      return { ...revision, review: 'ACCEPTED', written: revision.written && { ...revision.written, held: false } };
    default:
      return remoteRevision(revision, event);
  }
};

const remoteRevision = (revision: Revision, event: JobEvent): Revision => {
  const { remote } = revision;
  switch (event.type) {
    case 'RemoteLinked': {
      const again = revision.status === status.retry ? status.waiting : revision.status;
      return {
        ...revision,
        ...event.data,
        channel: 'ate',
        status: again,
        remote: { ...remote, error: null, due: null },
      };
    }
    case 'RemoteObserved':
      return { ...revision, remote: { ...remote, ...event.data } };
    case 'RemoteFailed':
      return { ...revision, status: status.retry, remote: { ...remote, ...event.data } };
    case 'RemoteCancelled':
      return { ...revision, status: status.cancelledThere };
    case 'AgencyAccepted':
      return { ...revision, ...event.data, status: status.inProgress };
    case 'AgencyReady':
      return { ...revision, status: status.ready };
    default:
      return revision;
  }
};

const cancelledJob = (job: Job, jobId: number): Job => {
  const cancelled = [...job.cancelled, jobId];
  if (job.before !== null) return { ...job, cancelled, revision: job.before, before: null, listed: true };
  const revision = job.revision && { ...job.revision, status: status.none, writing: null, needs_update: false };
  return { ...job, cancelled, revision, listed: false };
};

/** Returns the revision that a cancellation restores: the last finished one; null if there is none. */
export const revisionBeforeCancellation = ({ revision, before }: Job): Revision | null =>
  revision?.status === status.complete ? revision : before;

const changedJob = (job: Job, event: RecordedEvent<JobEvent>): Job => {
  if (event.type === 'JobSent') {
    const before = revisionBeforeCancellation(job);
    return { ...job, listed: true, before, revision: sentRevision(event.data, event.meta.at, before) };
  }
  if (job.revision === null) return job;
  if (event.type === 'JobCancelled') return cancelledJob(job, event.data.job_id);
  const revision = changedRevision(job.revision, event);
  if (event.type === 'TranslationWritten') return { ...job, revision, before: null };
  const touchesBoth = event.type === 'SourceChanged' || event.type === 'VersionMoved';
  return { ...job, revision, before: touchesBoth && job.before ? changedRevision(job.before, event) : job.before };
};

/** Folds the events of one target. */
export const evolveJob = (job: Job, event: RecordedEvent<JobEvent>): Job => {
  const changed = changedJob(job, event);
  const at = idAndVersion(event);
  if (changed.revision === null) return { ...changed, ...at };
  const { element, group, target, title } = changed.revision;
  return { ...changed, ...at, target_key: targetKey(element.type, group, target), sort_title: title.toLowerCase() };
};
