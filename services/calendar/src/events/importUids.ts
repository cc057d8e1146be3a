import type { UniqueName, UnitOfWork } from '@almanac/aggregates';
import { streamOf } from '@almanac/domain';
import { invalidParams } from '@almanac/rest';
import { type EventState, event } from './event.ts';

const scope = 'import-uid';

/** The name that importers find an event by, as one that it bears alone. */
export const importUidNames = ({ importUid, deleted }: EventState): readonly UniqueName[] =>
  importUid === null || deleted ? [] : [{ scope, name: importUid }];

/** @throws DomainError 400 naming `import_uid`, where it is another event's */
export const requireFreeImportUid = async (
  unit: UnitOfWork,
  id: number,
  asked: string | null | undefined,
): Promise<void> => {
  if (asked == null) return;
  const holder = await unit.holder(scope, asked);
  if (holder !== null && holder !== streamOf(event, id))
    throw invalidParams({ import_uid: '{name} is the name of another event.' });
};
