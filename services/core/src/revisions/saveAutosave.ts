import { type ContentSite, clocksAt, exists } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { post as postAggregate } from '../posts/post.ts';
import { requirePost } from '../posts/postCommands.ts';
import type { PostPorts } from '../posts/postWriting.ts';
import { unusedId } from '../unusedId.ts';
import { type Autosave, type AutosaveTexts, autosave, autosaveId } from './autosave.ts';
import { autosaveDecider } from './autosaveCommands.ts';

export interface SaveAutosave {
  readonly post: number;
  readonly author: number;
  /** The texts that were sent. */
  readonly texts: Partial<AutosaveTexts>;
}

/**
 * Creates or overwrites the caller's autosave of a post. Unchanged texts leave an existing autosave as it is.
 * @throws DomainError 404
 */
export const saveAutosave = async (
  unit: UnitOfWork,
  { numbers }: PostPorts,
  { zone }: ContentSite,
  { post, author, texts }: SaveAutosave,
): Promise<Autosave> => {
  const stream = autosaveId(post, author);
  const parent = requirePost(await unit.load(postAggregate, post));
  const isNew = !exists(await unit.load(autosave, stream));
  const id = isNew ? await unusedId(unit, numbers, 'records', [postAggregate]) : 0;
  const facts = { clocks: clocksAt(unit.meta, zone), post: parent };
  return unit.decide(autosaveDecider, stream, { type: 'Save', id, author, texts }, facts);
};
