import type { Collection, Filter } from '@almanac/documents';
import { displayTitle } from '@almanac/text';
import { pagePath } from '../addresses.ts';
import type { Core } from '../core.ts';
import { type Post, posts } from '../posts/post.ts';
import { linkPath } from '../posts/postPath.ts';
import { eventCategoryPaths } from '../search/eventCategoryPaths.ts';
import { type EventCategoryName, type EventTitle, eventCategoryNames, eventTitles } from '../search/searchCopies.ts';
import { type Taxonomy, type Term, taxonomies } from '../terms/term.ts';
import { termPaths } from '../terms/termRecord.ts';
import { postTypes } from '../types/postTypes.ts';
import { taxonomyLabels } from '../types/taxonomyLabels.ts';
import type { MenuItemFields } from './menuItem.ts';

/** The record, term or archive that an item of a menu links to. */
export interface LinkTarget {
  /** As stored. */
  readonly raw: string;
  /** HTML. */
  readonly title: string;
  /** From the root of the site. */
  readonly path: string;
  /** True if visitors see its page. */
  readonly isPublic: boolean;
  readonly language: string;
  /** Its translation group; null for none. */
  readonly group: number | null;
}

type TargetCore = Pick<Core, 'documents' | 'languages' | 'settings'>;

/** Records of a collection that items link to. */
interface LinkedKind {
  readonly collection: Collection;
  /** The values of `object` of items that link to them. */
  readonly objects: readonly string[];
  /** Returns the targets that a query finds, by `object` and id; records in the trash are no targets. */
  find(core: TargetCore, filter: Filter): Promise<ReadonlyMap<string, LinkTarget>>;
}

const keyOf = (object: string, id: number): string => `${object}/${id}`;

const linkedKind = <RecordOfKind extends object>(
  kind: Pick<LinkedKind, 'collection' | 'objects'> & {
    targets(core: TargetCore, records: readonly RecordOfKind[]): Promise<(readonly [string, LinkTarget])[]>;
  },
): LinkedKind => ({
  ...kind,
  find: async (core, filter) =>
    new Map(await kind.targets(core, await core.documents.find<RecordOfKind>(kind.collection, { filter }))),
});

const linkedPosts = linkedKind<Post>({
  collection: posts,
  objects: ['post', 'page'],
  targets: async (core, found) =>
    found
      .filter(({ status }) => status !== 'trash')
      .map((post) => [
        keyOf(post.type, post.id),
        {
          raw: post.title,
          title: displayTitle(post.title),
          path: linkPath(post, core),
          isPublic: post.status === 'publish',
          language: post.language,
          group: post.group,
        },
      ]),
});

const linkedEvents = linkedKind<EventTitle>({
  collection: eventTitles,
  objects: ['cal_events'],
  targets: async (_core, found) =>
    found
      .filter(({ status }) => status !== 'trash')
      .map(({ id, title, path, status, language, group = null }) => [
        keyOf('cal_events', id),
        { raw: title, title, path: path ?? `/?p=${id}`, isPublic: status === 'publish', language, group },
      ]),
});

const linkedTerms = (taxonomy: Taxonomy): LinkedKind =>
  linkedKind<Term>({
    collection: taxonomy.collection,
    objects: [taxonomy.slug],
    targets: async (core, found) => {
      const pathOf = await termPaths(core, taxonomy, found);
      return found.map((term) => {
        const { id, name, language, group } = term;
        const target = { raw: name, title: name, path: pathOf(term), isPublic: true, language, group };
        return [keyOf(taxonomy.slug, id), target];
      });
    },
  });

const linkedEventCategories = linkedKind<EventCategoryName>({
  collection: eventCategoryNames,
  objects: ['cal_events_cat'],
  targets: async (core, found) => {
    const pathOf = await eventCategoryPaths(core, found);
    return found.map((category) => {
      const { id, name, language, group } = category;
      const target = { raw: name, title: name, path: pathOf(category), isPublic: true, language, group };
      return [keyOf('cal_events_cat', id), target];
    });
  },
});

const linkedKinds: readonly LinkedKind[] = [
  linkedPosts,
  linkedEvents,
  linkedEventCategories,
  ...taxonomies.map(linkedTerms),
];

type Linking = Pick<MenuItemFields, 'object' | 'objectId'>;

/** Returns a function from item to its target; undefined for a missing one. Each collection is read once. */
export const linkTargets = async (
  core: TargetCore,
  items: readonly Linking[],
): Promise<(item: Linking) => LinkTarget | undefined> => {
  const found = new Map<string, LinkTarget>();
  for (const kind of linkedKinds) {
    const ids = items.filter(({ object }) => kind.objects.includes(object)).map(({ objectId }) => objectId);
    if (ids.length === 0) continue;
    const filter = { field: 'id', in: [...new Set(ids)] };
    for (const [key, target] of await kind.find(core, filter)) found.set(key, target);
  }
  return ({ object, objectId }) => found.get(keyOf(object, objectId));
};

/** Returns the public versions in other languages of the targets of an object, by the target's translation group. */
export const versionsOfTargets = async (
  core: TargetCore,
  object: string,
  groups: readonly number[],
): Promise<ReadonlyMap<number, readonly LinkTarget[]>> => {
  const kind = linkedKinds.find(({ objects }) => objects.includes(object));
  if (kind === undefined || groups.length === 0) return new Map();
  const found = await kind.find(core, { field: 'group', in: [...new Set(groups)] });
  const versions = [...found.values()].filter(({ isPublic }) => isPublic);
  return Map.groupBy(versions, ({ group }) => group ?? 0);
};

/** Returns the path of the page that lists the records of a type; undefined for a type without one. */
export const archivePath = (object: string, language: string, defaultLanguage: string): string | undefined =>
  postTypes.some(({ slug, hasArchive }) => slug === object && hasArchive)
    ? pagePath(language, defaultLanguage, ['events'])
    : undefined;

/** Returns the English name of one record of a linked type, or of one term of a linked taxonomy. */
export const typeLabel = ({ type, object }: Pick<MenuItemFields, 'type' | 'object'>): string => {
  if (type === 'custom') return 'Custom Link';
  if (type === 'post_type_archive') return 'Post Type Archive';
  const labels: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(Object.entries(taxonomyLabels));
  const named = type === 'taxonomy' ? labels.get(object) : postTypes.find(({ slug }) => slug === object)?.labels;
  return named?.singular_name ?? '';
};

/** Returns the English name of the page that lists the records of a type. */
export const archiveTitle = (object: string): string => postTypes.find(({ slug }) => slug === object)?.name ?? '';
