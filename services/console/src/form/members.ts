import type { Row } from '../shell/client.ts';

/** Labels of members whose names differ from the words of their fields. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['content', 'Text'],
  ['excerpt', 'Summary'],
  ['featured_media', 'Picture'],
  ['image', 'Picture'],
  ['start_date', 'Start'],
  ['end_date', 'End'],
  ['timezone', 'Time zone'],
  ['slug', 'Address'],
  ['date', 'Publication date'],
  ['cost', 'Price'],
  ['alt_text', 'Alternative text'],
  ['comment_status', 'Comments'],
]);

/** Returns the English label of a member of a record. */
export const memberLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return LABELS.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1);
};

/** Returns a value of a record in words: the raw text of a text, the names of linked records. */
export const shownValue = (value: Row): string => {
  if (value === null || value === undefined || value === '' || value === false) return '—';
  if (Array.isArray(value)) return value.map(shownValue).join(', ') || '—';
  if (typeof value !== 'object') return String(value);
  const named = value.raw ?? value.name ?? value.venue ?? value.organizer ?? value.title ?? value.url;
  return named === undefined ? Object.values(value).map(shownValue).join(', ') : shownValue(named);
};
