export {
  type Capability,
  can,
  capabilitiesOf,
  capabilityFor,
  isCapability,
  mayManageSite,
  type RecordRight,
  type RecordType,
} from './capabilities.ts';
export {
  anonymous,
  isPrincipalId,
  type Principal,
  type PrincipalId,
  principalId,
  system,
  type User,
  userId,
} from './principal.ts';
export {
  createKey,
  isInSet,
  type PublicKeys,
  readPublicKeys,
  readSigningKey,
  SIGNATURE_HEADER,
  type SigningKey,
  senderOfKey,
} from './processKeys.ts';
export {
  type GuardedRecord,
  isPublicStatus,
  mayDelete,
  mayEdit,
  mayPublish,
  mayRead,
  mayReadMedium,
} from './recordRights.ts';
export { createSigner, createVerifier, type PrincipalHeaders, principalHeaders } from './rememberedSeals.ts';
export {
  contentOfBody,
  contentOfStream,
  openSeal,
  SEAL_HEADER,
  type SealedRequestParts,
  sealRequest,
} from './requestSeal.ts';
export { isRole, type Role, roles } from './roles.ts';
export {
  isLocalHost,
  openIdCookie,
  openIdOfCookie,
  sessionCookie,
  sessionOfCookie,
  signInCookie,
  signInOfCookie,
  withoutSession,
} from './sessionCookie.ts';
export { nonceFits, sessionNonce } from './sessionNonce.ts';
export {
  type RequestRoute,
  type SignedContent,
  signPrincipal,
  userSchema,
} from './signedPrincipal.ts';
export { fitsSlowHash, isOutdatedHash, isSlowHash, slowHash, slowHashLike } from './slowHash.ts';
