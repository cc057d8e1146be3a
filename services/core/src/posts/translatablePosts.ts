import { isDeepStrictEqual } from 'node:util';
import type { Translatable, Version } from '@almanac/translations';
import { isPost, type Post, type PostEvent, post } from './post.ts';

export const versionOf = ({
  id,
  language,
  group,
  status,
}: Pick<Post, 'id' | 'language' | 'group' | 'status'>): Version => ({
  id,
  language,
  group,
  public: status === 'publish',
});

/** Posts as translation groups see them. What is in the trash is nobody's source. */
export const translatablePosts: Translatable = {
  noun: 'post',
  version: async (unit, id) => {
    const state = await unit.load(post, id);
    return isPost(state) && state.status !== 'trash' ? versionOf(state) : undefined;
  },
  stand: async (unit, id, { group, languages }) => {
    const state = await unit.load(post, id);
    const events: PostEvent[] = [];
    if (group !== state.group) events.push({ type: 'PostGrouped', data: { group } });
    if (!isDeepStrictEqual(state.languages, languages)) events.push({ type: 'PostListed', data: { languages } });
    await unit.append(post, id, events);
  },
};
