import type { Element, FinishedTranslation } from '@almanac/contracts';
import type { Event } from '@almanac/event-store';
import type { Language } from '@almanac/i18n';

/** How a job gets translated: by people of the site, by the engine, by an agency. */
export const channels = ['local', 'ate', 'tp'] as const;
export type Channel = (typeof channels)[number];

/** The hashes of a source's texts, by unit; null for one that is no unit any more. */
export type SourceHashes = Readonly<Record<string, string | null>>;

/** What is shown of a source beside its texts. */
interface ShownSource {
  /** Plain. */
  readonly title: string;
  /** Of its public address; null while it has none. */
  readonly path: string | null;
  readonly element_status: string;
}

/** What is sent: one element into one language. */
export interface SentJob extends ShownSource {
  /** Of this revision. */
  readonly job_id: number;
  readonly element: Element;
  /** The `i18n.group_id` of the element. */
  readonly group: number;
  readonly source: Language;
  readonly target: Language;
  /** The version of the source's record, and its texts then. */
  readonly source_version: number;
  readonly hashes: SourceHashes;
  /** How many units there are, and how many of them are finished from the start. */
  readonly units: number;
  readonly finished: number;
  readonly channel: Channel;
  readonly automatic: boolean;
  /** The users; 0 for nobody. */
  readonly translator: number;
  readonly manager: number;
  readonly batch: { readonly id: number; readonly name: string };
  /** A day; "" for none. */
  readonly deadline: string;
}

/** How automatic translations are reviewed (`translation_review`); null for what people have translated. */
export type Review = 'hold' | 'publish' | 'none' | null;

/** Who finished a job: `hash` is of its texts, `delivery` of what an outside service delivered. */
export interface Finish {
  readonly hash: string;
  readonly by: number;
  readonly review: Review;
  readonly delivery: string | null;
}

/** What the owner of the source has made of a finished job. */
export interface WrittenVersion {
  readonly job_id: number;
  readonly hash: string;
  /** The id of the version. */
  readonly version: number;
  readonly path: string | null;
  /** It is a draft that waits for its review. */
  readonly held: boolean;
}

/** What has become of the source's record. */
export interface SourceChange extends Partial<ShownSource> {
  /** The texts that have changed, and the version of the record that they are of. */
  readonly source_version?: number;
  readonly hashes?: SourceHashes;
  /** It calls for no new translation. */
  readonly minor: boolean;
}

/** Where an outside service has the job, and what it last said of it. */
export interface RemoteState {
  /** As the service names it. */
  readonly status: string;
  readonly error: string | null;
}

/** A version that was made as a draft. */
type HeldVersion = FinishedTranslation & { readonly id: number };

export type JobEvent =
  | Event<'JobSent', SentJob>
  | Event<'JobAssigned', { readonly translator: number }>
  /** Units were saved; the first save makes the job one in progress. */
  | Event<'JobSaved', { readonly finished: number; readonly translator: number }>
  | Event<'JobFinished', Finish & { readonly finished: FinishedTranslation }>
  | Event<'TranslationWritten', WrittenVersion>
  /** The owner could not write it: it is in progress again. */
  | Event<'TranslationRefused', { readonly job_id: number; readonly code: string }>
  | Event<'JobCancelled', { readonly job_id: number; readonly because: 'asked' | 'source-gone' | 'agency' }>
  | Event<'SourceChanged', SourceChange>
  /** The written version has another address. */
  | Event<'VersionMoved', { readonly path: string | null }>
  | Event<'ReviewOpened', { readonly by: number }>
  /** `held`: the version that waited as a draft, and is told to its owner. */
  | Event<'ReviewAccepted', { readonly by: number; readonly held: HeldVersion | null }>
  /** The engine has the job under that number. */
  | Event<'RemoteLinked', { readonly editor_job_id: number }>
  | Event<'RemoteObserved', RemoteState>
  /** The engine did not take the job; `attempts` counts how often. */
  | Event<'RemoteFailed', { readonly attempts: number; readonly error: string; readonly due: string | null }>
  | Event<'RemoteCancelled', { readonly job_id: number }>
  /** The agency has the job under that number. */
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
