import { isDomainError } from '@almanac/i18n';
import { can, type Principal } from '@almanac/identity';
import { forbidden, invalidParams, type RestRequest } from '@almanac/rest';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { termsById } from '../terms/readModels/termList.ts';
import { categories, type Taxonomy, tags } from '../terms/term.ts';
import type { Post } from './post.ts';
import { type PostVariant, variants } from './postVariant.ts';
import type { PostInput } from './requestedPost.ts';
import { needsPublishing } from './statuses.ts';

const isEmpty = (text: string): boolean => text === '' || text === '0';

/**
 * Validates the input against stored data, before any write, and returns it without missing terms
 * (docs/interface/core-posts.md §5.1, §6).
 * @param before the changed post; absent for a new one
 * @throws DomainError 403 `rest_cannot_publish`; 400
 */
export const validatePost = async (
  core: Core,
  { principal }: Pick<RestRequest, 'principal'>,
  input: PostInput,
  { variant = variants.post, before }: { readonly variant?: PostVariant; readonly before?: Post } = {},
): Promise<PostInput> => {
  const { status } = input;
  if (
    status !== undefined &&
    status !== before?.status &&
    needsPublishing(status) &&
    !can(principal, variant.capability('publish'))
  ) {
    throw forbidden(principal, coreErrors.cannotPublishPosts);
  }
  if (input.author !== undefined && (await core.accounts.find(input.author)) === undefined)
    throw coreErrors.unknownAuthor();
  // pages may be empty, and ignore a missing image (docs/interface/core-pages.md §2)
  if (!variant.hierarchical) checkCombination(input, before);
  if (input.template !== undefined && input.template !== '' && input.template !== before?.template) {
    throw invalidParams({ template: '{name} is no template of the theme.' });
  }
  return {
    ...input,
    ...(await knownImage(core, principal, { asked: input.image, before, variant })),
    ...(await knownTerms(core, categories, input.categories)),
    ...(await knownTerms(core, tags, input.tags)),
  };
};

const checkCombination = (input: PostInput, before: Post | undefined): void => {
  const password = input.status === 'private' ? '' : (input.password ?? before?.password ?? '');
  if ((input.sticky ?? before?.sticky ?? false) && password !== '') throw coreErrors.stickyAndProtected();
  const texts = [
    input.title ?? before?.title ?? '',
    input.content ?? before?.content ?? '',
    input.excerpt ?? before?.excerpt ?? '',
  ];
  if (texts.every(isEmpty)) throw coreErrors.emptyPost();
};

/**
 * Returns the image; an unchanged one is not checked again.
 * @throws DomainError 400 for a missing medium, or one that the caller may not read
 */
const knownImage = async (
  { featuredImages }: Core,
  principal: Principal,
  { asked, before, variant }: { readonly asked: number | undefined; before: Post | undefined; variant: PostVariant },
): Promise<Pick<PostInput, 'image'>> => {
  if (asked === undefined || asked === before?.image) return {};
  try {
    return { image: await featuredImages.check(principal, asked) };
  } catch (error) {
    if (variant.hierarchical && isDomainError(error)) return { image: 0 };
    throw error;
  }
};

/** Returns the requested terms that exist. */
const knownTerms = async (
  core: Core,
  taxonomy: Taxonomy,
  asked: readonly number[] | undefined,
): Promise<Partial<Record<Taxonomy['base'], readonly number[]>>> => {
  if (asked === undefined) return {};
  const known = new Set((await termsById(core.documents, taxonomy, asked)).map(({ id }) => id));
  return { [taxonomy.base]: asked.filter((id) => known.has(id)) };
};
