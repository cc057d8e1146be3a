import type { UnitOfWork } from '@almanac/event-sourcing';
import { restErrors } from '@almanac/rest';
import { storedContent, storedTitle } from '@almanac/text';
import { setPublicInGroup, versionsOf } from '../translations/grouping.ts';
import { rulesOf, type Translatable, type Version } from '../translations/translatable.ts';
import {
  type CleanText,
  followingFields,
  inheritedFields,
  type TranslatedField,
  textMember,
} from '../translations/units.ts';
import { changedFields, isEmpty } from './changedFields.ts';
import { type ContentCommand, type ContentFacts, decideContent } from './contentCommands.ts';
import { type ContentFields, type ContentKind, type ContentState, exists } from './contentItem.ts';
import { type ContentSite, plainFacts } from './contentSite.ts';

type Membership = Pick<ContentState, 'id' | 'language' | 'group' | 'status'>;

/** Returns an item as a version of its translation group. */
export const versionOf = ({ id, language, group, status }: Membership): Version => ({
  id,
  language,
  group,
  public: status === 'publish',
});

/** Adapts a kind of content to translation groups. An item in the trash cannot be a source. */
export const translatableContent = <State extends ContentState & Fields, Fields extends ContentFields>(
  kind: ContentKind<State, Fields>,
): Translatable => ({
  noun: kind.noun,
  version: async (unit, id) => {
    const state = await unit.load(kind.aggregate, id);
    return exists(state) && state.status !== 'trash' ? versionOf(state) : undefined;
  },
  setMembership: async (unit, id, { group, languages }) => {
    const state = await unit.load(kind.aggregate, id);
    const command: ContentCommand<Fields> = { type: 'SetTranslationMembership', group, languages };
    // a translation membership depends only on the command
    await unit.append(kind.aggregate, id, decideContent(kind, state, command, {} as ContentFacts<Fields>));
  },
});

export interface FollowedChange<State> {
  readonly before: State;
  readonly after: State;
  /** True if the caller may change that version. Absent: all versions may be changed. */
  mayEdit?(version: State): boolean;
}

/**
 * Applies a change of one item to its translation group, in the same commit. Copied fields change in every version.
 * Lists show another version if this one has become public or is no longer public.
 * @throws DomainError 403 if the caller may not change a version whose copied fields change
 */
export const followInGroup = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  site: ContentSite,
  change: FollowedChange<State>,
): Promise<void> => {
  const { after } = change;
  if (after.group === null) return;
  await copyToVersions(unit, kind, site, change);
  await setPublicInGroup(unit, translatableContent(kind), { version: versionOf(after), site: site.languages });
};

const copyToVersions = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  site: ContentSite,
  { before, after, mayEdit = () => true }: FollowedChange<State>,
): Promise<void> => {
  const copied = changedFields<Fields>(before, copiedFields(kind, after));
  const follow = followingFields<Fields>(kind.translated, rulesOf(site.languages), { before, after });
  if (isEmpty(copied) && follow === undefined) return;
  for (const version of await otherVersions(unit, kind, after)) {
    if (!mayEdit(version)) throw restErrors.forbidden();
    const fields = { ...(await inLanguage(unit, kind, copied, version.language)), ...follow?.(version) };
    const events = decideContent(kind, version, { type: 'Change', fields }, plainFacts(unit, site, version));
    await unit.append(kind.aggregate, version.id, events);
  }
};

/** Returns fields of the source that replace those sent for a new translation (docs/interface/translation.md §3). */
export const copiedFromSource = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  { source, language, sent, site }: Inheriting,
): Promise<Partial<Fields>> => {
  if (source === undefined) return {};
  const state = await unit.load(kind.aggregate, source);
  const alike = await inLanguage(unit, kind, copiedFields(kind, state), language);
  const texts = { source: state, sent: sent as Fields }; // copying reads only members that exist
  return { ...alike, ...inheritedFields<Fields>(kind.translated, rulesOf(site.languages), texts) };
};

interface Inheriting {
  readonly source: number | undefined;
  readonly language: string;
  /** The fields sent for the new version. */
  readonly sent: object;
  readonly site: ContentSite;
}

const copiedFields = <State extends ContentState & Fields, Fields extends ContentFields>(
  { copied }: ContentKind<State, Fields>,
  state: State,
): Partial<Fields> => {
  const fields: Partial<Fields> = {};
  for (const name of copied) fields[name] = state[name];
  return fields;
};

const inLanguage = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  copied: object,
  language: string,
): Promise<Partial<Fields>> => (await kind.inLanguage?.(unit, copied, language)) ?? copied;

/** Returns the other versions of an item; none without a translation group. */
const otherVersions = async <State extends ContentState & Fields, Fields extends ContentFields>(
  unit: UnitOfWork,
  kind: ContentKind<State, Fields>,
  item: Membership,
): Promise<State[]> => {
  const ids = Object.values(await versionsOf(unit, translatableContent(kind), item));
  return Promise.all(ids.filter((id) => id !== item.id).map((id) => unit.load(kind.aggregate, id)));
};

interface Texts {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** Returns the translated texts of every kind of content; kinds differ in how titles are cleaned. */
export const contentTexts = (cleanTitle: CleanText = storedTitle): readonly TranslatedField<Texts>[] => [
  textMember('title', 'title', cleanTitle),
  textMember('body', 'content', storedContent),
  textMember('excerpt', 'excerpt', storedContent),
];
