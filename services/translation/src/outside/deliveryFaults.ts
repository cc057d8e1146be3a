import { DomainError } from '@almanac/domain';
import type { XliffFault } from '@almanac/xliff';

export const deliveryMessages = {
  notReady: 'The translation is not ready yet.',
  edited: 'The job has been translated here since.',
  differ: 'Tags or placeholders of the translation differ from those of its source.',
  incomplete: 'The file does not translate all units.',
  malformed: 'The file cannot be read: {reason}.',
  version: 'The file is of a version that is not read.',
  mismatch: 'The file belongs to another job.',
  changed: 'The source has changed since the file was made.',
  gone: 'What was translated is not there any more.',
} as const;

export const notReady = (): DomainError => new DomainError('i18n_xliff_not_ready', 409, deliveryMessages.notReady);
/** Somebody has saved what differs from what is delivered. */
export const editedHere = (): DomainError => new DomainError('i18n_job_edited', 409, deliveryMessages.edited);
export const unitsDiffer = (): DomainError => new DomainError('i18n_units_differ', 409, deliveryMessages.differ);
export const incompleteFile = (): DomainError =>
  new DomainError('i18n_xliff_incomplete', 422, deliveryMessages.incomplete);
/** The owner of the source cannot write it; by the code that it gives. */
export const refusedByOwner = (code: string): DomainError => new DomainError(code, 409, deliveryMessages.gone);

/** docs/interface/translation-engine.md §3 */
const FAULTS = {
  malformed: ['i18n_xliff_malformed', 400, deliveryMessages.malformed],
  version: ['i18n_xliff_version', 415, deliveryMessages.version],
  mismatch: ['i18n_xliff_mismatch', 409, deliveryMessages.mismatch],
  'source-changed': ['i18n_xliff_source_changed', 409, deliveryMessages.changed],
} as const;

export const faultOfFile = ({ kind, reason }: XliffFault): DomainError => {
  const [code, status, message] = FAULTS[kind];
  return new DomainError(code, status, message, { params: { reason } });
};
