import { anything, boolean, type Invalid, invalid, list } from '@almanac/rest';

const MAX_BULK_ITEMS = 1_000;

const item = anything({
  description: 'The id of a record.',
  words: { type: ['string', 'number'] },
  parse: (value): string | Invalid => {
    if (typeof value === 'number') return String(value);
    return typeof value === 'string' && value.length <= 2_000 ? value : invalid('{name} is neither text nor number.');
  },
});

/** The arguments of an action on several records, in addition to the arguments of their list. */
export const bulkArgs = {
  items: list(item, { maxItems: MAX_BULK_ITEMS, split: 'commas', description: 'The ids of the records.' }),
  global: boolean({ description: 'True: apply the action to all records that match the filters.' }),
};

/** Returns the ids of the items; undefined for an item that is not an id. */
export const idsOf = (items: readonly string[]): (number | undefined)[] =>
  items.map((each) => (/^\s*\d{1,15}\s*$/.test(each) ? Number(each) : undefined));
