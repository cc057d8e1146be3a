import type { I18nMember } from '@almanac/content-model';
import { changeTagOfCore, createTagOfCore, deleteTagOfCore, ensureTagsOfCore, type TagFacts } from '@almanac/contracts';
import type { Principal } from '@almanac/identity';
import { guardOf, readToken, TOKEN_HEADER } from '@almanac/messaging';
import type { HeaderFields } from '@almanac/rest';
import { askInternal } from '@almanac/service';
import type { Calendar } from '../calendar.ts';
import { calendarErrors } from '../errors.ts';
import { type TagCopy, tagCopies, tagCopy } from './tagCopies.ts';

/**
 * Lets core find or create tags by their names, and stores copies of the new ones at once: the integration events that
 * follow find them there (docs/architecture.md §3).
 */
export const ensureTags = async (
  calendar: Calendar,
  names: readonly string[],
  language: string,
): Promise<TagCopy[]> => {
  const send = { tags: [...names] };
  const { body, refused } = await askInternal(calendar.fetchInternal, ensureTagsOfCore, { send, language });
  if (refused !== undefined) throw refused;
  const { tags, position, epoch = 1 } = body;
  const found = tags.filter((tag) => tag !== null);
  const copies = found.map(({ n, ...facts }) =>
    tagCopy(facts, n === null || position === null ? 0 : guardOf({ epoch, position, n })),
  );
  const made = copies.filter((copy) => copy.version > 0);
  await calendar.documents.write(
    made.map((copy) => ({ collection: tagCopies, id: copy.id, version: copy.version, body: copy })),
  );
  return copies;
};

/** Requests from core a dry run of creating tags with these names. @throws DomainError core's refusal */
export const dryRunTags = async (calendar: Calendar, names: readonly string[], language: string): Promise<void> => {
  const send = { tags: [...names], dryRun: true };
  const { refused } = await askInternal(calendar.fetchInternal, ensureTagsOfCore, { send, language });
  if (refused !== undefined) throw refused;
};

type TagValues = Parameters<typeof createTagOfCore.request.parse>[0] & {
  readonly [Name in 'name' | 'slug' | 'description']?: string | undefined;
} & { readonly translation_of?: number | undefined; readonly i18n_minor_edit?: boolean | undefined };

/** The current request; only a part of it is forwarded. */
interface Asker {
  readonly principal: Principal;
  readonly language: string;
  readonly context: { readonly correlation: string };
}

/** Returns the caller without the headers of the request, which belong to a body that is not passed on. */
const inItsName = ({ principal, language, context }: Asker) => ({
  principal,
  language,
  correlation: context.correlation,
});

/** An event index above those of any commit: a copy made from an answer is as new as all events of its commit. */
const LAST = 1_023;

/**
 * Returns the guard of a copy made from an answer of core. It is undefined if core published nothing; then core's
 * event makes the copy.
 */
const guardOfAnswer = (headers: HeaderFields): number | undefined => {
  const position = readToken(headers.get(TOKEN_HEADER) ?? '').find(({ source }) => source === 'core');
  return position && guardOf({ epoch: position.epoch ?? 1, position: position.position, n: LAST });
};

type TagMembership = Pick<TagCopy, 'language' | 'group' | 'source'>;

interface AnsweredTag {
  readonly body: Pick<TagFacts, 'id' | 'name' | 'slug' | 'description'>;
  readonly headers: HeaderFields;
}

const keepAnswered = async (
  { documents }: Calendar,
  { body, headers }: AnsweredTag,
  { language, group, source }: TagMembership,
): Promise<TagCopy> => {
  const { id, name, slug, description } = body;
  const version = guardOfAnswer(headers);
  const copy = tagCopy({ id, name, slug, description, language, group, source }, version ?? 0);
  if (version !== undefined) await documents.write([{ collection: tagCopies, id, version, body: copy }]);
  return copy;
};

/** Returns the translation membership of a new tag from core's answer; a tag without translations has no group. */
const membershipOf = ({ i18n }: { readonly i18n?: I18nMember | undefined }, language: string): TagMembership => {
  if (i18n === undefined || Object.keys(i18n.translations).length < 2) return { language, group: null };
  return { language: i18n.language, group: i18n.group_id, source: i18n.source_language };
};

/** Lets core create a tag. @throws DomainError core's refusal */
export const createTag = async (calendar: Calendar, asker: Asker, values: TagValues): Promise<TagCopy> => {
  const asked = { ...inItsName(asker), send: values };
  const answer = await askInternal(calendar.fetchInternal, createTagOfCore, asked);
  if (answer.refused !== undefined) throw answer.refused;
  return keepAnswered(calendar, answer, membershipOf(answer.body, asker.language));
};

/** Lets core change a tag. @throws DomainError core's refusal */
export const changeTag = async (
  calendar: Calendar,
  asker: Asker,
  { copy, values }: { readonly copy: TagCopy; readonly values: TagValues },
): Promise<TagCopy> => {
  const asked = { ...inItsName(asker), at: { id: copy.id }, send: values };
  const answer = await askInternal(calendar.fetchInternal, changeTagOfCore, asked);
  if (answer.refused !== undefined) throw answer.refused;
  return keepAnswered(calendar, answer, copy);
};

/** Lets core delete a tag. @throws DomainError core's refusal */
export const deleteTag = async (calendar: Calendar, asker: Asker, { id }: TagCopy): Promise<void> => {
  const answer = await askInternal(calendar.fetchInternal, deleteTagOfCore, { ...inItsName(asker), at: { id } });
  if (answer.refused !== undefined)
    throw calendarErrors.unknownTerm.matches(answer.refused) ? calendarErrors.unknownTerm() : answer.refused;
  const version = guardOfAnswer(answer.headers);
  if (version !== undefined) await calendar.documents.write([{ collection: tagCopies, id, version, body: null }]);
};
