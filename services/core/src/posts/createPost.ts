import type { Numbers, UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import type { SiteSettings } from '@almanac/contracts';
import type { Settings } from '@almanac/settings';
import { joinGroup, type SiteLanguages, type Standing, standAlone, versionsInLanguage } from '@almanac/translations';
import { freshId } from '../freshId.ts';
import { DEFAULT_CATEGORY } from '../terms/defaultCategory.ts';
import { categories, type Taxonomy, tags } from '../terms/term.ts';
import { translatableTerms } from '../terms/translatableTerms.ts';
import { mergeMeta } from './meta/writtenMeta.ts';
import { blankPost, type Post, type PostFields, post } from './post.ts';
import { type Clocks, firstModification, firstPublication } from './postDates.ts';
import { linkPath, publicPath } from './postPath.ts';
import { freePostSlug, movePostSlug, slugOfTitle } from './postSlugs.ts';
import type { PostWish } from './postWish.ts';
import type { Status } from './statuses.ts';
import { translatablePosts, versionOf } from './translatablePosts.ts';

export interface PostPorts {
  readonly numbers: Numbers;
  readonly languages: SiteLanguages;
  readonly settings: Settings;
}

export interface CreatePost extends PostWish {
  readonly author: number;
  readonly language: string;
  readonly translationOf: number | undefined;
}

/** Where a post is written: what its slug must not hide, and the site's zone. */
export interface Writing {
  readonly reserved: ReadonlySet<string>;
  readonly zone: string;
}

export const clocksOf = (unit: UnitOfWork, { zone }: Pick<Writing, 'zone'>): Clocks => ({
  now: Date.parse(unit.meta.at),
  zone,
});

type Placement = Parameters<typeof publicPath>[0];

const standingOf = (
  unit: UnitOfWork,
  { languages: site }: PostPorts,
  { translationOf: source, ...placed }: Placement & { readonly translationOf: number | undefined },
): Promise<Standing> | Standing =>
  source === undefined
    ? standAlone(placed.language, site)
    : joinGroup(unit, translatablePosts, { version: versionOf({ ...placed, group: null }), source, site });

/** Makes a post of what was checked before (`checkWish`). @throws DomainError 400, 409 for what it translates */
export const createPost = async (
  unit: UnitOfWork,
  ports: PostPorts,
  writing: Writing,
  command: CreatePost,
): Promise<Post> => {
  const id = await freshId(unit, ports.numbers, 'records', [post]);
  const { language, translationOf } = command;
  const publication = firstPublication(command.status ?? 'draft', command.date, clocksOf(unit, writing));
  const slug = await firstSlug(unit, writing, { id, command, status: publication.status });
  await movePostSlug(unit, { id, language, slug: '' }, slug);
  const placed = { id, slug, status: publication.status, language };
  const standing = await standingOf(unit, ports, { ...placed, translationOf });
  const terms = await termsOf(unit, command);
  const { defaultLanguage } = ports.languages;
  const data = {
    ...fieldsOf(command, publication, ports.settings.current()),
    ...terms,
    ...standing,
    id,
    slug,
    path: publicPath(placed, defaultLanguage),
    guid: linkPath(placed, defaultLanguage),
    ...firstModification(publication, writing.zone),
  };
  return unit.append(post, id, [{ type: 'PostCreated', data }]);
};

/**
 * The terms asked for, else the default category; a translation has those of its source, each in its own language as
 * far as there is one (translation.md §3.2).
 */
const termsOf = async (unit: UnitOfWork, command: CreatePost): Promise<Pick<PostFields, 'categories' | 'tags'>> => {
  const { translationOf, language } = command;
  if (translationOf === undefined)
    return { categories: command.categories ?? [DEFAULT_CATEGORY], tags: command.tags ?? [] };
  const source = await unit.load(post, translationOf);
  const own = (taxonomy: Taxonomy): Promise<number[]> =>
    versionsInLanguage(unit, translatableTerms(taxonomy), command[taxonomy.base] ?? source[taxonomy.base], language);
  return { categories: await own(categories), tags: await own(tags) };
};

interface Naming {
  readonly id: number;
  readonly command: CreatePost;
  readonly status: Status;
}

const firstSlug = async (unit: UnitOfWork, { reserved }: Writing, { id, command, status }: Naming): Promise<string> => {
  const wanted = slugOf(command.slug ?? '') || slugOfTitle(command.title ?? '', status, id);
  return wanted === '' ? '' : freePostSlug(unit, wanted, { id, language: command.language, reserved });
};

type Publication = ReturnType<typeof firstPublication>;

/** What was asked for, the rest as it is without asking; what is private needs no password. */
const fieldsOf = (
  command: CreatePost,
  publication: Publication,
  { default_comment_status: commentStatus, default_ping_status: pingStatus }: SiteSettings,
): Omit<PostFields, 'slug' | 'path'> => {
  const { date: _date, slug: _slug, translationOf: _translation, language: _language, meta, ...fields } = command;
  const password = publication.status === 'private' ? '' : (fields.password ?? '');
  return {
    ...blankPost,
    commentStatus,
    pingStatus,
    ...fields,
    ...publication,
    password,
    meta: mergeMeta({}, meta ?? {}),
  };
};
