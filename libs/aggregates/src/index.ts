export { type Claim, type ClaimEvent, claim, claimId, claims } from './claims.ts';
export { type CommandContext, type Commands, createCommands, type Outcome, type RunOptions } from './commands.ts';
export { ContentionError, PreconditionFailedError, UnknownEventTypeError } from './errors.ts';
export { createNumbers, type NumberSpace, type Numbers } from './numbers.ts';
export { categoryOfStream, type DerivedDocument, idOfStream, type Registration } from './registration.ts';
export { UnitOfWork } from './unitOfWork.ts';
