import {
  type Clocks,
  type ContentCommand,
  type ContentFacts,
  dateInUtc,
  decideContent,
  exists,
  firstPublication,
  modifiedNow,
  newFields,
  nextPublication,
  type PublicationDate,
  type WritingCommand,
  withVersion,
} from '@almanac/content-model';
import type { Decider } from '@almanac/event-sourcing';
import { coreErrors } from '../errors.ts';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';
import { mergeMeta } from './meta/writtenMeta.ts';
import {
  type Post,
  type PostEvent,
  type PostFields,
  type PostModification,
  post,
  type StoredPostFields,
} from './post.ts';
import { type PostValues, storedFields } from './postFields.ts';
import { postKind } from './postKind.ts';
import { guidPath, publicPath } from './postPath.ts';
import { footnotesOf } from './revision.ts';

type Content<Type extends string> = Extract<ContentCommand<PostFields>, { readonly type: Type }>;

type Values = PostValues & Pick<PostFields, 'ancestors'>;

/** A change's `meta` contains only changed members. */
type WritePost = WritingCommand<PostFields['status'], Partial<Values & Pick<Post, 'type' | 'guid'>>, Partial<Values>>;

type CreatePost = Extract<WritePost, { readonly type: 'Create' }>;
type ChangePost = Extract<WritePost, { readonly type: 'Change' }>;

export type PostCommand =
  | WritePost
  | Content<'SetTranslationMembership'>
  /** Stores the current texts as a revision with this number. */
  | { readonly type: 'Revise'; readonly revision: number }
  | { readonly type: 'DeleteRevision'; readonly revision: number }
  /** Moves a page below others, because a page above it was moved or renamed. */
  | { readonly type: 'Move'; readonly ancestors: readonly string[]; readonly defaultLanguage: string }
  /** Removes references to a permanently deleted record. */
  | { readonly type: 'DropTerm'; readonly member: 'categories' | 'tags'; readonly term: number }
  /** Replaces other versions of a term by its version in the post's language. */
  | {
      readonly type: 'ReplaceTerms';
      readonly member: 'categories' | 'tags';
      readonly terms: readonly number[];
      readonly version: number;
    }
  | { readonly type: 'DropImage'; readonly image: number }
  | { readonly type: 'Reassign'; readonly from: number; readonly to: number };

export type PostFacts = ContentFacts<PostFields> | undefined;

/** Decider of posts. Commands common to all content take facts, the others none. */
export const postDecider: Decider<Post, PostEvent, PostCommand, PostFacts> = {
  ...post,
  decide: (state, command, facts) => {
    switch (command.type) {
      case 'Revise':
        return [{ type: 'PostRevised', data: { revision: command.revision } }];
      case 'DeleteRevision':
        return state.revisions.includes(command.revision)
          ? [{ type: 'PostRevisionDeleted', data: { revision: command.revision } }]
          : [];
      case 'Move':
        return move(state, command);
      case 'DropTerm':
        return dropTerm(state, command.member, command.term);
      case 'ReplaceTerms':
        return replaceTerms(state, command);
      case 'DropImage':
        return exists(state) && state.image === command.image ? [referencesChanged({ image: 0 })] : [];
      case 'Reassign':
        return exists(state) && state.author === command.from ? [referencesChanged({ author: command.to })] : [];
      default:
        return decidePublication(state, command, requireFacts(facts));
    }
  },
};

const requireFacts = (facts: PostFacts): ContentFacts<PostFields> => {
  if (facts === undefined) throw new Error('a change of a post is decided on facts');
  return facts;
};

type Publishing = Exclude<
  PostCommand,
  { readonly type: 'Revise' | 'DeleteRevision' | 'Move' | 'ReplaceTerms' | `Drop${string}` | 'Reassign' }
>;

const decidePublication = (state: Post, command: Publishing, facts: ContentFacts<PostFields>): PostEvent[] => {
  const stamped: ContentFacts<StoredPostFields> = { ...facts, stamp: modifiedNow(facts.clocks) };
  // decideContent only returns events of the types named by `postKind`
  return decideContent(postKind, state, contentCommand(state, command, facts), stamped) as PostEvent[];
};

const contentCommand = (
  state: Post,
  command: Publishing,
  facts: ContentFacts<PostFields>,
): ContentCommand<PostFields> => {
  switch (command.type) {
    case 'Create':
      return { ...command, fields: fieldsOfNew(command, facts) };
    case 'Change':
      return { ...command, fields: changedMembers(state, command, facts) };
    case 'PublishDue':
      return { ...command, fields: lacksCategory(state) ? { categories: [DEFAULT_CATEGORY] } : {} };
    default:
      return command;
  }
};

const lacksCategory = ({ type, categories }: Pick<Post, 'type' | 'categories'>): boolean =>
  type === 'post' && categories.length === 0;

/** Returns the requested values, with defaults for the rest. A private post has no password. */
const fieldsOfNew = (
  { id, status, date, fields: { meta, type = 'post', ancestors = [], guid, ...fields } }: CreatePost,
  { clocks, membership, slug, defaultLanguage }: ContentFacts<PostFields>,
): Content<'Create'>['fields'] => {
  const publication = firstPublication(status, date, clocks);
  const placed = { id, slug, status: publication.status, language: membership.language, ancestors };
  const made = {
    ...newFields<PostValues>(storedFields, fields),
    type,
    ancestors,
    password: publication.status === 'private' ? '' : (fields.password ?? ''),
    meta: mergeMeta({}, meta ?? {}),
    guid: guid ?? guidPath(placed, defaultLanguage),
    ...modificationOfNew(publication, clocks),
  };
  return made;
};

/**
 * Returns the modification date of a new post: its publication date, even a past or future one
 * (docs/interface/core-posts.md §2.1). A copied post keeps that of the other site.
 */
const modificationOfNew = (publication: PublicationDate, clocks: Clocks): PostModification =>
  clocks.moved === undefined
    ? { modified: publication.date, modifiedUtc: dateInUtc(publication, clocks.zone) }
    : modifiedNow(clocks);

/** Returns the changed members. A published post gets a category; a private post loses its password. */
const changedMembers = (
  state: Post,
  { status: asked, date, fields: { meta, ...fields } }: ChangePost,
  { clocks }: ContentFacts<PostFields>,
): Content<'Change'>['fields'] => {
  const { status } = nextPublication(state, asked ?? state.status, date, clocks);
  const isPublished = status === 'publish' && state.status !== 'publish';
  const categories = fields.categories ?? state.categories;
  return {
    ...fields,
    ...sameTerms(state, fields),
    ...(status === 'private' ? { password: '' } : {}),
    ...(isPublished && fields.categories === undefined && lacksCategory({ type: state.type, categories })
      ? { categories: [DEFAULT_CATEGORY] }
      : {}),
    ...(meta === undefined ? {} : { meta: mergeMeta(state.meta, meta) }),
  };
};

/** Keeps the stored order of terms if the same terms are sent in another order; answers sort them by name. */
const sameTerms = (state: Post, sent: Partial<Pick<PostValues, 'categories' | 'tags'>>): typeof sent => ({
  ...(haveSame(state.categories, sent.categories) ? { categories: state.categories } : {}),
  ...(haveSame(state.tags, sent.tags) ? { tags: state.tags } : {}),
});

const haveSame = (stored: readonly number[], sent: readonly number[] | undefined): boolean =>
  sent !== undefined && new Set(sent).symmetricDifference(new Set(stored)).size === 0;

const referencesChanged = (
  data: Extract<PostEvent, { readonly type: 'PostReferencesChanged' }>['data'],
): PostEvent => ({ type: 'PostReferencesChanged', data });

const move = (state: Post, { ancestors, defaultLanguage }: Extract<PostCommand, { readonly type: 'Move' }>) => {
  if (!exists(state) || state.ancestors.join('/') === ancestors.join('/')) return [];
  const path = publicPath({ ...state, ancestors }, defaultLanguage);
  return [{ type: 'PostMoved', data: { ancestors, path } } satisfies PostEvent];
};

/** Removes a term. A post without any category gets the default one (docs/interface/core-terms.md §5). */
const dropTerm = (state: Post, member: 'categories' | 'tags', term: number): PostEvent[] => {
  const held = state[member];
  if (!exists(state) || !held.includes(term)) return [];
  const left = held.filter((each) => each !== term);
  const kept = member === 'categories' && left.length === 0 ? [DEFAULT_CATEGORY] : left;
  return [referencesChanged({ [member]: kept })];
};

const replaceTerms = (
  state: Post,
  { member, terms, version: id }: Extract<PostCommand, { readonly type: 'ReplaceTerms' }>,
): PostEvent[] => {
  const kept = withVersion(state[member], { id, others: terms });
  return exists(state) && kept !== undefined ? [referencesChanged({ [member]: kept })] : [];
};

/**
 * True if a change creates a revision: the first change does, later ones only if texts change
 * (docs/interface/core-revisions.md §1).
 */
export const makesRevision = (before: Post, after: Post): boolean =>
  after.version > before.version && (after.revisions.length === 0 || !sameTexts(before, after));

const even = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** True if the texts are equal except for white space. */
const sameTexts = (a: Post, b: Post): boolean =>
  even(a.title) === even(b.title) &&
  even(a.content) === even(b.content) &&
  even(a.excerpt) === even(b.excerpt) &&
  footnotesOf(a) === footnotesOf(b);

/** @throws DomainError 404 */
export const requirePost = (state: Post): Post => {
  if (!exists(state)) throw coreErrors.unknownPost();
  return state;
};
