import { ensureTagsOfCore } from '@almanac/contracts';
import { plainTitle } from '@almanac/text';
import type { SignedIn } from '../../sign-in/administrationPage.ts';
import { askAs } from '../askAs.ts';

/** Returns the tags for ids, slugs or names; creates missing ones by name. */
export const tagsOf = async (page: SignedIn, references: readonly (number | string)[]) => {
  const said = await askAs(page, ensureTagsOfCore, { send: { tags: [...references] } });
  if (said.refused !== undefined) return said;
  const tags = said.body.tags.flatMap((tag) => (tag === null ? [] : [{ id: tag.id, name: plainTitle(tag.name) }]));
  return { ...said, body: tags };
};
