import {
  type ElementOwner,
  type FinishedTranslation,
  jobFinished,
  ownerOfElement,
  readFinishedJob,
  translationAccepted,
} from '@almanac/contracts';
import type { CommandContext, Commands, UnitOfWork } from '@almanac/event-sourcing';
import { hasCode } from '@almanac/event-store';
import { type DomainError, isDomainError } from '@almanac/i18n';
import { contextOf, type Delivery, effectOf, type Subscription } from '@almanac/messaging';
import { askInternal, type FetchInternal } from '@almanac/service';
import { isSourceGoneForGood } from '../errors.ts';
import type { TranslatedTexts } from '../translations/units.ts';
import { answerTo, translationResult } from './translationResult.ts';

/** A translation for its owner to write. */
export interface FinishedRecord extends TranslatedTexts {
  readonly source: FinishedTranslation['source'];
  readonly language: string;
  /** True if a new version waits for its review as a draft. */
  readonly hold: boolean;
}

/** The stored version of a translation. */
export interface WrittenVersion {
  readonly id: number;
  readonly path: string | null;
  readonly status: string;
  readonly held: boolean;
}

/** A service that owns translated records. */
export interface Owner {
  readonly name: ElementOwner;
  readonly commands: Commands;
  readonly fetchInternal: FetchInternal;
  /**
   * Creates the version of the source in the language, or changes the existing one.
   * @throws SourceGoneError; DomainError 4xx for texts that cannot be stored
   */
  write(unit: UnitOfWork, finished: FinishedRecord): Promise<WrittenVersion>;
  /**
   * Gives a version after its review the status that it would have without review; does nothing if it is no longer a
   * draft.
   */
  release(unit: UnitOfWork, held: HeldVersion): Promise<void>;
  /** Writes what earlier writes of a source have left for further commits, such as occurrences of a series. */
  readonly complete?: (source: FinishedTranslation['source'], context: CommandContext) => Promise<void>;
}

/** A version that waits for its review as a draft. */
interface HeldVersion {
  readonly source: FinishedTranslation['source'];
  readonly id: number;
}

/**
 * Writes the translations that the translation service has finished. Version, group and answer are one commit, once for
 * each revision of a job (docs/adr/0042).
 */
export const finishedJobs = (owner: Owner): Subscription => {
  const name = `${owner.name}.translations`;
  return {
    name,
    sources: ['translation'],
    takes: [jobFinished, translationAccepted],
    handle: async (delivery) => {
      const isAccepted = translationAccepted.is(delivery);
      if (!isAccepted && !jobFinished.is(delivery)) return;
      const { source } = delivery.data;
      if (ownerOfElement(source.type) !== owner.name) return;
      const context = contextOf(delivery);
      await owner.complete?.(source, context);
      if (isAccepted) await release(owner, delivery);
      else await finish(owner, delivery.data, { effect: effectOf(name, delivery), context });
      await owner.complete?.(source, context);
    },
  };
};

/** Writes a finished job, or answers why it cannot be written. */
const finish = async (
  owner: Owner,
  finished: FinishedTranslation,
  told: Pick<FinishedJob, 'effect' | 'context'>,
): Promise<void> => {
  const texts = await textsOf(owner, finished);
  if (texts === undefined) return;
  const taken = { finished, texts, ...told };
  try {
    await write(owner, taken);
  } catch (error) {
    if (!isDomainError(error) || error.status >= 500) throw error;
    await refuse(owner, taken, error);
  }
};

/** Prefix of error codes that concern a job. */
const OF_JOBS = 'i18n_job_';

type Texts = Pick<FinishedRecord, 'texts' | 'author' | 'hold'>;

/**
 * Returns the texts to write; undefined if the job is cancelled or was sent again.
 * @throws ServiceUnavailableError; DomainError for a refusal that does not concern the job, as of a seal
 */
const textsOf = async ({ fetchInternal }: Owner, { jobId, hash }: FinishedTranslation): Promise<Texts | undefined> => {
  const { body, refused } = await askInternal(fetchInternal, readFinishedJob, { at: { id: jobId } });
  if (refused?.code.startsWith(OF_JOBS) === false) throw refused;
  if (refused !== undefined || body.jobId !== jobId || body.hash !== hash) return undefined;
  const { units, unfiltered: unfilteredHtml, hold } = body;
  return { texts: new Map(units.map(({ id, text }) => [id, text])), author: { unfilteredHtml }, hold };
};

interface FinishedJob {
  readonly finished: FinishedTranslation;
  readonly texts: Texts;
  readonly effect: string;
  readonly context: CommandContext;
}

const write = async (owner: Owner, { finished, texts, effect, context }: FinishedJob): Promise<void> => {
  const { job, jobId, source, language } = finished;
  const decide = async (unit: UnitOfWork): Promise<void> => {
    const known = await unit.load(translationResult, job);
    const answer = answerTo(known, finished, effect);
    if (answer === 'nothing') return;
    if (answer === 'tell again' && known.written !== null) {
      await unit.decide(translationResult, job, { type: 'Tell', written: known.written, effect }, undefined);
      return;
    }
    unit.once(`translation/${job}-${jobId}`);
    const version = await owner.write(unit, { source, language, ...texts });
    const written = { ...finished, ...version };
    await unit.decide(translationResult, job, { type: 'Tell', written, effect }, undefined);
  };
  await owner.commands.run(context, decide, { mutexKeys: [`translationresult-${job}`] });
};

/**
 * Releases a version after its review. A repeated delivery changes nothing: the version is no longer a draft, or the
 * once key is taken.
 */
const release = async (owner: Owner, delivery: Delivery & { readonly data: HeldVersion }): Promise<void> => {
  const { source, id } = delivery.data;
  const decide = async (unit: UnitOfWork): Promise<void> => {
    unit.once(effectOf(`${owner.name}.translations`, delivery));
    await owner.release(unit, { source, id });
  };
  try {
    await owner.commands.run(contextOf(delivery), decide);
  } catch (error) {
    if (!hasCode(error, 'key-taken')) throw error;
  }
};

const refuse = async (owner: Owner, { finished, effect, context }: FinishedJob, error: DomainError): Promise<void> => {
  const { job } = finished;
  const gone = isSourceGoneForGood(error);
  await owner.commands.run(context, async (unit) => {
    if (answerTo(await unit.load(translationResult, job), finished, effect) === 'nothing') return;
    await unit.decide(translationResult, job, { type: 'Refuse', finished, code: error.code, gone, effect }, undefined);
  });
};
