import { type Element, isElementType } from '@almanac/contracts';
import { isLanguage, type Language } from '@almanac/i18n';
import { anything, boolean, type Invalid, integer, invalid, isObject, list, text } from '@almanac/rest';
import { idOf } from '../idOf.ts';
import { channels } from './jobEvents.ts';

/** The limit of elements, and of jobs, in one batch. */
export const MAX_JOBS = 500;
const MAX_NAME_LENGTH = 160;

/** True if the text is a day of the calendar: `2031-05-01`. */
export const isDay = (value: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const at = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
};

const readElement = (value: unknown): Element | undefined => {
  if (!isObject(value)) return undefined;
  const { type, id } = value;
  const number = idOf(id);
  return isElementType(type) && number !== undefined ? { type, id: number } : undefined;
};

/** Reads `[{type, id}]` without duplicates. */
const readElements = (value: unknown): readonly Element[] | Invalid => {
  if (!Array.isArray(value)) return invalid('{name} is no list.');
  if (value.length < 1 || value.length > MAX_JOBS)
    return invalid('{name} must have from 1 to {limit} items.', undefined, { limit: MAX_JOBS });
  const elements = new Map<string, Element>();
  for (const [index, each] of value.entries()) {
    const element = readElement(each);
    if (element === undefined)
      return invalid('Item {number} of {name} is no element.', undefined, { number: index + 1 });
    elements.set(`${element.type}/${element.id}`, element);
  }
  return [...elements.values()];
};

const language = anything({
  description: 'A language.',
  words: { type: 'string' },
  parse: (value): Language | Invalid => (isLanguage(value) ? value : invalid('{name} contains an unknown language.')),
});

/** The arguments of a batch (docs/interface/translation-jobs.md §4). */
export const batchArgs = {
  elements: anything({
    required: true,
    description: 'The elements to translate, each with type and id.',
    words: { type: 'array' },
    parse: readElements,
  }),
  target_languages: list(language, {
    required: true,
    minItems: 1,
    description: 'The target languages.',
  }),
  name: text({ default: '', maxLength: MAX_NAME_LENGTH, description: 'The name of the batch.' }),
  deadline: text({
    default: '',
    check: (value) => (value === '' || isDay(value) ? undefined : '{name} is no day: YYYY-MM-DD.'),
    description: 'The deadline, as a day.',
  }),
  translator_id: integer({ default: 0, minimum: 0, description: 'The user who translates it; 0 for anybody.' }),
  channel: text({
    enum: channels,
    default: 'local',
    description: 'The type of translator: people of the site, the engine, or an agency.',
  }),
  automatic: boolean({ default: false, description: 'True if the engine translates it automatically.' }),
};
