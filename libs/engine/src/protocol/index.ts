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
  type JobsPage,
  jobOperations,
  jobStates,
  MAX_IDS,
  MAX_JOBS,
  type NewJob,
} from './jobs.ts';
export { type Operation, pathOf } from './operation.ts';
export {
  isSignedBy,
  KEY_HEADER,
  OPERATOR_KEY,
  SIGNATURE_HEADER,
  type SigningKey,
  signatureHeaders,
  TIME_HEADER,
} from './signature.ts';
