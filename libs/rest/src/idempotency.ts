import { hash, randomUUID } from 'node:crypto';
import type { Entries } from '@almanac/documents';
import { codeOf, isDomainError } from '@almanac/i18n';
import type { Answer } from './answer.ts';
import { restErrors } from './errors.ts';
import { type Claim, renewClaim } from './idempotencyClaim.ts';
import type { FoundCommit, RequestCommits } from './route.ts';

const IDEMPOTENCY_KIND = 'idempotency';
const IDEMPOTENCY_RETENTION_MS = 24 * 3_600_000;
/** Lease of an open entry in milliseconds, which its process renews. */
const CLAIM_MS = 5_000;

/** The entry of a request with `Idempotency-Key`: inserted before the command, completed with its answer. */
interface IdempotencyEntry {
  readonly hash: string;
  readonly commitId: string;
  /** The time of the last renewal by its process; 0 if no process runs it. */
  readonly startedAt: number;
  /** The attempt that claimed it last; entries of earlier releases have none. */
  readonly by?: string;
  readonly answer?: Answer;
  /** True if the request was completed, but its answer contained secrets and was not stored. */
  readonly lost?: true;
}

export interface IdempotencyPorts {
  readonly entries: Entries;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly findCommit: (id: string) => Promise<FoundCommit | undefined>;
  /** Lease in milliseconds of a claim, which its process renews; default 5,000. */
  readonly claimedFor?: number | undefined;
}

/** Principal, route and key, by which the entry is found. */
export type Scope = readonly [principal: string, route: string, key: string];

/** The outcome of a command. */
interface CommandOutcome {
  readonly answer: Answer;
  /** True if anything was changed. A request that changed nothing may be repeated, even with another body. */
  readonly committed: boolean;
}

export interface IdempotentWork {
  readonly scope: Scope;
  /** The parts by which a repeat is recognised as the same request. */
  readonly fingerprint: readonly (string | Buffer)[];
  readonly keepAnswer: boolean;
  run(once: RequestCommits): Promise<CommandOutcome>;
  /**
   * Rebuilds the answer of a committed command whose answer was lost.
   * @throws DomainError 409
   */
  recover(commit: FoundCommit): Promise<Answer>;
}

const idOf = (scope: Scope): string => hash('sha256', scope.join('\n'), 'hex');

/** Frees a key for another request. */
export const forgetKey = async ({ entries }: Pick<IdempotencyPorts, 'entries'>, scope: Scope): Promise<void> => {
  await entries.delete(IDEMPOTENCY_KIND, idOf(scope));
};

/**
 * Does work once per principal, route and key (docs/architecture.md §2); a repeat gets the first answer.
 * @throws DomainError 422 if another request used the key; 409 if the first one still runs, or its answer is lost
 */
export const idempotently = async (ports: IdempotencyPorts, work: IdempotentWork): Promise<Answer> => {
  const id = idOf(work.scope);
  const digest = hash(
    'sha256',
    Buffer.concat(work.fingerprint.flatMap((part) => [Buffer.from(part), SEPARATOR])),
    'hex',
  );
  const at = ports.now().getTime();
  const kept: IdempotencyEntry = { hash: digest, commitId: ports.newId(), startedAt: at, by: randomUUID() };
  const expiresAt = at + IDEMPOTENCY_RETENTION_MS;
  const claim = { kind: IDEMPOTENCY_KIND, id, kept, expiresAt, revision: 1 };
  if (await ports.entries.insert(IDEMPOTENCY_KIND, id, kept, { expiresAt })) return perform(ports, work, claim, false);
  const first = await ports.entries.get<IdempotencyEntry>(IDEMPOTENCY_KIND, id);
  if (first === undefined) return idempotently(ports, work);
  if (first.body.hash !== digest) throw restErrors.keyReused();
  return keptAnswer(first.body) ?? resolve(ports, work, { id, first: first.body, revision: first.revision });
};

const SEPARATOR = Buffer.from([0]);

const claimedFor = ({ claimedFor: given = CLAIM_MS }: IdempotencyPorts): number => given;

const repeated = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Idempotency-Replayed': 'true' },
});

/**
 * Returns the stored answer; undefined if there is none yet.
 * @throws DomainError 409 for an answer that was not stored
 */
const keptAnswer = ({ answer, lost }: IdempotencyEntry): Answer | undefined => {
  if (lost) throw restErrors.keyAnswerLost();
  return answer === undefined ? undefined : repeated(answer);
};

/**
 * Runs the command. A command that changed nothing frees the key.
 * A command that was partly done, or has an unknown outcome, leaves the entry open: the same request may be repeated at
 * once.
 */
const perform = async (
  ports: IdempotencyPorts,
  work: IdempotentWork,
  claim: Claim<IdempotencyEntry>,
  resumed: boolean,
) => {
  const renewal = renewClaim({ ...ports, claimedFor: claimedFor(ports) }, claim);
  const { answer, committed } = await work.run({ id: claim.kept.commitId, resumed });
  const left = isOpen(answer, committed) ? { startedAt: 0 } : committed ? toKeep(work, answer) : undefined;
  const settle: Settle = (ifRevision) =>
    left === undefined
      ? ports.entries.delete(IDEMPOTENCY_KIND, claim.id, { ifRevision })
      : ports.entries.put(
          IDEMPOTENCY_KIND,
          claim.id,
          { ...claim.kept, ...left },
          { expiresAt: claim.expiresAt, ifRevision },
        );
  try {
    return (await settle(await renewal.end())) ? answer : await takenOver(ports, claim, { answer, settle });
  } catch (error) {
    // a change that was or may have been made is not answered as if it was not: a repeat finds its commit
    if (left === undefined || isDomainError(error)) throw error;
    return answer;
  }
};

/** Writes the outcome of the request into the entry, if it still has that revision. */
type Settle = (ifRevision: number) => Promise<boolean>;

/** True if the outcome is unknown. A 503 means that nothing was done, unless its code says otherwise. */
const isOpen = (answer: Answer, committed: boolean): boolean => {
  if (answer.unfinished || (committed && answer.status >= 500)) return true;
  const code = codeOf(answer.body);
  return answer.status === 503 ? code === restErrors.outcomeUnknown.definition.code : answer.status >= 500;
};

const toKeep = ({ keepAnswer }: IdempotentWork, answer: Answer): Partial<IdempotencyEntry> => {
  const { kept = answer.body, ...rest } = answer;
  return keepAnswer || answer.status >= 400 ? { answer: { ...rest, body: kept } } : { lost: true };
};

/**
 * Another process considered this one dead and ran the command under the same commit id: its answer counts.
 * If the entry still belongs to this attempt, only the answer to its last renewal was lost.
 */
const takenOver = async (
  { entries }: IdempotencyPorts,
  { id, kept }: Claim<IdempotencyEntry>,
  { answer: own, settle }: { readonly answer: Answer; readonly settle: Settle },
): Promise<Answer> => {
  const other = await entries.get<IdempotencyEntry>(IDEMPOTENCY_KIND, id);
  if (other === undefined) return own;
  const answer = keptAnswer(other.body);
  if (answer !== undefined) return answer;
  if (other.body.by !== kept.by) throw restErrors.keyRunning();
  await settle(other.revision);
  return own;
};

interface Open {
  readonly id: string;
  readonly first: IdempotencyEntry;
  readonly revision: number;
}

/**
 * Handles an open entry.
 * If its commit exists, the answer is rebuilt. If its request still runs, the repeat is refused. Else the request runs
 * again under the same commit id.
 */
const resolve = async (ports: IdempotencyPorts, work: IdempotentWork, open: Open): Promise<Answer> => {
  const { id, first, revision } = open;
  const commit = await ports.findCommit(first.commitId);
  if (commit !== undefined) return repeated(await work.recover(commit));
  const at = ports.now().getTime();
  if (at - first.startedAt < claimedFor(ports)) throw restErrors.keyRunning();
  const kept: IdempotencyEntry = { ...first, startedAt: at, by: randomUUID() };
  const expiresAt = at + IDEMPOTENCY_RETENTION_MS;
  const taken = await ports.entries.put(IDEMPOTENCY_KIND, id, kept, { expiresAt, ifRevision: revision });
  if (!taken) throw restErrors.keyRunning();
  return perform(ports, work, { kind: IDEMPOTENCY_KIND, id, kept, expiresAt, revision: revision + 1 }, true);
};
