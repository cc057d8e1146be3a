import { streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { trashedSlug, uniqueSlug } from '@almanac/text';
import { contentErrors } from '../errors.ts';
import { joinGroup, type TranslationMembership, ungroupedMembership } from '../translations/grouping.ts';
import { type ContentFacts, wantedSlug } from './contentCommands.ts';
import { type ContentFields, type ContentKind, type ContentState, slugScope } from './contentItem.ts';
import { type ContentSite, plainFacts } from './contentSite.ts';
import { type AskedDate, clocksAt, firstPublication, nextPublication } from './publicationDate.ts';
import { translatableContent } from './translations.ts';

/** Requested status, date and slug; undefined keeps the current value or applies the default. */
export interface AskedPublication<Status extends string = string> {
  readonly status?: Status | undefined;
  readonly date?: AskedDate | undefined;
  readonly slug?: string | undefined;
  readonly title: string;
  /** Id of the item above it. */
  readonly parent?: number | undefined;
}

/** The data of a new item that its translation group uses. */
export interface JoiningVersion<State> {
  readonly id: number;
  readonly language: string;
  readonly translationOf: number | undefined;
  /** True if the caller may edit the source: a translation copies the source's stored fields, private ones too. */
  mayTranslate(source: State): boolean;
}

/**
 * Gathers the facts of a new item. A translation joins the group of its source in the same commit.
 * @throws DomainError 400 for an unknown source or one that the caller may not edit; 409 if the group has that language
 */
export const gatherForCreate = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  site: ContentSite,
  asked: AskedPublication & JoiningVersion<State> & { readonly status: string },
): Promise<ContentFacts<Fields>> => {
  const { id, language, title, parent = 0 } = asked;
  const { status } = firstPublication(asked.status, asked.date, clocksAt(unit.meta, site.zone));
  const none = { id, slug: '', status, slugBeforeTrash: '' };
  const wanted = wantedSlug(none, asked.slug, { title, status });
  const slug = await freeSlug(unit, kind, site, { id, language, parent, wanted });
  const membership = await membershipOf(unit, kind, site, { ...asked, isPublic: status === 'publish' });
  return plainFacts(unit, site, { slug, ...membership });
};

const membershipOf = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  { languages: site }: ContentSite,
  {
    id,
    language,
    translationOf: source,
    mayTranslate,
    isPublic,
  }: JoiningVersion<State> & { readonly isPublic: boolean },
): Promise<TranslationMembership> => {
  if (source === undefined) return ungroupedMembership(language, site);
  if (!mayTranslate(await unit.load(kind.aggregate, source))) throw contentErrors.unknownSource();
  const version = { id, language, group: null, public: isPublic };
  return joinGroup(unit, translatableContent(kind), { version, source, site });
};

/** Gathers the facts of a change. */
export const gatherForChange = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  site: ContentSite,
  { state, asked }: { readonly state: State; readonly asked: AskedPublication },
): Promise<ContentFacts<Fields>> => {
  const clocks = clocksAt(unit.meta, site.zone);
  const { status } = nextPublication(state, asked.status ?? state.status, asked.date, clocks);
  const wanted = wantedSlug(state, asked.slug, { title: asked.title, status });
  const { id, language, parent: above = 0 } = state;
  const { parent = above } = asked;
  const kept = wanted === state.slug && parent === above ? wanted : undefined;
  const slug = kept ?? (await freeSlug(unit, kind, site, { id, language, parent, wanted }));
  return plainFacts(unit, site, { ...state, slug });
};

/** Gathers the facts of a move to the trash: a slug that frees the item's own. */
export const gatherForTrash = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  site: ContentSite,
  state: State,
): Promise<ContentFacts<Fields>> => {
  const slug = await freeSlug(unit, kind, site, { ...state, wanted: trashedSlug(state.slug) });
  return plainFacts(unit, site, { ...state, slug });
};

const freeSlug = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  { noun, aggregate, scopeOf = (item) => slugScope(noun, item.language) }: ContentKind<State, Fields>,
  { slugs = {} }: ContentSite,
  { id, wanted, ...item }: Pick<ContentState, 'language' | 'parent'> & { readonly id: number; readonly wanted: string },
): Promise<string> => {
  if (wanted === '') return '';
  const isTaken = async (slug: string): Promise<boolean> => {
    const holder = await unit.holder(scopeOf(item), slug);
    return holder !== null && holder !== streamOf(aggregate, id);
  };
  return uniqueSlug(wanted, isTaken, slugs);
};
