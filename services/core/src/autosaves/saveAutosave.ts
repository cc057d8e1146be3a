import type { UnitOfWork } from '@almanac/aggregates';
import { changedFields } from '../changedFields.ts';
import { freshId } from '../freshId.ts';
import { loadPost } from '../posts/changePost.ts';
import { clocksOf, type PostPorts } from '../posts/createPost.ts';
import { type Post, post as postAggregate } from '../posts/post.ts';
import { modifiedNow } from '../posts/postDates.ts';
import { footnotesOf } from '../revisions/revision.ts';
import { type Autosave, type AutosaveTexts, autosave, autosaveId, isAutosave } from './autosave.ts';

export interface SaveAutosave {
  readonly post: number;
  readonly author: number;
  /** What was sent. */
  readonly texts: Partial<AutosaveTexts>;
  readonly zone: string;
}

/**
 * The caller's autosave of a post, made or overwritten (core-posts.md §12.3). Nothing new in it leaves an existing one
 * as it is; what is not sent is empty in a new one.
 * @throws DomainError 404
 */
export const saveAutosave = async (
  unit: UnitOfWork,
  { numbers }: PostPorts,
  { post, author, texts, zone }: SaveAutosave,
): Promise<Autosave> => {
  const parent = await loadPost(unit, post);
  const id = autosaveId(post, author);
  const state = await unit.load(autosave, id);
  const { modified: date, modifiedUtc: dateUtc } = modifiedNow(clocksOf(unit, { zone }));
  if (isAutosave(state)) {
    const changed = changedFields<AutosaveTexts>(state, texts);
    if (saysNothingNew(parent, texts) || Object.keys(changed).length === 0) return state;
    return unit.append(autosave, id, [{ type: 'AutosaveChanged', data: { ...changed, date, dateUtc } }]);
  }
  const number = await freshId(unit, numbers, 'records', [postAggregate]);
  const data = { ...empty, ...texts, id: number, post, author, date, dateUtc };
  return unit.append(autosave, id, [{ type: 'AutosaveCreated', data }]);
};

const empty: AutosaveTexts = { title: '', content: '', excerpt: '', footnotes: '' };

const even = (text: string): string => text.replace(/\s+/g, ' ').trim();

const saysNothingNew = (post: Post, texts: Partial<AutosaveTexts>): boolean => {
  const now: AutosaveTexts = { ...post, footnotes: footnotesOf(post) };
  return (Object.keys(texts) as (keyof AutosaveTexts)[]).every((name) => even(texts[name] ?? '') === even(now[name]));
};
