import type { Aggregate, NumberSpace, Numbers, UnitOfWork } from '@almanac/event-sourcing';

/** A number that no record of these kinds has: those of the first start were given without asking. */
export const freshId = async (
  unit: UnitOfWork,
  numbers: Numbers,
  space: NumberSpace,
  kinds: readonly Aggregate<object>[],
): Promise<number> => {
  for (;;) {
    const id = await numbers.next(space);
    const versions = await Promise.all(kinds.map((kind) => unit.version(kind, id)));
    if (versions.every((version) => version === 0)) return id;
  }
};
