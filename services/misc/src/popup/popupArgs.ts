import { languageCodes } from '@almanac/i18n';
import { plain } from '@almanac/pages';
import { dateTime, integer, list, object, text } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { audiences, frequencies, popupDefaults, type Trigger } from './popup.ts';

const MAX_PATTERNS = 100;
const MAX_PATTERN_LENGTH = 200;
const MAX_CONTENT_LENGTH = 200_000;
const HOUR_MS = 3_600_000;

/** Returns plain text in one line, with decoded entities: it is stored so and escaped when rendered. */
const cleanTitle = (sent: string): string => plain(plainText(sent));

const patterns = (description: string) =>
  list(text({ pattern: '^[/*]', maxLength: MAX_PATTERN_LENGTH }), { maxItems: MAX_PATTERNS, default: [], description });

const selector = (description: string) => text({ nonEmpty: true, maxLength: 200, description });

const trigger = object(
  {
    on: text({
      required: true,
      enum: ['load', 'scroll', 'exit', 'click'],
      description: 'The trigger that opens the popup.',
    }),
    delay: integer({ minimum: 0, maximum: HOUR_MS, description: 'The delay after the trigger, in milliseconds.' }),
    depth: integer({
      minimum: 1,
      maximum: 100,
      description: 'The scrolled part of the page that triggers the popup, in percent.',
    }),
    selector: selector('The CSS selector of the elements whose click opens the popup.'),
  },
  {
    additional: false,
    // unsent members of a trigger stay absent
    default: popupDefaults.trigger as Required<Trigger>,
    description: 'The moment at which the popup opens.',
    check: ({ on, selector: clicked }) =>
      on === 'click' && clicked === undefined ? '{name} needs a selector of what is clicked.' : undefined,
  },
);

const goal = object(
  {
    on: text({ required: true, enum: ['click', 'submit'], description: 'The action.' }),
    selector: selector('The CSS selector of the elements that the action concerns.'),
  },
  { additional: false, default: popupDefaults.goal, description: 'The popup’s conversion goal.' },
);

/** Writable members (docs/interface/popup.md §2). */
export const writeArgs = {
  title: text({
    required: true,
    nonEmpty: true,
    maxLength: 200,
    clean: cleanTitle,
    description: 'The title, as plain text.',
  }),
  content: text({ default: '', maxLength: MAX_CONTENT_LENGTH, description: 'The content, as HTML.' }),
  status: text({
    enum: ['draft', 'publish'],
    default: 'draft',
    description: 'The status: only active popups are shown.',
  }),
  include: patterns(
    'Patterns of the paths that show the popup, with * for any characters. An empty list means all pages.',
  ),
  exclude: patterns('Patterns of the paths that do not show the popup.'),
  languages: list(text({ enum: languageCodes }), {
    unique: true,
    default: [],
    description: 'The languages of the pages that show the popup. An empty list means all languages.',
  }),
  audience: text({ enum: audiences, default: popupDefaults.audience, description: 'The visitors who see the popup.' }),
  starts: dateTime({ nullable: true, description: 'The start of the period in which the popup is shown.' }),
  ends: dateTime({ nullable: true, description: 'The end of the period in which the popup is shown.' }),
  trigger,
  frequency: text({
    enum: frequencies,
    default: popupDefaults.frequency,
    description: 'The frequency with which one visitor sees the popup.',
  }),
  goal,
};

export const idArg = integer({ description: 'The id of the popup.' });
