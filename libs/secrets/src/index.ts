export { InvalidKeyError, isKey, newKey, readKeys, type SecretKeys } from './secretKeys.ts';
export {
  createSecrets,
  type Rotation,
  rotateSecrets,
  type Secrets,
  SecretsKeyMissingError,
  type SecretsOptions,
  SecretUnreadableError,
} from './secrets.ts';
