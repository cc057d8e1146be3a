import { DomainError, defineErrors } from '@almanac/i18n';

export const contentErrors = defineErrors({
  // meta
  nullInList: {
    code: 'rest_invalid_stored_value',
    status: 400,
    message: 'No value of {name} can be null.',
    remedy: 'Leave null out of the list, or send null for the whole list.',
  },
  wrongMetaType: {
    code: 'rest_invalid_type',
    status: 400,
    message: '{name} is not of type {type}.',
    remedy: 'Send a value of that type.',
  },
  // translations
  languageMismatch: {
    code: 'i18n_language_mismatch',
    status: 400,
    message: 'The record is in another language: {language}.',
    remedy: 'Change the version of the record in the language that you named.',
  },
  unitEmptied: {
    code: 'i18n_unit_emptied',
    status: 400,
    message: 'Nothing is left of a translated text once it is cleaned.',
    remedy: 'Send a translation with text, not only markup.',
  },
  sourceGone: {
    code: 'i18n_source_gone',
    status: 409,
    message: 'The source of the translation no longer exists.',
    remedy: 'Restore the source from the trash, or cancel the translation.',
  },
  /** The same for a missing source and for one that the caller may not edit. */
  unknownSource: {
    code: 'i18n_unknown_source',
    status: 400,
    message: 'There is no such record to be a translation of.',
    remedy: 'Name an existing record that you may edit.',
  },
  languageTaken: {
    code: 'i18n_group_conflict',
    status: 409,
    message: 'There is a translation into {language} already.',
    remedy: 'Change the existing translation, or choose another language.',
  },
});

export const { languageTaken, unknownSource } = contentErrors;

/** The source of a translation is in the trash or deleted; its translation is not written. */
export class SourceGoneError extends DomainError {
  readonly forGood: boolean;
  constructor({ forGood }: { readonly forGood: boolean }) {
    const { code, status, message, remedy } = contentErrors.sourceGone.definition;
    super(code, status, message, { remedy });
    this.forGood = forGood;
  }
}

/** True for a source that is deleted, not only in the trash. */
export const isSourceGoneForGood = (error: unknown): boolean =>
  contentErrors.sourceGone.matches(error) && 'forGood' in error && error.forGood === true;
