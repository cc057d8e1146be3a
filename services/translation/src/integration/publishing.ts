import { type Mapping, notPublished, publishingOf } from '@almanac/contracts';
import type { ClaimEvent } from '@almanac/write-side';
import type { TranslatorEvent } from '../translators/translator.ts';

const translatorMapping: Mapping<TranslatorEvent> = {
  TranslatorAdded: notPublished,
  TranslatorChanged: notPublished,
  TranslatorRemoved: notPublished,
};

const claimMapping: Mapping<ClaimEvent> = {
  Taken: notPublished,
  Released: notPublished,
};

/** Maps a commit of translation to what it publishes (docs/architecture.md §3). */
export const publishing = publishingOf<TranslatorEvent | ClaimEvent>({ ...translatorMapping, ...claimMapping });
