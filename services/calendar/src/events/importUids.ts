import type { UnitOfWork } from '@almanac/aggregates';
import { streamOf } from '@almanac/domain';
import { invalidParams } from '@almanac/rest';
import { event } from './event.ts';

const scope = 'import-uid';

/**
 * Gives an event the name that importers find it by; no other event has it.
 * @throws DomainError 400 naming `import_uid`
 */
export const moveImportUid = async (
  unit: UnitOfWork,
  id: number,
  { from, to }: { readonly from: string | null; readonly to: string | null | undefined },
): Promise<void> => {
  if (to === undefined || from === to) return;
  const by = streamOf(event, id);
  if (from !== null) await unit.release(scope, from, by);
  if (to === null) return;
  const holder = await unit.holder(scope, to);
  if (holder !== null && holder !== by) throw invalidParams({ import_uid: '{name} is the name of another event.' });
  await unit.take(scope, to, by);
};
