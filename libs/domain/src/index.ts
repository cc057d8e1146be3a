export { type Aggregate, type Decider, fold, type RecordVersion, recordVersion, streamOf } from './aggregate.ts';
export { DomainError, isDomainError } from './domainError.ts';
export type { Event, Metadata, PrincipalId, Recorded } from './event.ts';
export { knowsSchema, schemaOf, type Upcaster, type Upcasters, upcast } from './upcast.ts';
