export { type Aggregate, fold, type RecordVersion, recordVersion, streamOf } from './aggregate.ts';
export { DomainError, isDomainError } from './domainError.ts';
export type { Event, Metadata, PrincipalId, Recorded } from './event.ts';
