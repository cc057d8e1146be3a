import type { Element, FinishedTranslation } from '@almanac/contracts';
import type { Event } from '@almanac/event-store';
import type { Language } from '@almanac/i18n';

/** The channels of translation: people of the site, the engine, an agency. */
export const channels = ['local', 'ate', 'tp'] as const;
export type Channel = (typeof channels)[number];

/** The hashes of a source's texts by unit; null for a removed unit. */
export type SourceHashes = Readonly<Record<string, string | null>>;

/** The data of a source that jobs show, without its texts. */
interface ShownSource {
  /** Plain text. */
  readonly title: string;
  /** The path of its public address; null if it has none. */
  readonly path: string | null;
  readonly element_status: string;
}

/** A job to send: one element into one language. */
export interface SentJob extends ShownSource {
  /** The id of this revision. */
  readonly job_id: number;
  readonly element: Element;
  /** The `i18n.group_id` of the element. */
  readonly group: number;
  readonly source: Language;
  readonly target: Language;
  /** The version of the source's record, and the hashes of its texts in that version. */
  readonly source_version: number;
  readonly hashes: SourceHashes;
  /** The number of units, and the number of units that are finished from the start. */
  readonly units: number;
  readonly finished: number;
  readonly channel: Channel;
  readonly automatic: boolean;
  /** The ids of the users; 0 for none. */
  readonly translator: number;
  readonly manager: number;
  readonly batch: { readonly id: number; readonly name: string };
  /** A day; "" for none. */
  readonly deadline: string;
}

/** The review of automatic translations (`translation_review`); null for translations by people. */
export type Review = 'hold' | 'publish' | 'none' | null;

/** The end of the work on a job. `hash` identifies its texts, `delivery` the delivery of an outside service. */
export interface Finish {
  readonly hash: string;
  readonly by: number;
  readonly review: Review;
  readonly delivery: string | null;
}

/** The version that the owner of the source has written from a finished job. */
export interface WrittenVersion {
  readonly job_id: number;
  readonly hash: string;
  /** The id of the version. */
  readonly version: number;
  readonly path: string | null;
  /** True if the version is a draft that waits for its review. */
  readonly held: boolean;
}

/** A change of the source's record. */
export interface SourceChange extends Partial<ShownSource> {
  /** The version of the record, and the hashes of its changed texts. */
  readonly source_version?: number;
  readonly hashes?: SourceHashes;
  /** True if the change needs no new translation. */
  readonly minor: boolean;
}

/** The state of the job at an outside service. */
export interface RemoteState {
  /** The status in the words of the service. */
  readonly status: string;
  readonly error: string | null;
}

/** A version that was written as a draft. */
type HeldVersion = FinishedTranslation & { readonly id: number };

export type JobEvent =
  | Event<'JobSent', SentJob>
  | Event<'JobAssigned', { readonly translator: number }>
  /** Units were saved; the first save sets the status to in progress. */
  | Event<'JobSaved', { readonly finished: number; readonly translator: number }>
  | Event<'JobFinished', Finish & { readonly finished: FinishedTranslation }>
  | Event<'TranslationWritten', WrittenVersion>
  /** The owner could not write the version: the job is in progress again. */
  | Event<'TranslationRefused', { readonly job_id: number; readonly code: string }>
  | Event<'JobCancelled', { readonly job_id: number; readonly because: 'asked' | 'source-gone' | 'agency' }>
  | Event<'SourceChanged', SourceChange>
  /** The written version has another address. */
  | Event<'VersionMoved', { readonly path: string | null }>
  | Event<'ReviewOpened', { readonly by: number }>
  /** `held`: the draft that becomes public; its owner is notified. */
  | Event<'ReviewAccepted', { readonly by: number; readonly held: HeldVersion | null }>
  /** The engine has accepted the job under that number. */
  | Event<'RemoteLinked', { readonly editor_job_id: number }>
  | Event<'RemoteObserved', RemoteState>
  /** The engine did not take the job; `attempts` is the number of failures. */
  | Event<'RemoteFailed', { readonly attempts: number; readonly error: string; readonly due: string | null }>
  | Event<'RemoteCancelled', { readonly job_id: number }>
  /** The agency has accepted the job under that number. */
  | Event<'AgencyAccepted', { readonly tp_id: number }>
  | Event<'AgencyReady', { readonly job_id: number }>;

export const jobEventTypes = [
  'JobSent',
  'JobAssigned',
  'JobSaved',
  'JobFinished',
  'TranslationWritten',
  'TranslationRefused',
  'JobCancelled',
  'SourceChanged',
  'VersionMoved',
  'ReviewOpened',
  'ReviewAccepted',
  'RemoteLinked',
  'RemoteObserved',
  'RemoteFailed',
  'RemoteCancelled',
  'AgencyAccepted',
  'AgencyReady',
] as const satisfies readonly JobEvent['type'][];
