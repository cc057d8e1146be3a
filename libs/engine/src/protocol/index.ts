export {
  accountOperations,
  type ChosenMachine,
  chosenMachine,
  formalities,
  type Machine,
  type Person,
} from './account.ts';
export { type AgencyJob, agencyOperations, agencyStates } from './agency.ts';
export { operations, protocolDocument, refusal } from './document.ts';
export {
  type Job,
  type JobsPage,
  jobOperations,
  jobStates,
  LARGEST_XLIFF,
  MOST_IDS,
  MOST_JOBS,
  type NewJob,
} from './jobs.ts';
export { type Operation, pathOf } from './operation.ts';
export {
  isSignedBy,
  KEY_HEADER,
  OPERATOR_KEY,
  type SaidSignature,
  SIGNATURE_HEADER,
  type Signed,
  type SigningKey,
  signatureHeaders,
  TIME_HEADER,
} from './signature.ts';
