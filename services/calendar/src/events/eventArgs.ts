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
    description: 'The time zone of the event. Default: the time zone of the site.',
    parse: readableZone,
    words: { type: 'string' },
  }),
  all_day: boolean({ description: 'True if the event lasts whole days.', default: false }),
  start_date: requiredDateText('The start of the event, in local time of its time zone.'),
  end_date: requiredDateText('The end of the event, in local time of its time zone.'),
  image: imageArg,
  cost: anything({
    description: 'The cost of the event: an amount, a range, a word, or a list of these.',
    parse: (value): SentCost | Invalid =>
      isSentCost(value) ? value : invalid('{name} is neither a text, nor a number, nor a list of these.'),
  }),
  currency_symbol: text({
    description: 'The symbol of the currency. Default: the symbol in the cost, else the site’s.',
  }),
  currency_position: text({
    description: 'The position of the symbol: before or after the amount.',
    enum: ['prefix', 'postfix', ''],
  }),
  currency_code: text({ description: 'The code of the currency, such as USD.', pattern: '^([A-Za-z]{3})?$' }),
  ...ownArgs,
  password: text({ description: 'The password that protects the event.' }),
  import_uid,
};
