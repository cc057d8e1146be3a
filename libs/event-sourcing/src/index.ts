export {
  type Aggregate,
  type Decider,
  fold,
  isEventOf,
  type RecordVersion,
  recordVersion,
  streamOf,
} from './aggregate.ts';
export { type Claim, type ClaimEvent, claimId, claims } from './claims.ts';
export type { Commands, Outcome } from './commands.ts';
export { createCommands } from './createCommands.ts';
export { eventSourcingErrors } from './errors.ts';
export { findWithDocuments } from './findWithDocuments.ts';
export type { RunJointly } from './jointCommands.ts';
export { createNumbers, type NumberSpace, type Numbers, reserveIds, skipNumbers } from './numbers.ts';
export { createProjector } from './projector.ts';
export {
  outdatedCollections,
  type RebuildOptions,
  type RebuildProgress,
  type RebuildReport,
  rebuildDocuments,
  rebuildOutdated,
} from './rebuild.ts';
export {
  categoryOfStream,
  type DerivedDocument,
  type Erasure,
  idAndVersion,
  idOfStream,
  type Registration,
  type UniqueName,
} from './registration.ts';
export { collectionsOf } from './registrationIndex.ts';
export type { CommandContext } from './runner.ts';
export { dropLinksPast, macEndingAt, newestLink } from './signatures/chain.ts';
export { checkSignatures } from './signatures/checkSignatures.ts';
export { createSigner, SIGNING_TIMES, type Signer } from './signatures/signer.ts';
export { evolve } from './state.ts';
export { UnitOfWork } from './unitOfWork.ts';
export { knowsSchema, schemaOf, type Upcaster, type Upcasters, upcast } from './upcast.ts';
export { type VerifyReport, verifyDocuments } from './verify.ts';
export type { VersionCondition } from './versionCondition.ts';
