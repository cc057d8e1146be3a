import type { Finish, RemoteState, SentJob, SourceChange, WrittenVersion } from './jobEvents.ts';

/** What can be asked of a job; `jobId` is the revision that is meant. */
export type JobCommand =
  | { readonly type: 'Send'; readonly job: SentJob }
  | { readonly type: 'Assign'; readonly jobId: number; readonly translator: number }
  /** Their translator is gone: nobody has the job. */
  | { readonly type: 'FreeOf'; readonly translator: number }
  | { readonly type: 'Save'; readonly jobId: number; readonly finished: number; readonly translator: number }
  /** Everything is translated, by a person or by an outside service. */
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
  /** Its source is gone for good. */
  | { readonly type: 'LoseSource' }
  | { readonly type: 'NoteSource'; readonly change: SourceChange }
  | { readonly type: 'NoteVersion'; readonly path: string | null }
  | { readonly type: 'OpenReview'; readonly jobId: number; readonly by: number }
  | { readonly type: 'AcceptReview'; readonly jobId: number; readonly by: number }
  | RemoteCommand;

/** What is heard of outside services. */
export type RemoteCommand =
  | { readonly type: 'LinkRemote'; readonly jobId: number; readonly editorJobId: number }
  | { readonly type: 'ObserveRemote'; readonly jobId: number; readonly state: RemoteState }
  /** The engine did not take the job; `due` is when to try again, null for never. */
  | { readonly type: 'FailRemote'; readonly jobId: number; readonly error: string; readonly due: string | null }
  | { readonly type: 'CancelledThere'; readonly jobId: number }
  | { readonly type: 'AcceptAtAgency'; readonly jobId: number; readonly tpId: number }
  | { readonly type: 'ReadyAtAgency'; readonly jobId: number };
