import { translationErrors } from '../errors.ts';
import type { RemoteCommand } from './jobCommands.ts';
import type { JobEvent } from './jobEvents.ts';
import type { Revision } from './jobState.ts';
import { isOpen, status } from './statuses.ts';

type CommandType = RemoteCommand['type'];
type CommandOf<Type extends CommandType> = { [Each in Type]: RemoteCommand & { readonly type: Each } }[Type];
type Deciders = { readonly [Type in CommandType]: (revision: Revision, command: CommandOf<Type>) => JobEvent[] };

/** True if an outside service may still change the job. */
const isUnderWay = ({ status: at, writing }: Revision): boolean => isOpen(at) && writing === null;

const deciders: Deciders = {
  /** @throws DomainError 409 if the job is no longer open for work, or belongs to an agency */
  LinkRemote: (revision, { editorJobId }) => {
    if (revision.editor_job_id === editorJobId && revision.status !== status.retry) return [];
    if (!isUnderWay(revision) || revision.channel === 'tp')
      throw translationErrors.badTransition({ data: { from: revision.status, attempted: 'store' } });
    return [{ type: 'RemoteLinked', data: { editor_job_id: editorJobId } }];
  },
  ObserveRemote: (revision, { state }) => {
    const { remote } = revision;
    const same = state.status === remote.status && state.error === remote.error;
    return same || !isUnderWay(revision) ? [] : [{ type: 'RemoteObserved', data: state }];
  },
  /** Of two concurrent requests for the same job, the later one may fail; the link from the first stays. */
  FailRemote: ({ status: at, editor_job_id: linked, remote }, { error, due }) =>
    (at === status.waiting && linked === null) || at === status.retry
      ? [{ type: 'RemoteFailed', data: { attempts: remote.attempts + 1, error, due } }]
      : [],
  CancelledThere: (revision) => {
    if (!isUnderWay(revision)) return [];
    const { channel, job_id } = revision;
    if (channel === 'tp') return [{ type: 'JobCancelled', data: { job_id, because: 'agency' } }];
    return [{ type: 'RemoteCancelled', data: { job_id } }];
  },
  AcceptAtAgency: ({ status: at }, { tpId }) =>
    at === status.pending ? [{ type: 'AgencyAccepted', data: { tp_id: tpId } }] : [],
  ReadyAtAgency: (revision) => {
    const { status: at, channel, job_id } = revision;
    const works = at === status.pending || (at === status.inProgress && isUnderWay(revision));
    return channel === 'tp' && works ? [{ type: 'AgencyReady', data: { job_id } }] : [];
  },
};

/** Decides on an answer of an outside service. An answer that is late or brings nothing new adds no event. */
export const decideRemote = <Type extends CommandType>(
  revision: Revision,
  type: Type,
  command: CommandOf<Type>,
): JobEvent[] => deciders[type](revision, command);
