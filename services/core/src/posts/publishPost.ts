import type { UnitOfWork } from '@almanac/aggregates';
import { toInstant } from '@almanac/dates';
import { showInGroup } from '@almanac/translations';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';
import { clocksOf, type PostPorts } from './createPost.ts';
import { isPost, type Post, type PostEvent, post } from './post.ts';
import { modifiedNow } from './postDates.ts';
import { publicPath } from './postPath.ts';
import { translatablePosts, versionOf } from './translatablePosts.ts';

/** A scheduled post whose time has come (core-posts.md §7.2); nothing where somebody was faster. */
export const publishPost = async (
  unit: UnitOfWork,
  { languages: site }: PostPorts,
  { id, zone }: { readonly id: number; readonly zone: string },
): Promise<void> => {
  const state = await unit.load(post, id);
  const clocks = clocksOf(unit, { zone });
  if (!isDue(state, clocks.now)) return;
  const path = publicPath({ ...state, status: 'publish' }, site.defaultLanguage);
  const event: PostEvent = {
    type: 'PostPublished',
    data: {
      ...modifiedNow(clocks),
      path,
      ...(state.categories.length === 0 ? { categories: [DEFAULT_CATEGORY] } : {}),
    },
  };
  const after = await unit.append(post, id, [event]);
  await showInGroup(unit, translatablePosts, { version: versionOf(after), site });
};

const isDue = (state: Post, now: number): boolean =>
  isPost(state) && state.status === 'future' && state.dateUtc !== null && toInstant(state.dateUtc, 'UTC') <= now;
