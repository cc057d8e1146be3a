import type { EventContract, Mapping, RefusedTranslation, WrittenTranslation } from '@almanac/contracts';
import type { TranslationResultEvent } from './translationResult.ts';

/** By which an owner tells what has become of a finished translation. */
export interface ResultContracts {
  readonly written: Pick<EventContract<string, WrittenTranslation>, 'of'>;
  readonly refused: Pick<EventContract<string, RefusedTranslation>, 'of'>;
}

/** What an owner publishes of its answers. */
export const resultMapping = ({ written, refused }: ResultContracts): Mapping<TranslationResultEvent> => ({
  TranslationWritten: ({ stream, data: { effect: _, ...told } }) => written.of(stream, told),
  TranslationRefused: ({ stream, data: { effect: _, ...told } }) => refused.of(stream, told),
});
