import { normalizedEntities } from './characterEntities.ts';

/** Text as the value of an attribute in double quotes; entities in it stay. */
export const escapeAttribute = (text: string): string =>
  normalizedEntities(text)
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
