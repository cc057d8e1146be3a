import type { MediaFacts } from '@almanac/contracts';
import { callerHeaders } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import type { Calendar } from '../calendar.ts';
import { type ImageAsker, type MediumCopy, mediaCopies, mediumCopy } from './images.ts';

/** Older than what any event of core's makes: the event that follows is laid over it. */
const BEFORE_EVERY_EVENT = 1;

/** Core may have to fetch the pictures first. */
const TIMEOUT = 20_000;

/** Ids of media, and addresses. */
export type Names = readonly (number | string)[];

/**
 * Has core find pictures by their ids and addresses, and with `fetch` fetch those whose address it does not know, all
 * or none. Copies are kept at once. What there is no picture of is missing from the answer.
 * @throws ServiceUnavailableError
 */
export const imagesOfCore = async (
  { documents, fetchInternal }: Pick<Calendar, 'documents' | 'fetchInternal'>,
  asked: { readonly images: Names; readonly fetch: boolean },
  { principal, site }: ImageAsker,
): Promise<(readonly [name: number | string, medium: MediumCopy])[]> => {
  const headers = { [callerHeaders.site]: site };
  const request = { body: asked, principal, headers, timeout: TIMEOUT };
  const { status, body } = await fetchInternal('core', '/internal/media', request);
  if (status >= 500) throw new ServiceUnavailableError('core');
  const media = status < 400 ? (body as { readonly media: readonly (MediaFacts | null)[] }).media : [];
  const found = asked.images.flatMap((name, at) => {
    const medium = media[at] ?? null;
    return medium === null ? [] : [[name, mediumCopy(medium)] as const];
  });
  await documents.write(
    found.map(([, copy]) => ({ collection: mediaCopies, id: copy.id, version: BEFORE_EVERY_EVENT, body: copy })),
  );
  return found;
};
