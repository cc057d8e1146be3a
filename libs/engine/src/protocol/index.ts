export {
  accountOperations,
  type ChosenMachine,
  chosenMachine,
  type Machine,
  type Person,
} from './account.ts';
export { type AgencyJob, agencyOperations } from './agency.ts';
export { findOperation, operations, refusal } from './document.ts';
export {
  type Job,
  jobOperations,
  jobStates,
  MAX_IDS,
  MAX_JOBS,
  type NewJob,
} from './jobs.ts';
export { type Operation, pathOf } from './operation.ts';
export {
  isSignedBy,
  OPERATOR_KEY,
  SIGNATURE_HEADER,
  type SigningKey,
  signatureHeaders,
} from './signature.ts';
