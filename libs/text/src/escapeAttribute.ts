import { normalizedEntities } from './characterEntities.ts';

/** Escapes text as the value of an attribute in double quotes; its entities stay. */
export const escapeAttribute = (text: string): string =>
  normalizedEntities(text)
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
