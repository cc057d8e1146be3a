import {
  type Aggregate,
  eventSourcingErrors,
  type NumberSpace,
  type Numbers,
  type UnitOfWork,
} from '@almanac/event-sourcing';

/**
 * Returns a number that no record of these kinds has. The first start assigned some without drawing them.
 * @param kept the id that the record keeps from another site
 * @throws DomainError 409 if a record has that id
 */
export const unusedId = async (
  unit: UnitOfWork,
  numbers: Numbers,
  space: NumberSpace,
  kinds: readonly Aggregate<object>[],
  kept: number | undefined = unit.meta.moved?.id,
): Promise<number> => {
  const isUnused = async (id: number): Promise<boolean> => {
    const versions = await Promise.all(kinds.map((kind) => unit.version(kind, id)));
    return versions.every((version) => version === 0);
  };
  if (kept !== undefined) {
    if (await isUnused(kept)) return kept;
    throw eventSourcingErrors.idTaken({ params: { id: kept } });
  }
  for (;;) {
    const id = await numbers.next(space);
    if (await isUnused(id)) return id;
  }
};
