import type { Finish, RemoteState, SentJob, SourceChange, WrittenVersion } from './jobEvents.ts';

/** The commands of a job; `jobId` names the revision. */
export type JobCommand =
  | { readonly type: 'Send'; readonly job: SentJob }
  | { readonly type: 'Assign'; readonly jobId: number; readonly translator: number }
  /** Unassigns the job after its translator was removed. */
  | { readonly type: 'FreeOf'; readonly translator: number }
  | { readonly type: 'Save'; readonly jobId: number; readonly finished: number; readonly translator: number }
  /** All units are translated, by a person or an outside service. */
  | { readonly type: 'Finish'; readonly jobId: number; readonly finish: Finish }
  | { readonly type: 'Written'; readonly version: WrittenVersion }
  | {
      readonly type: 'Refused';
      readonly jobId: number;
      readonly hash: string;
      readonly code: string;
      readonly gone: boolean;
    }
  | { readonly type: 'Cancel' }
  /** The source was deleted. */
  | { readonly type: 'LoseSource' }
  | { readonly type: 'NoteSource'; readonly change: SourceChange }
  | { readonly type: 'NoteVersion'; readonly path: string | null }
  | { readonly type: 'OpenReview'; readonly jobId: number; readonly by: number }
  | { readonly type: 'AcceptReview'; readonly jobId: number; readonly by: number }
  | RemoteCommand;

/** The commands that follow from answers of outside services. */
export type RemoteCommand =
  | { readonly type: 'LinkRemote'; readonly jobId: number; readonly editorJobId: number }
  | { readonly type: 'ObserveRemote'; readonly jobId: number; readonly state: RemoteState }
  /** The engine did not take the job; `due` is the time of the retry, null for none. */
  | { readonly type: 'FailRemote'; readonly jobId: number; readonly error: string; readonly due: string | null }
  | { readonly type: 'CancelledThere'; readonly jobId: number }
  | { readonly type: 'AcceptAtAgency'; readonly jobId: number; readonly tpId: number }
  | { readonly type: 'ReadyAtAgency'; readonly jobId: number };
