import { can } from '@almanac/identity';
import { forbidden, invalidParams, type RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { termsById } from '../terms/readModels/termList.ts';
import { categories, type Taxonomy, tags } from '../terms/term.ts';
import type { Post } from './post.ts';
import { emptyPost, noSuchAuthor, stickyAndProtected } from './postErrors.ts';
import type { PostWish } from './postWish.ts';
import { needsPublishing } from './statuses.ts';

const isEmpty = (text: string): boolean => text === '' || text === '0';

/**
 * Checks what takes stored data, before anything is written, and answers the wish without terms that are not there
 * (docs/interface/core-posts.md §5.1, §6).
 * @param before the post that is changed; undefined for a new one
 * @throws DomainError 403 `rest_cannot_publish`; 400
 */
export const checkWish = async (
  core: Core,
  { principal }: Pick<RestRequest, 'principal'>,
  wish: PostWish,
  before?: Post,
): Promise<PostWish> => {
  const { status } = wish;
  if (
    status !== undefined &&
    status !== before?.status &&
    needsPublishing(status) &&
    !can(principal, 'publish_posts')
  ) {
    throw forbidden(principal, 'rest_cannot_publish', 'You may not publish posts.');
  }
  if (wish.author !== undefined && (await core.accounts.find(wish.author)) === undefined) throw noSuchAuthor();
  checkCombination(wish, before);
  if (wish.template !== undefined && wish.template !== '' && wish.template !== before?.template) {
    throw invalidParams({ template: '{name} is no template of the theme.' });
  }
  return {
    ...wish,
    ...(await knownImage(core, wish.image, before)),
    ...(await knownTerms(core, categories, wish.categories)),
    ...(await knownTerms(core, tags, wish.tags)),
  };
};

const checkCombination = (wish: PostWish, before: Post | undefined): void => {
  const password = wish.status === 'private' ? '' : (wish.password ?? before?.password ?? '');
  if ((wish.sticky ?? before?.sticky ?? false) && password !== '') throw stickyAndProtected();
  const texts = [
    wish.title ?? before?.title ?? '',
    wish.content ?? before?.content ?? '',
    wish.excerpt ?? before?.excerpt ?? '',
  ];
  if (texts.every(isEmpty)) throw emptyPost();
};

/** What is kept is not asked for again. @throws DomainError 400 for an id that names no medium */
const knownImage = async (
  { featuredImages }: Core,
  asked: number | undefined,
  before: Post | undefined,
): Promise<Pick<PostWish, 'image'>> =>
  asked === undefined || asked === before?.image ? {} : { image: await featuredImages.check(asked) };

/** Ids that name no term are passed over. */
const knownTerms = async (
  core: Core,
  taxonomy: Taxonomy,
  asked: readonly number[] | undefined,
): Promise<Partial<Record<Taxonomy['base'], readonly number[]>>> => {
  if (asked === undefined) return {};
  const known = new Set((await termsById(core.documents, taxonomy, asked)).map(({ id }) => id));
  return { [taxonomy.base]: asked.filter((id) => known.has(id)) };
};
