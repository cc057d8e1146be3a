import { hash } from 'node:crypto';
import type { Records } from '@almanac/documents';
import { DomainError } from '@almanac/domain';
import type { Answer } from './answer.ts';
import { messages } from './messages.ts';
import type { FoundCommit } from './route.ts';

const KIND = 'idempotency';
const KEPT = 24 * 3_600_000;
/** How long, in milliseconds, an open record stands for a request that still runs in some process. */
const RUNNING = 60_000;

/** What is kept of a request with `Idempotency-Key`; inserted before the command, completed with its answer. */
interface Kept {
  readonly hash: string;
  readonly commitId: string;
  readonly startedAt: number;
  readonly answer?: Answer;
  /** Completed, but its answer held secrets. */
  readonly lost?: true;
}

export interface IdempotencyPorts {
  readonly records: Records;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly findCommit: (id: string) => Promise<FoundCommit | undefined>;
}

export interface IdempotentWork {
  /** `principal`, route and key: what the record is found by. */
  readonly scope: readonly [principal: string, route: string, key: string];
  /** All that makes the request this one. */
  readonly fingerprint: readonly (string | Buffer)[];
  readonly keepAnswer: boolean;
  run(commitId: string): Promise<Answer>;
  /** The answer of a command whose commit stands although its answer was lost; undefined where none can be made. */
  recover(commit: FoundCommit): Promise<Answer> | undefined;
}

const refused = (code: string, status: number, message: string): DomainError => new DomainError(code, status, message);

/**
 * Does work once per principal, route and key (architecture §2): the same request gets the first answer again.
 * @throws DomainError 422 another request bears the key; 409 the first still runs, or its answer cannot be given again
 */
export const idempotently = async (ports: IdempotencyPorts, work: IdempotentWork): Promise<Answer> => {
  const id = hash('sha256', work.scope.join('\n'), 'hex');
  const digest = hash(
    'sha256',
    Buffer.concat(work.fingerprint.flatMap((part) => [Buffer.from(part), SEPARATOR])),
    'hex',
  );
  const at = ports.now().getTime();
  const kept: Kept = { hash: digest, commitId: ports.newId(), startedAt: at };
  const expiresAt = at + KEPT;
  if (await ports.records.insert(KIND, id, kept, { expiresAt })) return perform(ports, work, { id, kept, expiresAt });
  const first = await ports.records.get<Kept>(KIND, id);
  if (first === undefined) return idempotently(ports, work);
  if (first.body.hash !== digest) throw refused('rest_idempotency_key_reused', 422, messages.keyReused);
  if (first.body.answer !== undefined) return repeated(first.body.answer);
  if (first.body.lost) throw answerLost();
  return resolve(ports, work, { id, first: first.body, revision: first.revision });
};

const SEPARATOR = Buffer.from([0]);

const answerLost = () => refused('rest_idempotency_answer_lost', 409, messages.keyAnswerLost);

const repeated = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Idempotency-Replayed': 'true' },
});

interface Place {
  readonly id: string;
  readonly kept: Kept;
  readonly expiresAt: number;
}

/** Runs the command; a 503 is no answer to keep: what was not done may be tried again, what is open is resolved. */
const perform = async (ports: IdempotencyPorts, work: IdempotentWork, place: Place): Promise<Answer> => {
  const { id, kept, expiresAt } = place;
  const answer = await work.run(kept.commitId);
  if (answer.status === 503) {
    if (isOutcomeUnknown(answer)) await ports.records.put(KIND, id, { ...kept, startedAt: 0 }, { expiresAt });
    else await ports.records.delete(KIND, id);
    return answer;
  }
  const done = work.keepAnswer || answer.status >= 400 ? { answer } : { lost: true };
  await ports.records.put(KIND, id, { ...kept, ...done }, { expiresAt });
  return answer;
};

const isOutcomeUnknown = (answer: Answer): boolean =>
  (answer.body as { code?: unknown } | null)?.code === 'rest_outcome_unknown';

interface Open {
  readonly id: string;
  readonly first: Kept;
  readonly revision: number;
}

/** A record left open: its commit stands, or it still runs, or it is run again under the same commit id. */
const resolve = async (ports: IdempotencyPorts, work: IdempotentWork, open: Open): Promise<Answer> => {
  const { id, first, revision } = open;
  const commit = await ports.findCommit(first.commitId);
  if (commit !== undefined) {
    const answer = await work.recover(commit);
    if (answer === undefined) throw answerLost();
    return repeated(answer);
  }
  const at = ports.now().getTime();
  if (at - first.startedAt < RUNNING) throw refused('rest_idempotency_key_running', 409, messages.keyRunning);
  const kept: Kept = { ...first, startedAt: at };
  const expiresAt = at + KEPT;
  const taken = await ports.records.put(KIND, id, kept, { expiresAt, ifRevision: revision });
  if (!taken) throw refused('rest_idempotency_key_running', 409, messages.keyRunning);
  return perform(ports, work, { id, kept, expiresAt });
};
