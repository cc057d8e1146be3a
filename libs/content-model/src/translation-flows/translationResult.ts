import type {
  EventContract,
  FinishedTranslation,
  Mapping,
  RefusedTranslation,
  WrittenTranslation,
} from '@almanac/contracts';
import type { Collection } from '@almanac/documents';
import type { Decider, Registration } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';

/** The outcome of a job's finished translations, stored by their owner. */
export interface TranslationResult {
  /** The newest written revision; 0 for none. */
  readonly jobId: number;
  /** The answer published for it. */
  readonly written: WrittenTranslation | null;
  /** The delivery handled last, as `effectOf` names it. */
  readonly effect: string;
}

/** The handled delivery; its repeat does nothing. */
interface HandledDelivery {
  readonly effect: string;
}

export type TranslationResultEvent =
  | Event<'TranslationWritten', WrittenTranslation & HandledDelivery>
  | Event<'TranslationRefused', RefusedTranslation & HandledDelivery>;

export type TranslationResultCommand =
  | { readonly type: 'Tell'; readonly written: WrittenTranslation; readonly effect: string }
  | {
      readonly type: 'Refuse';
      readonly finished: FinishedTranslation;
      readonly code: string;
      readonly gone: boolean;
      readonly effect: string;
    };

/** `translationresult-<job>`: answers for the translation service, in the log of the owner. */
export const translationResult: Decider<TranslationResult, TranslationResultEvent, TranslationResultCommand> = {
  category: 'translationresult',
  initialState: { jobId: 0, written: null, effect: '' },
  eventTypes: ['TranslationWritten', 'TranslationRefused'],
  projectionVersion: 1,
  evolve: (state, event) => {
    if (event.type === 'TranslationRefused') return { ...state, effect: event.data.effect };
    const { effect, ...written } = event.data;
    return { jobId: written.jobId, written, effect };
  },
  decide: (_state, command) => {
    const { effect } = command;
    if (command.type === 'Tell') return [{ type: 'TranslationWritten', data: { ...command.written, effect } }];
    const { finished, code, gone } = command;
    return [{ type: 'TranslationRefused', data: { ...finished, code, gone, effect } }];
  },
};

/** The next step for a delivery of a finished translation. */
export type Answer = 'write' | 'tell again' | 'nothing';

/**
 * Returns the next step for a delivery. A repeat, or a revision older than the written one, does nothing. A revision
 * that is already written is answered again, because the translation service waits for the answer.
 */
export const answerTo = (
  { jobId, effect }: TranslationResult,
  finished: Pick<FinishedTranslation, 'jobId'>,
  delivered: string,
): Answer => {
  if (effect === delivered || finished.jobId < jobId) return 'nothing';
  return finished.jobId === jobId ? 'tell again' : 'write';
};

const translationResults: Collection = {
  name: 'translation-results',
  projectionVersion: translationResult.projectionVersion,
};

export const translationResultRegistration: Registration<TranslationResult, TranslationResultEvent> = {
  aggregate: translationResult,
  collection: translationResults,
};

/** The contracts of the events by which an owner answers a finished translation. */
interface ResultContracts {
  readonly written: Pick<EventContract<string, WrittenTranslation>, 'of'>;
  readonly refused: Pick<EventContract<string, RefusedTranslation>, 'of'>;
}

/** Maps an owner's answers to the integration events that it publishes. */
export const resultMapping = ({ written, refused }: ResultContracts): Mapping<TranslationResultEvent> => ({
  TranslationWritten: ({ stream, data: { effect: _, ...told } }) => written.of(stream, told),
  TranslationRefused: ({ stream, data: { effect: _, ...told } }) => refused.of(stream, told),
});
