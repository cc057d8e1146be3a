import type { MediaFacts } from '@almanac/contracts';
import { callerHeaders } from '@almanac/rest';
import { ServiceUnavailableError } from '@almanac/service';
import type { Calendar } from '../calendar.ts';
import { type ImageAsker, type MediumCopy, mediaCopies, mediumCopy } from './images.ts';

/** Older than what any event of core's makes: the event that follows is laid over it. */
const BEFORE_EVERY_EVENT = 1;

/** Core may have to fetch the picture first. */
const TIMEOUT = 20_000;

/**
 * Has core find a picture by its id, or by its address, which it fetches where it does not know it. A copy is kept at
 * once. Undefined where there is no such picture.
 * @throws ServiceUnavailableError
 */
export const imageOfCore = async (
  { documents, fetchInternal }: Pick<Calendar, 'documents' | 'fetchInternal'>,
  image: number | string,
  { principal, site }: ImageAsker,
): Promise<MediumCopy | undefined> => {
  const headers = { [callerHeaders.site]: site };
  const asked = { body: { image }, principal, headers, timeout: TIMEOUT };
  const { status, body } = await fetchInternal('core', '/internal/media', asked);
  if (status >= 500) throw new ServiceUnavailableError('core');
  const medium = status < 400 ? (body as { readonly medium: MediaFacts | null }).medium : null;
  if (medium === null) return undefined;
  const copy = mediumCopy(medium);
  await documents.write([{ collection: mediaCopies, id: copy.id, version: BEFORE_EVERY_EVENT, body: copy }]);
  return copy;
};
