import type { UnitOfWork } from '@almanac/aggregates';
import { type Autosave, autosave, autosaveId, isAutosave } from './autosave.ts';

/** Deletes an autosave for good; nothing where there is none. */
export const deleteAutosave = async (
  unit: UnitOfWork,
  { post, author }: Pick<Autosave, 'post' | 'author'>,
): Promise<void> => {
  const id = autosaveId(post, author);
  if (!isAutosave(await unit.load(autosave, id))) return;
  await unit.append(autosave, id, [{ type: 'AutosaveDeleted', data: {} }]);
};
