import { createdId, exists, slugScope } from '@almanac/content-model';
import type { Documents } from '@almanac/documents';
import { claimId, claims, idOfStream } from '@almanac/event-sourcing';
import type { FoundCommit, RestRequest } from '@almanac/rest';
import { slugOf } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import { itemErrors } from '../errors.ts';
import type { ItemFields, ItemState } from './contentItem.ts';
import type { ItemKind, KindNames } from './itemKind.ts';

type Asking = Pick<RestRequest, 'captures' | 'language' | 'remember'>;

/** Returns a record by its id; undefined if the kind has none with it. */
export const itemById = <Fields extends ItemFields>(
  documents: Documents,
  kind: ItemKind<Fields>,
  id: number,
): Promise<(ItemState & Fields) | undefined> => readStateById<ItemState & Fields>(documents, kind, id);

/** Returns the state of a record of any kind by its id, typed by the caller; undefined if there is none. */
const readStateById = async <State extends ItemState>(
  documents: Documents,
  kind: Pick<KindNames, 'collection'>,
  id: number,
): Promise<State | undefined> => {
  const document = await documents.get<State>(kind.collection, id);
  const state = document?.body ?? undefined;
  return state !== undefined && exists(state) ? state : undefined;
};

/** Returns the id of the record with the slug in a language (docs/interface/translation.md §5). */
const idOfSlug = async (
  documents: Documents,
  kind: KindNames,
  { slug, language }: { readonly slug: string; readonly language: string },
): Promise<number | undefined> => {
  const name = claimId(slugScope(kind.noun, language), slugOf(slug));
  const claim = await documents.get<{ readonly by: string | null }>(claims, name);
  const bearer = claim?.body?.by ?? null;
  return bearer === null ? undefined : Number(idOfStream(bearer));
};

/** Returns the record that the path names by id or by slug; a request reads it once. */
export const namedItem = <Fields extends ItemFields>(
  documents: Documents,
  kind: ItemKind<Fields>,
  request: Asking,
): Promise<(ItemState & Fields) | undefined> =>
  request.remember(`named-${kind.noun}`, async () => {
    const { id, slug = '' } = request.captures;
    const found = id === undefined ? await idOfSlug(documents, kind, { slug, language: request.language }) : Number(id);
    return found === undefined || !Number.isSafeInteger(found) ? undefined : itemById(documents, kind, found);
  });

/** Returns the record that the path names. @throws DomainError 404 */
export const requireNamed = async <Fields extends ItemFields>(
  documents: Documents,
  kind: ItemKind<Fields>,
  request: Asking,
): Promise<ItemState & Fields> => {
  const record = await namedItem(documents, kind, request);
  if (record !== undefined) return record;
  const { id, slug = '' } = request.captures;
  throw id === undefined
    ? itemErrors[kind.noun].slugNotFound({ params: { slug } })
    : itemErrors[kind.noun].notFound({ params: { id } });
};

/** Returns the record that a commit created, for a request whose first answer was lost. */
export const createdItem = async <Fields extends ItemFields>(
  { documents }: Calendar,
  kind: ItemKind<Fields>,
  commit: FoundCommit,
): Promise<ItemState & Fields> => {
  const id = createdId(commit, kind.eventTypes.created);
  const state = await itemById(documents, kind, id);
  if (state === undefined) throw itemErrors[kind.noun].notFound({ params: { id } });
  return state;
};
