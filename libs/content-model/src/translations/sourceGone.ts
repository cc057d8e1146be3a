import { DomainError } from '@almanac/i18n';

/** What was translated is in the trash, or gone for good: nothing is written of its translation. */
export class SourceGoneError extends DomainError {
  readonly forGood: boolean;
  constructor({ forGood }: { readonly forGood: boolean }) {
    super('i18n_source_gone', 409, 'What was translated is not there any more.');
    this.forGood = forGood;
  }
}
