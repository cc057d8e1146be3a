export { SecretsKeyMissingError, SecretUnreadableError } from './opened.ts';
export { createPersonKeys, type KeysOfPersons, type PersonKeys, type PersonKeysOptions } from './personKeys.ts';
export { open, seal } from './sealed.ts';
export { InvalidKeyError, isKey, newKey, readKeys, type SecretKey, type SecretKeys, secretKey } from './secretKeys.ts';
export { createSecrets, type Rotation, rotateSecrets, type Secrets, type SecretsOptions } from './secrets.ts';
