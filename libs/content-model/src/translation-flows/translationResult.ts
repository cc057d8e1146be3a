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

/** What has become of the finished translations of a job, with its owner. */
export interface TranslationResult {
  /** The newest revision that was written; 0 for none. */
  readonly jobId: number;
  /** What was told of it. */
  readonly written: WrittenTranslation | null;
  /** The delivery that was handled last, as `effectOf` names it. */
  readonly effect: string;
}

/** That a delivery was handled is part of what has happened: a repeat of it does nothing. */
interface Handled {
  readonly effect: string;
}

export type TranslationResultEvent =
  | Event<'TranslationWritten', WrittenTranslation & Handled>
  | Event<'TranslationRefused', RefusedTranslation & Handled>;

export type TranslationResultCommand =
  | { readonly type: 'Tell'; readonly written: WrittenTranslation; readonly effect: string }
  | {
      readonly type: 'Refuse';
      readonly finished: FinishedTranslation;
      readonly code: string;
      readonly gone: boolean;
      readonly effect: string;
    };

/** `translationresult-<job>`: answers for the service of translation, in the log of the owner. */
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

/** What is to be done with a delivery of a finished translation. */
export type Answer = 'write' | 'tell again' | 'nothing';

/**
 * A repeated delivery, or one of a revision that a newer one has overtaken, does nothing; a revision that was written is
 * told again, since whoever finishes it once more waits for the answer.
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

/** By which an owner tells what has become of a finished translation. */
interface ResultContracts {
  readonly written: Pick<EventContract<string, WrittenTranslation>, 'of'>;
  readonly refused: Pick<EventContract<string, RefusedTranslation>, 'of'>;
}

/** Maps the answers of an owner to the events that it publishes. */
export const resultMapping = ({ written, refused }: ResultContracts): Mapping<TranslationResultEvent> => ({
  TranslationWritten: ({ stream, data: { effect: _, ...told } }) => written.of(stream, told),
  TranslationRefused: ({ stream, data: { effect: _, ...told } }) => refused.of(stream, told),
});
