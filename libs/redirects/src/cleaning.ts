export { cleanCode, errorCodes, redirectCodes } from './cleaning/cleanCode.ts';
export { cleanFlags } from './cleaning/cleanFlags.ts';
export { actionData, cleanMatch } from './cleaning/cleanMatch.ts';
export { type CleanSource, cleanSource } from './cleaning/cleanSource.ts';
export { canonicalIp, maskedIp } from './ip.ts';
export { lookupKey, MAX_KEY_LENGTH } from './lookupKey.ts';
export { isPattern } from './pattern.ts';
