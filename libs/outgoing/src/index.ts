export type { Method } from './ask.ts';
export { connectConfigured } from './connect.ts';
export { healthProblem } from './healthProblem.ts';
export { jsonOf } from './jsonOf.ts';
export {
  createOutgoing,
  type Outgoing,
  type OutgoingOptions,
  type OutgoingRequest,
  type OutgoingResponse,
} from './outgoing.ts';
export { OutgoingError } from './outgoingError.ts';
export { httpsPolicy, originPolicy, type Policy, publicPolicy } from './policy.ts';
export { anyPrivateTarget, type PrivateTargets, parsePrivateTargets } from './privateTargets.ts';
export { isPublicAddress } from './publicAddress.ts';
export { createResolve, type Resolve } from './resolve.ts';
export type { SlotLimits } from './slots.ts';
