import { translatableTerms, versionsOf } from '@almanac/content-model';
import {
  coreErased,
  coreTranslationEvents,
  credentialsChanged,
  mediaEvents,
  postCategoryChanged,
  postCategoryDeleted,
  postChanged,
  postDeleted,
  settingsChanged,
  tagChanged,
  tagDeleted,
  userEvents,
} from '@almanac/contracts';
import { streamOf } from '@almanac/event-sourcing';
import { contextOf, type Delivery, type Subscription } from '@almanac/messaging';
import type { Core } from '../core.ts';
import { type Post, post, posts } from '../posts/post.ts';
import { postDecider } from '../posts/postCommands.ts';
import { categories, type Taxonomy, tags } from '../terms/term.ts';

const POSTS_PER_QUERY = 100;

/**
 * Links posts to a new version of their categories and tags in their language. Changed posts are not found again, so
 * a repeat changes nothing.
 */
export const laterTermVersions = (core: Pick<Core, 'commands' | 'documents'>): Subscription => ({
  name: 'core.later-versions',
  sources: ['core'],
  takes: [tagChanged, postCategoryChanged],
  ignores: [
    tagDeleted,
    postCategoryDeleted,
    ...userEvents,
    credentialsChanged,
    postChanged,
    postDeleted,
    ...mediaEvents,
    settingsChanged,
    coreErased,
    ...coreTranslationEvents,
  ],
  handle: async (delivery) => {
    if (tagChanged.is(delivery)) await linkPosts(core, tags, delivery);
    else if (postCategoryChanged.is(delivery)) await linkPosts(core, categories, delivery);
  },
});

/** The facts of a term that have changed. */
type TermDelivery = Delivery & {
  readonly data: {
    readonly id: number;
    readonly language?: string | undefined;
    readonly group?: number | null | undefined;
  };
};

const linkPosts = async (
  { commands, documents }: Pick<Core, 'commands' | 'documents'>,
  taxonomy: Taxonomy,
  delivery: TermDelivery,
): Promise<void> => {
  const { id, language, group = null } = delivery.data;
  // only the creation of a version has both
  if (language === undefined || group === null) return;
  const context = contextOf(delivery);
  const terms = translatableTerms(taxonomy);
  const { result: versions } = await commands.run(context, (unit) => versionsOf(unit, terms, { id, language, group }));
  // deleted since
  if (versions[language] !== id) return;
  const others = Object.values(versions).filter((version) => version !== id);
  const member = taxonomy.base;
  const replace = { type: 'ReplaceTerms', member, terms: others, version: id } as const;
  const linking = {
    all: [
      { field: 'language', equals: language },
      { field: member, contains: others },
    ],
  };
  for (let isLast = false; !isLast; ) {
    const found = await documents.find<Post>(posts, { filter: linking, limit: POSTS_PER_QUERY });
    isLast = found.length < POSTS_PER_QUERY;
    for (const { id } of found) {
      const mutexKeys = [streamOf(post, id)];
      await commands.run(context, (unit) => unit.decide(postDecider, id, replace, undefined), { mutexKeys });
    }
  }
};
