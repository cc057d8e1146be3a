import { randomUUIDv7 } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { approximateSize, type Documents, prepareTexts, requireStorable } from '@almanac/documents';
import {
  type EventStore,
  type Metadata,
  type MovedRecord,
  type NewCommit,
  prepareCommit,
  type StreamVersion,
  VersionConflictError,
} from '@almanac/event-store';
import { isDomainError } from '@almanac/i18n';
import type { PrincipalId } from '@almanac/identity';
import { spans } from '@almanac/telemetry';
import type { Registration } from './registration.ts';
import { indexRegistrations } from './registrationIndex.ts';
import { loadState } from './state.ts';
import { UnitOfWork } from './unitOfWork.ts';

/** The principal, language and cause of a command; becomes the commit's metadata. */
export interface CommandContext {
  readonly principal: PrincipalId;
  readonly language: string;
  readonly correlation: string;
  readonly causation: string;
  /** The commit's id if the caller must know it beforehand (`Idempotency-Key`); otherwise a new UUID. */
  readonly commitId?: string;
  /** The record that the command copies from another site. */
  readonly moved?: MovedRecord;
}

/** Checks a commit before it is sent: refuses one that cannot be published (docs/architecture.md §3). */
export type CheckCommit = (commit: NewCommit) => void;

export interface RunnerOptions {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly registrations: readonly Registration[];
  readonly now: () => Date;
  readonly check?: CheckCommit;
}

/** One try of a command: a unit of work for the decision, and the commit of its events. */
export interface Runner {
  metadataOf(context: CommandContext): Metadata;
  /** Begins a unit of work. With `fromLog`, states include the events of the log, as after a conflict. */
  begin(meta: Metadata, fromLog: boolean): UnitOfWork;
  /**
   * Decides, and applies the checks.
   * @throws VersionConflictError for a refusal that was decided on a document that is behind the log
   */
  decide<Result>(unit: UnitOfWork, decide: (unit: UnitOfWork) => Promise<Result>, more?: CheckCommit): Promise<Result>;
  /**
   * Appends the unit's events; returns undefined for a unit without events. Loaded streams without new events must be
   * as in the log, because a document may be behind it (docs/architecture.md §2, State documents).
   * @throws DocumentTooLargeError before anything is sent; VersionConflictError also for a document behind the log
   */
  commit(unit: UnitOfWork): Promise<number | undefined>;
}

/** Characters of documents from which checking and writing them take several milliseconds each. */
const HEAVY = 65_536;

export const createRunner = (options: RunnerOptions): Runner => {
  const { store, now } = options;
  const registrations = indexRegistrations(options.registrations);
  const commitOf = (unit: UnitOfWork): NewCommit => ({ events: unit.events, meta: unit.meta, once: unit.onceNames });

  const requireCurrent = async (known: readonly StreamVersion[]): Promise<void> => {
    const moved = await store.firstMoved(known);
    if (moved !== undefined) throw new VersionConflictError(moved);
  };

  return {
    metadataOf: ({ commitId, principal, language, correlation, causation, moved }) => ({
      id: commitId ?? randomUUIDv7(),
      at: now().toISOString(),
      principal,
      language,
      correlation,
      causation,
      ...traced(),
      ...(moved !== undefined && { moved }),
    }),
    begin: (meta, fromLog) =>
      new UnitOfWork(meta, {
        registrations,
        fromLog,
        load: (registration, stream) => loadState(options, registration, stream, fromLog),
        check: (events) => {
          const { commit } = prepareCommit({ events, meta });
          options.check?.(commit);
        },
      }),
    decide: async (unit, decide, more) => {
      try {
        const result = await decide(unit);
        if (unit.events.length === 0) return result;
        options.check?.(commitOf(unit));
        more?.(commitOf(unit));
        return result;
      } catch (error) {
        if (isDomainError(error)) await requireCurrent(unit.loaded);
        throw error;
      }
    },
    commit: async (unit) => {
      await requireCurrent(unit.unlocked);
      if (unit.events.length === 0) return undefined;
      const { documents } = unit;
      await prepareTexts(documents);
      const isHeavy = approximateSize(documents.map(({ body }) => body)) >= HEAVY;
      if (isHeavy) await yieldToEventLoop();
      documents.forEach(requireStorable);
      if (isHeavy) await yieldToEventLoop();
      const attributes = { 'almanac.events': unit.events.length };
      return spans.run('append', { kind: 'client', attributes }, async (span) => {
        const { position } = await store.append(commitOf(unit), { documents });
        span.set({ 'almanac.position': position });
        return position;
      });
    },
  };
};

/** Returns the trace context of the decision, for handlers that continue its trace. */
const traced = (): Pick<Metadata, 'traceparent'> => {
  const { sampled } = spans.current();
  return sampled === undefined ? {} : { traceparent: sampled };
};
