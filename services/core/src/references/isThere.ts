import type { Core } from '../core.ts';
import { mediumById } from '../media/readModels/mediaList.ts';
import type { Going } from '../ports.ts';
import { postById } from '../posts/readModels/postList.ts';
import { termsById } from '../terms/readModels/termList.ts';
import { taxonomies } from '../terms/term.ts';

/** Whether something that was going has stayed, because its deletion was refused. */
export const isThere = async (
  { accounts, documents }: Core,
  { kind, id }: Pick<Going, 'kind' | 'id'>,
): Promise<boolean> => {
  if (kind === 'users') return (await accounts.find(id)) !== undefined;
  if (kind === 'media') return (await mediumById(documents, id)) !== undefined;
  if (kind === 'posts') return (await postById(documents, id)) !== undefined;
  const taxonomy = taxonomies.find(({ base }) => base === kind);
  return taxonomy !== undefined && (await termsById(documents, taxonomy, [id])).length > 0;
};
