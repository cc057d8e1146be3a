import { changedFields, isEmpty } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import { type Decider, idAndVersion } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { DomainError } from '@almanac/i18n';
import { invalidParams } from '@almanac/rest';
import type { RecordRegistration } from '@almanac/service';
import { translationErrors } from '../errors.ts';
import type { LanguagePairs } from './languagePairs.ts';

/** The fields of a translator that a request can write. */
export interface TranslatorFields {
  readonly language_pairs: LanguagePairs;
  /** True if the translator also sends, assigns and cancels jobs. */
  readonly manager: boolean;
}

export interface Translator extends TranslatorFields {
  /** The id of the user. */
  readonly id: number;
  readonly version: number;
  readonly deleted: boolean;
}

export type TranslatorEvent =
  | Event<'TranslatorAdded', TranslatorFields>
  | Event<'TranslatorChanged', Partial<TranslatorFields>>
  | Event<'TranslatorRemoved', Readonly<Record<never, never>>>;

export type TranslatorCommand =
  /** Adds a translator, or changes an existing one. */
  | { readonly type: 'SetTranslator'; readonly fields: Partial<TranslatorFields> }
  | { readonly type: 'ChangeTranslator'; readonly fields: Partial<TranslatorFields> }
  | { readonly type: 'RemoveTranslator' };

/** The facts about the caller for a decision. */
export interface TranslatorFacts {
  /** True if the caller may create and change managers. */
  readonly administers: boolean;
}

const absent: Translator = { id: 0, version: 0, deleted: false, language_pairs: {}, manager: false };

/** True if the user is a translator. */
export const isThere = ({ version, deleted }: Translator): boolean => version > 0 && !deleted;

const noPair = (): DomainError =>
  invalidParams({ language_pairs: 'A translator who is not a manager needs a language pair.' });

const changeOf = ({ type, data }: TranslatorEvent): Partial<Translator> => {
  if (type === 'TranslatorRemoved') return { deleted: true };
  return type === 'TranslatorAdded' ? { ...data, deleted: false } : data;
};

const sameFields = (fields: Partial<TranslatorFields>, state: Translator): Partial<TranslatorFields> =>
  changedFields<TranslatorFields>({ language_pairs: state.language_pairs, manager: state.manager }, fields);

/** Translators, `translator-<user id>`, with the decisions (docs/interface/translation-jobs.md §2). */
export const translatorDecider: Decider<Translator, TranslatorEvent, TranslatorCommand, TranslatorFacts> = {
  category: 'translator',
  initialState: absent,
  eventTypes: ['TranslatorAdded', 'TranslatorChanged', 'TranslatorRemoved'],
  projectionVersion: 1,
  evolve: (state, event) => ({ ...state, ...changeOf(event), ...idAndVersion(event) }),
  /** @throws DomainError 404 for a missing translator, 403 for a manager's record, 400 for a record without a pair */
  decide: (state, command, { administers }) => {
    const there = isThere(state);
    if (!there && command.type !== 'SetTranslator') throw translationErrors.unknownTranslator();
    if (there && state.manager && !administers) throw translationErrors.forbiddenManager();
    if (command.type === 'RemoveTranslator') return [{ type: 'TranslatorRemoved', data: {} }];
    const { language_pairs, manager } = { ...(there ? state : absent), ...command.fields };
    if (manager && !administers) throw translationErrors.forbiddenManager();
    if (!manager && isEmpty(language_pairs)) throw noPair();
    if (!there) return [{ type: 'TranslatorAdded', data: { language_pairs, manager } }];
    const changes = sameFields(command.fields, state);
    return isEmpty(changes) ? [] : [{ type: 'TranslatorChanged', data: changes }];
  },
};

export const translators: Collection = {
  name: 'translators',
  projectionVersion: translatorDecider.projectionVersion,
};

export const translatorRegistration: RecordRegistration<Translator, TranslatorEvent> = {
  aggregate: translatorDecider,
  collection: translators,
  written: { members: ({ language_pairs, manager }) => ({ language_pairs, manager }) },
  isGone: (state) => state.deleted,
};
