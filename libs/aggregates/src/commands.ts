import { randomUUID } from 'node:crypto';
import type { Documents } from '@almanac/documents';
import type { Aggregate, Event, Metadata, PrincipalId } from '@almanac/domain';
import { type EventStore, hasCode, type NewCommit } from '@almanac/event-store';
import { claimRegistration } from './claims.ts';
import { ContentionError } from './errors.ts';
import { Lanes } from './lanes.ts';
import type { Registration } from './registration.ts';
import { loadState } from './state.ts';
import { UnitOfWork } from './unitOfWork.ts';

/** Who asks, in which language and why; becomes the commit's metadata. */
export interface CommandContext {
  readonly principal: PrincipalId;
  readonly language: string;
  readonly correlation: string;
  readonly causation: string;
  /** The commit's id, where the caller must know it beforehand (`Idempotency-Key`); a new UUID otherwise. */
  readonly commitId?: string;
}

export interface RunOptions {
  /** Streams and names that this command will append to: it queues for them within the process. */
  readonly lanes?: readonly string[];
  /** Called for the commit before it is sent: refuses what could not be published (architecture §3). */
  readonly check?: (commit: NewCommit) => void;
}

/** What a command did. `position` is undefined where it decided that nothing changes. */
export interface Outcome<Result> {
  readonly result: Result;
  readonly position: number | undefined;
}

/** Runs commands: load, decide, append, fold; again, from the log, when somebody else was faster. */
export interface Commands {
  run<Result>(
    context: CommandContext,
    decide: (unit: UnitOfWork) => Promise<Result>,
    options?: RunOptions,
  ): Promise<Outcome<Result>>;
}

export interface CommandsOptions {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly registrations: readonly Registration[];
  readonly now: () => Date;
  /** How often a refused command is decided again before it is given up; default 8. */
  readonly retries?: number;
  readonly check?: (commit: NewCommit) => void;
}

export const createCommands = (options: CommandsOptions): Commands => {
  const { store, documents, now, retries = 8 } = options;
  const lanes = new Lanes();
  const find = finder(options.registrations);

  const attempt = async <Result>(
    meta: Metadata,
    decide: (unit: UnitOfWork) => Promise<Result>,
    fromLog: boolean,
    check: RunOptions['check'],
  ): Promise<Outcome<Result>> => {
    const unit = new UnitOfWork(
      meta,
      (registration, stream) => loadState(store, documents, registration, stream, { fromLog }),
      find,
    );
    const result = await decide(unit);
    if (unit.events.length === 0) return { result, position: undefined };
    const commit: NewCommit = { events: unit.events, meta, once: unit.onceNames };
    options.check?.(commit);
    check?.(commit);
    return { result, position: (await store.append(commit, { documents: unit.documents })).position };
  };

  return {
    run: (context, decide, run = {}) =>
      lanes.run(run.lanes ?? [], async () => {
        const meta = metadataOf(context, now());
        for (let failures = 0; ; failures++) {
          try {
            return await attempt(meta, decide, failures > 0, run.check);
          } catch (error) {
            if (!hasCode(error, 'version-conflict')) throw error;
            if (failures === retries) throw new ContentionError();
          }
        }
      }),
  };
};

const metadataOf = (context: CommandContext, at: Date): Metadata => ({
  id: context.commitId ?? randomUUID(),
  at: at.toISOString(),
  principal: context.principal,
  language: context.language,
  correlation: context.correlation,
  causation: context.causation,
});

const finder = (registrations: readonly Registration[]) => {
  const byCategory = new Map<string, Registration>();
  for (const registration of [claimRegistration as unknown as Registration, ...registrations]) {
    byCategory.set(registration.aggregate.category, registration);
  }
  return <State extends object, E extends Event>(aggregate: Aggregate<State, E>): Registration<State> => {
    const registration = byCategory.get(aggregate.category);
    if (registration === undefined) throw new Error(`no registration for the aggregate ${aggregate.category}`);
    return registration as unknown as Registration<State>;
  };
};
