import { argsOf } from '@almanac/content-model';
import { anything, boolean, type Invalid, invalid, text } from '@almanac/rest';
import { readableZone } from '../content-items/dateTexts.ts';
import { publicationArgs, requiredDateText } from '../content-items/itemArgs.ts';
import { imageArg } from '../content-items/itemFields.ts';
import { requiredText } from '../requestArgs.ts';
import { isSentCost, type SentCost } from './cost.ts';
import { eventFields } from './eventFields.ts';

const { import_uid, ...ownArgs } = argsOf(eventFields, 'v1');

/** The arguments of a new event (docs/interface/calendar.md §10.1). */
export const eventArgs = {
  ...publicationArgs,
  title: requiredText('The title of the event.'),
  description: text({ description: 'The description of the event.' }),
  slug: text({ description: 'The slug of the event.', apartFromPath: true }),
  excerpt: text({ description: 'The excerpt of the event.' }),
  timezone: anything({
    description: 'The time zone of the event; without one that of the site.',
    parse: readableZone,
    words: { type: 'string' },
  }),
  all_day: boolean({ description: 'Whether the event lasts whole days.', default: false }),
  start_date: requiredDateText('When the event starts, on the clocks of its time zone.'),
  end_date: requiredDateText('When the event ends, on the clocks of its time zone.'),
  image: imageArg,
  cost: anything({
    description: 'What the event costs: an amount, a range, a word, or a list of these.',
    parse: (value): SentCost | Invalid =>
      isSentCost(value) ? value : invalid('{name} is neither a text, nor a number, nor a list of these.'),
  }),
  currency_symbol: text({ description: 'The symbol of the currency; without one that of the cost or of the site.' }),
  currency_position: text({ description: 'Where the symbol stands.', enum: ['prefix', 'postfix', ''] }),
  currency_code: text({ description: 'The code of the currency, such as USD.', pattern: '^([A-Za-z]{3})?$' }),
  ...ownArgs,
  password: text({ description: 'The password that protects the event.' }),
  import_uid,
};
