import {
  defaultsOf,
  type FinishedRecord,
  newFields,
  type Owner,
  releasedStatus,
  rulesOf,
  type StoredFields,
  slugsAbove,
  sourceAndVersion,
  statusOfTranslation,
  translatedFields,
  translateTerm,
  type WrittenVersion,
  withoutIgnored,
} from '@almanac/content-model';
import type { ElementType } from '@almanac/contracts';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { pagePath } from '../addresses.ts';
import type { Core } from '../core.ts';
import type { Post } from '../posts/post.ts';
import { storedFields } from '../posts/postFields.ts';
import { postKind, postTexts } from '../posts/postKind.ts';
import { reservedSlugs } from '../posts/postPath.ts';
import { changePost, createPost, siteOf } from '../posts/postWriting.ts';
import { categories, type Taxonomy, tags, taxonomies, taxonomyNouns } from '../terms/term.ts';
import { unusedId } from '../unusedId.ts';

/** Core as the owner of translated posts and terms. */
export const ownerOfTranslations = (core: Core): Owner => ({
  name: 'core',
  commands: core.commands,
  fetchInternal: core.fetchInternal,
  write: (unit, finished) => {
    const taxonomy = taxonomyOf.get(finished.source.type);
    return taxonomy === undefined ? writePost(unit, core, finished) : writeTerm(unit, core, taxonomy, finished);
  },
  release: async (unit, { source, id }) => {
    if (taxonomyOf.has(source.type)) return;
    const status = await releasedStatus(unit, postKind, { source: source.id, id });
    if (status !== undefined) await changePost(unit, core, siteOf(core, reservedSlugs()), { id, input: { status } });
  },
});

const taxonomyOf: ReadonlyMap<ElementType, Taxonomy> = new Map([
  ['tax_category', categories],
  ['tax_post_tag', tags],
]);

const writePost = async (unit: UnitOfWork, core: Core, finished: FinishedRecord): Promise<WrittenVersion> => {
  const { language } = finished;
  const site = siteOf(core, reservedSlugs());
  const { source, version } = await sourceAndVersion(unit, postKind, { id: finished.source.id, language });
  if (version !== undefined) {
    const input = translatedFields(postTexts, version, finished);
    return writtenPost(await changePost(unit, core, site, { id: version.id, input }));
  }
  const status = statusOfTranslation(source);
  const begun = withoutIgnored(postTexts, rulesOf(core.languages), { source, blank: defaultsOf(storedFields) });
  const kept = newFields<StoredFields<typeof keptFields>>(keptFields, { ...source, ...begun });
  const made = await createPost(unit, core, site, {
    ...kept,
    ...translatedFields(postTexts, kept, finished),
    status: finished.hold ? 'draft' : status,
    type: source.type,
    language,
    translationOf: source.id,
    mayTranslate: () => true,
  });
  return { ...writtenPost(made), held: finished.hold && status !== 'draft' };
};

/** The members copied once from the source. Terms and parent follow in their own language (docs/interface/translation.md §9). */
const { categories: _categories, tags: _tags, parent: _parent, ...keptFields } = storedFields;

const writtenPost = ({ id, path, status }: Post): WrittenVersion => ({ id, path, status, held: false });

const writeTerm = async (
  unit: UnitOfWork,
  core: Core,
  taxonomy: Taxonomy,
  { source, language, texts, author }: FinishedRecord,
): Promise<WrittenVersion> => {
  const kinds = taxonomies.map(({ aggregate }) => aggregate);
  const term = await translateTerm(
    unit,
    taxonomy,
    { ...core, others: taxonomyNouns },
    { source: source.id, language, texts, author, newId: () => unusedId(unit, core.numbers, 'terms', kinds) },
  );
  const above = (await slugsAbove(unit, taxonomy, term)).toReversed();
  const path = pagePath(language, core.languages.defaultLanguage, [taxonomy.segment, ...above, term.slug]);
  return { id: term.id, path, status: 'publish', held: false };
};
