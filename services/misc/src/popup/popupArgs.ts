import { languageCodes } from '@almanac/i18n';
import { plain } from '@almanac/pages';
import { dateTime, integer, list, object, text } from '@almanac/rest';
import { plainText } from '@almanac/text';
import { audiences, frequencies, presets, type Trigger } from './popup.ts';

const MOST_PATTERNS = 100;
const LONGEST_PATTERN = 200;
const LONGEST_CONTENT = 200_000;
const HOUR_MS = 3_600_000;

/** Returns plain text in one line, with decoded entities: it is stored so and escaped when rendered. */
const cleanTitle = (sent: string): string => plain(plainText(sent));

const patterns = (description: string) =>
  list(text({ pattern: '^[/*]', maxLength: LONGEST_PATTERN }), { maxItems: MOST_PATTERNS, default: [], description });

const selector = (description: string) => text({ nonEmpty: true, maxLength: 200, description });

const trigger = object(
  {
    on: text({ required: true, enum: ['load', 'scroll', 'exit', 'click'], description: 'What opens it.' }),
    delay: integer({ minimum: 0, maximum: HOUR_MS, description: 'Milliseconds to wait after that.' }),
    depth: integer({ minimum: 1, maximum: 100, description: 'How much of the page was scrolled by, in percent.' }),
    selector: selector('The elements that are clicked, as a CSS selector.'),
  },
  {
    additional: false,
    // unsent members of a trigger stay absent
    default: presets.trigger as Required<Trigger>,
    description: 'When the popup opens.',
    check: ({ on, selector: clicked }) =>
      on === 'click' && clicked === undefined ? '{name} needs a selector of what is clicked.' : undefined,
  },
);

const goal = object(
  {
    on: text({ required: true, enum: ['click', 'submit'], description: 'What is done.' }),
    selector: selector('The elements with which it is done, as a CSS selector.'),
  },
  { additional: false, default: presets.goal, description: 'What of the popup is its success.' },
);

/** Writable members (docs/interface/popup.md §2). */
export const writeArgs = {
  title: text({
    required: true,
    nonEmpty: true,
    maxLength: 200,
    clean: cleanTitle,
    description: 'The title, plain text.',
  }),
  content: text({ default: '', maxLength: LONGEST_CONTENT, description: 'What it shows, HTML.' }),
  status: text({ enum: ['draft', 'publish'], default: 'draft', description: 'Whether it is shown.' }),
  include: patterns('Patterns of the paths on which it shows, with * for any characters; none for every page.'),
  exclude: patterns('Patterns of the paths on which it does not show.'),
  languages: list(text({ enum: languageCodes }), {
    unique: true,
    default: [],
    description: 'The languages of the addresses on which it shows; none for all.',
  }),
  audience: text({ enum: audiences, default: presets.audience, description: 'Who sees it.' }),
  starts: dateTime({ nullable: true, description: 'From when on it shows.' }),
  ends: dateTime({ nullable: true, description: 'From when on it no longer shows.' }),
  trigger,
  frequency: text({ enum: frequencies, default: presets.frequency, description: 'How often one visitor sees it.' }),
  goal,
};

export const idArg = integer({ description: 'The id of the popup.' });
