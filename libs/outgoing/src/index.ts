export type { Method } from './ask.ts';
export { complaintAt } from './complaintAt.ts';
export { type ConnectOptions, connectConfigured, type Destination } from './connect.ts';
export { jsonOf } from './jsonOf.ts';
export {
  createOutgoing,
  type Outgoing,
  type OutgoingOptions,
  type OutgoingRequest,
  type OutgoingResponse,
} from './outgoing.ts';
export { OutgoingError, type OutgoingReason } from './outgoingError.ts';
export type { PlaceLimits } from './places.ts';
export { originPolicy, type Policy, type PublicPolicyOptions, publicPolicy } from './policy.ts';
export { isPublicAddress } from './publicAddress.ts';
export { createResolve, type Resolve, type ResolveOptions, resolveConfigured, resolvePublic } from './resolve.ts';
