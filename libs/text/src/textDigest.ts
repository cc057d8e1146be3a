import { hash } from 'node:crypto';
import { normalizedText } from './normalizedText.ts';

/** Returns the SHA-256 of a text as base64url; it does not depend on how letters are composed. */
export const textDigest = (text: string): string => hash('sha256', normalizedText(text), 'base64url');
