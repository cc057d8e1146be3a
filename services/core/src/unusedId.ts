import type { Aggregate, NumberSpace, Numbers, UnitOfWork } from '@almanac/event-sourcing';

/** Returns a number that no record of these kinds has. The first start assigned some without drawing them. */
export const unusedId = async (
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
