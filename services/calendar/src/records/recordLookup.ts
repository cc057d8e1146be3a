import { claimId, claims, idOfStream } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import type { Documents } from '@almanac/documents';
import { exists, slugScope } from '@almanac/publication';
import type { RestRequest } from '@almanac/rest';
import type { RecordFields, RecordState } from './record.ts';
import { type KindNames, notFound, type RecordKind, slugNotFound } from './recordKind.ts';

type Asking = Pick<RestRequest, 'captures' | 'language' | 'remember'>;

/** A record by its id; undefined where there is none of the kind. */
export const recordById = async <Fields extends RecordFields>(
  documents: Documents,
  kind: RecordKind<Fields>,
  id: number,
): Promise<(RecordState & Fields) | undefined> => {
  const document = await documents.get<RecordState & Fields>(kind.collection, id);
  const state = document?.body ?? undefined;
  return state !== undefined && exists(state) ? state : undefined;
};

/** The id that bears a slug in a language; undefined where none does (docs/interface/translation.md §5). */
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

/** The record that the path names, by id or by slug; read once a request. */
export const namedRecord = <Fields extends RecordFields>(
  documents: Documents,
  kind: RecordKind<Fields>,
  request: Asking,
): Promise<(RecordState & Fields) | undefined> =>
  request.remember(`named-${kind.noun}`, async () => {
    const { id, slug = '' } = request.captures;
    const found = id === undefined ? await idOfSlug(documents, kind, { slug, language: request.language }) : Number(id);
    return found === undefined || !Number.isSafeInteger(found) ? undefined : recordById(documents, kind, found);
  });

/** The same; @throws DomainError 404 */
export const requireNamed = async <Fields extends RecordFields>(
  documents: Documents,
  kind: RecordKind<Fields>,
  request: Asking,
): Promise<RecordState & Fields> => {
  const record = await namedRecord(documents, kind, request);
  if (record !== undefined) return record;
  const { id, slug = '' } = request.captures;
  throw id === undefined ? slugNotFound(kind, slug) : notFound(kind, id);
};
