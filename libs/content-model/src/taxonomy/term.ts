import type { Collection } from '@almanac/documents';
import type { Aggregate, UniqueName, Upcasters } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import type { DomainError } from '@almanac/i18n';
import type { WrittenRecord } from '@almanac/service';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, plainName, slugOf, storedDescription } from '@almanac/text';
import { z } from 'zod';
import { changedFields, isEmpty } from '../publication/changedFields.ts';
import { exists, slugScope } from '../publication/contentItem.ts';
import { defaultsOf, type RecordFields, type StoredFields } from '../publication/recordFields.ts';
import type { TranslationMembership } from '../translations/grouping.ts';
import type { GroupMembership } from '../translations/translatable.ts';
import { type MinorEdit, minorEdit, type TranslatedField, textMember } from '../translations/units.ts';

const uniform = { copied: false, translated: false } as const;
const text = { ...uniform, schema: z.string(), default: '' };

/** The fields of terms; each service adds their members in its interface. */
export const termFields = {
  /** Without tags, `& < >` as entities. */
  name: { ...text, clean: plainName, maxLength: MAX_TITLE_LENGTH },
  slug: { ...text, clean: slugOf },
  description: { ...text, clean: storedDescription, maxLength: MAX_DESCRIPTION_LENGTH },
  /** The id of the parent category; 0 for the top, and for tags. */
  parent: { ...uniform, schema: z.int(), default: 0 },
} as const satisfies RecordFields;

/** The stored values of a term's fields. */
export type TermFields = StoredFields<typeof termFields>;

/** A term's translation membership. */
export interface TermMembership extends TranslationMembership {
  /**
   * The language it was translated from, null for the original of a group; absent for a term without a translation
   * group.
   */
  readonly source?: string | null;
}

export interface TermState extends TermFields, TermMembership {
  readonly id: number;
  /** The version of its stream; 0 for a term that never existed. */
  readonly version: number;
  readonly deleted: boolean;
}

/** The state of a term that never existed. */
export const absentTerm: TermState = {
  ...defaultsOf(termFields),
  id: 0,
  version: 0,
  deleted: false,
  language: '',
  group: null,
  languages: [],
};

/** Data of each term event. */
interface TermHappenings {
  readonly created: TermFields & TermMembership & { readonly id: number };
  readonly changed: Partial<TermFields & Pick<TranslationMembership, 'language' | 'languages'>> & MinorEdit;
  readonly placedInTranslationGroup: Pick<TermMembership, 'group' | 'source'>;
  readonly listingLanguagesChanged: Pick<TranslationMembership, 'languages'>;
  readonly deleted: Record<string, never>;
}

/** The types of one taxonomy's events. */
export type TermEventTypes = { readonly [H in keyof TermHappenings]: string };

/** The events of one taxonomy's terms. */
export type TermEvent<Types extends TermEventTypes> = {
  [H in keyof TermHappenings]: Event<Types[H], TermHappenings[H]>;
}[keyof TermHappenings];

/** Refusals of a taxonomy, as its interface words them. */
export interface TermErrors {
  noSuchTerm(): DomainError;
  noSuchParent(): DomainError;
  emptyName(): DomainError;
  nameTooLong(): DomainError;
  /** @param id the term that has the name */
  termExists(id: number): DomainError;
  slugTaken(slug: string): DomainError;
}

/** Everything in which taxonomies differ for the rules and commands that they share. */
export interface TermKind<State extends TermState = TermState> {
  readonly aggregate: Aggregate<State>;
  readonly eventTypes: TermEventTypes;
  readonly collection: Collection;
  /** Names its slugs and its translation groups: `category`, `post_tag`. */
  readonly noun: string;
  readonly hierarchical: boolean;
  /** The field of its documents with the folded name. */
  readonly nameField: string;
  readonly errors: TermErrors;
}

export type TermCommand =
  | { readonly type: 'Create'; readonly id: number; readonly fields: Omit<TermFields, 'slug' | 'parent'> }
  /** Changes only the given fields. */
  | { readonly type: 'Change'; readonly fields: Partial<Omit<TermFields, 'slug' | 'parent'>> }
  | { readonly type: 'Delete' }
  /** Moves a term without versions to another language. */
  | ({ readonly type: 'ChangeLanguage' } & Pick<TranslationMembership, 'language' | 'languages'>)
  /** Sets the term's translation membership. */
  | ({ readonly type: 'SetTranslationMembership' } & GroupMembership);

/** Data outside the term that a decision about it needs. */
export interface TermFacts {
  /** The term's slug: its own, or a free one. */
  readonly slug: string;
  /** The term's parent; it closes no cycle. */
  readonly parent: number;
  /** The translation membership of a new term. */
  readonly membership: TermMembership;
  /** True if changed texts need no new translation. */
  readonly minor?: boolean | undefined;
}

/** The translated fields of a term (docs/interface/translation.md §9). */
export const termTexts: readonly TranslatedField<TermFields>[] = [
  textMember('name', 'name', termFields.name.clean),
  textMember('description', 'description', termFields.description.clean),
];

/** Maximum length of a name in characters (docs/interface/core-terms.md §5). */
export const MAX_NAME_LENGTH = 200;

/**
 * Decides a command of a term; pure.
 * @throws DomainError of the taxonomy
 */
export const decideTerm = <State extends TermState>(
  kind: TermKind<State>,
  state: State,
  command: TermCommand,
  facts: TermFacts | undefined,
): Event[] => {
  const { errors, eventTypes } = kind;
  if (command.type === 'SetTranslationMembership') return decideMembership(kind, state, command);
  if (command.type !== 'Create' && !exists(state)) throw errors.noSuchTerm();
  if (command.type === 'ChangeLanguage') {
    const { language, languages } = command;
    const changed = changedFields<TermState>(state, { language, languages });
    return isEmpty(changed) ? [] : [{ type: eventTypes.changed, data: changed }];
  }
  if (command.type === 'Delete') return [{ type: eventTypes.deleted, data: {} }];
  if (facts === undefined) throw new Error(`the command ${command.type} of a term takes facts`);
  checkName(kind, command.fields.name ?? state.name);
  const { slug, parent, membership } = facts;
  if (command.type === 'Create') {
    const { id, fields } = command;
    return [{ type: eventTypes.created, data: { ...fields, id, slug, parent, ...membership } }];
  }
  const changed = changedFields<TermState>(state, { ...command.fields, slug, parent });
  return isEmpty(changed) ? [] : [{ type: eventTypes.changed, data: { ...changed, ...minorEdit(facts.minor) } }];
};

const checkName = ({ errors }: Pick<TermKind, 'errors'>, name: string): void => {
  if (name === '') throw errors.emptyName();
  if ([...name].length > MAX_NAME_LENGTH) throw errors.nameTooLong();
};

const decideMembership = <State extends TermState>(
  { eventTypes }: TermKind<State>,
  state: State,
  { group, source, languages }: GroupMembership,
): Event[] => [
  ...(group === state.group && source === state.source
    ? []
    : [{ type: eventTypes.placedInTranslationGroup, data: { group, source } }]),
  ...(state.languages.join() === languages.join()
    ? []
    : [{ type: eventTypes.listingLanguagesChanged, data: { languages } }]),
];

/** Returns the members of the state that an event of a term sets. */
export const termChange = (eventTypes: TermEventTypes, { type, data }: Event): Partial<TermState> => {
  if (type === eventTypes.deleted) return { deleted: true };
  // the events of every taxonomy have members of the state
  const { minor: _, ...changes } = data as Partial<TermState> & MinorEdit;
  return changes;
};

/** Upcasts changes without the members `minor`, and then `language`: they are no minor edits and keep the language. */
export const termUpcasters = ({ changed }: TermEventTypes): Upcasters => ({
  [changed]: [(data: object) => data, (data: object) => data],
});

/** Returns the slug as a unique name in the term's taxonomy and language (docs/interface/translation.md §5). */
export const termNames = (
  noun: string,
  { slug, language, deleted }: Pick<TermState, 'slug' | 'language' | 'deleted'>,
): readonly UniqueName[] => (slug === '' || deleted ? [] : [{ scope: slugScope(noun, language), name: slug }]);

/** Describes a term for operators, who can restore it by the route that changes it. */
export const writtenTerm = (route: string, { hierarchical = true } = {}): WrittenRecord<TermState> => ({
  route,
  ...(hierarchical && { references: { parent: 'category' } }),
  members: ({ name, slug, description, parent }) => ({ name, slug, description, ...(hierarchical && { parent }) }),
  name: ({ name }) => name,
});
