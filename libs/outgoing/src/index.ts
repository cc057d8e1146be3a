export type { Method } from './ask.ts';
export { complaintAt } from './complaintAt.ts';
export { jsonOf } from './jsonOf.ts';
export {
  createOutgoing,
  type Outgoing,
  type OutgoingOptions,
  type OutgoingRequest,
  type OutgoingResponse,
} from './outgoing.ts';
export { OutgoingError, type OutgoingReason } from './outgoingError.ts';
export { originPolicy, type Policy, type PublicPolicyOptions, publicPolicy } from './policy.ts';
export { isPublicAddress } from './publicAddress.ts';
export { type Resolve, systemResolve } from './resolve.ts';
