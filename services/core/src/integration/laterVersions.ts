import { relinkAll, translatableTerms, versionsOf } from '@almanac/content-model';
import { postCategoryChanged, tagChanged } from '@almanac/contracts';
import { streamOf } from '@almanac/event-sourcing';
import { contextOf, type Delivery, type Subscription } from '@almanac/messaging';
import type { Core } from '../core.ts';
import { post, posts } from '../posts/post.ts';
import { postDecider } from '../posts/postCommands.ts';
import { categories, type Taxonomy, tags } from '../terms/term.ts';

/**
 * Links posts to a new version of their categories and tags in their language. Changed posts are not found again, so
 * a repeat changes nothing.
 */
export const laterTermVersions = (core: Pick<Core, 'commands' | 'documents'>): Subscription => ({
  name: 'core.later-versions',
  sources: ['core'],
  takes: [tagChanged, postCategoryChanged],
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
  const version = { id, language, others };
  const replace = { type: 'ReplaceTerms', member: taxonomy.base, terms: others, version: id } as const;
  await relinkAll(documents, { collection: posts, member: taxonomy.base }, version, async (postId) => {
    const mutexKeys = [streamOf(post, postId)];
    await commands.run(context, (unit) => unit.decide(postDecider, postId, replace, undefined), { mutexKeys });
  });
};
