import type { RedirectRule } from '../rule.ts';

/** Compares rules by their order (docs/interface/redirects.md §2). */
export const byPosition = (one: RedirectRule, other: RedirectRule): number =>
  one.position - other.position || one.id - other.id;

/** Returns the rule of an item in an ordered list. */
type RuleOf<Item> = (item: Item) => RedirectRule;

/** Returns the index of the first item whose rule does not precede the given one. */
const placeOf = <Item>(items: readonly Item[], rule: RedirectRule, ruleOf: RuleOf<Item>): number => {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const item = items[middle];
    if (item !== undefined && byPosition(ruleOf(item), rule) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
};

/** Adds an item to a list in the order of its rules. */
export const insertInOrder = <Item>(items: Item[], item: Item, ruleOf: RuleOf<Item>): void => {
  items.splice(placeOf(items, ruleOf(item), ruleOf), 0, item);
};

/** Removes the item of a rule from a list in the order of its rules. */
export const removeInOrder = <Item>(items: Item[], rule: RedirectRule, ruleOf: RuleOf<Item>): void => {
  const place = placeOf(items, rule, ruleOf);
  const item = items[place];
  if (item !== undefined && ruleOf(item).id === rule.id) items.splice(place, 1);
};
