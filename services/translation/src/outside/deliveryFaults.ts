import { DomainError } from '@almanac/i18n';

const deliveryMessages = {
  notReady: 'The translation is not ready yet.',
  edited: 'The job has been translated here since.',
  differ: 'Tags or placeholders of the translation differ from those of its source.',
  incomplete: 'The file does not translate all units.',
  gone: 'What was translated is not there any more.',
} as const;

export const notReady = (): DomainError => new DomainError('i18n_xliff_not_ready', 409, deliveryMessages.notReady);
/** Returns the error for units that a person saved here with other texts than the delivered ones. */
export const editedHere = (): DomainError => new DomainError('i18n_job_edited', 409, deliveryMessages.edited);
export const unitsDiffer = (): DomainError => new DomainError('i18n_units_differ', 409, deliveryMessages.differ);
export const incompleteFile = (): DomainError =>
  new DomainError('i18n_xliff_incomplete', 422, deliveryMessages.incomplete);
/** Returns the error for a source that its owner cannot write, with the owner's code. */
export const refusedByOwner = (code: string): DomainError => new DomainError(code, 409, deliveryMessages.gone);
