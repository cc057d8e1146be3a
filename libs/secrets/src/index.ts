export { SecretUnreadableError } from './opened.ts';
export { createPersonKeys, type KeysOfPersons, type PersonKeys } from './personKeys.ts';
export { open, seal } from './sealed.ts';
export { isKey, newKey, readKeys, type SecretKey, type SecretKeys, secretKey } from './secretKeys.ts';
export { createSecrets, rotateSecrets, type Secrets } from './secrets.ts';
