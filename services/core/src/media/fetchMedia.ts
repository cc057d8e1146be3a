import { Readable } from 'node:stream';
import { isDomainError } from '@almanac/i18n';
import { OutgoingError, type OutgoingResponse } from '@almanac/outgoing';
import { ServiceUnavailableError } from '@almanac/service';
import { decodedText } from '@almanac/text';
import { fileErrors } from '../errors.ts';
import { extensionOfImage, typeOfExtension } from './fileTypes.ts';
import type { MediaCore } from './mediaPorts.ts';
import { mediumOfSource } from './mediaSlugs.ts';
import { isImage, type Medium } from './medium.ts';
import { mediumWithFile } from './readModels/mediaList.ts';
import { type JudgedMedium, type Storing, storeMedia, validateMedium } from './storeMedium.ts';
import { cleanFileName, nameParts } from './upload/fileName.ts';
import { discardingRefused, receiveFile } from './upload/receivedFile.ts';

export interface Fetching extends Storing {
  /** The site's own address. */
  readonly site: string;
  /** Id of the user who becomes the author. */
  readonly author: number;
}

const MIB = 1024 * 1024;
/** Maximum size of a fetched picture, which is in memory as a whole. */
const MAX_FILE_BYTES = 16 * MIB;
const TIMEOUT_MS = 10_000;
/** Milliseconds for all pictures of a request: the calendar waits 20 seconds for the answer. */
const TOTAL_MS = 15_000;
const IMAGES = 'image/avif,image/webp,image/png,image/jpeg,image/gif';

/** Maximum number of pictures fetched for one request; below, retries after another request fetched one of them. */
const MAX_NEW_MEDIA = 10;
const RETRIES = 3;

/** Returns the address without fragment, under which a picture is known. */
const sourceOf = (address: string): string => {
  const url = new URL(address);
  url.hash = '';
  return url.href;
};

const isOwn = (source: string, site: string): boolean => new URL(source).origin === new URL(site).origin;

export type MediaByAddress = ReadonlyMap<string, Medium>;

/** Returns the stored pictures of addresses: files of the site itself, and pictures fetched before. */
export const knownMedia = async (
  core: MediaCore,
  addresses: readonly string[],
  site: string,
): Promise<MediaByAddress> => {
  const known = new Map<string, Medium>();
  for (const address of addresses) {
    const source = sourceOf(address);
    const medium = await (isOwn(source, site) ? ownPicture(core, source) : mediumOfSource(core.documents, source));
    if (medium !== undefined) known.set(address, medium);
  }
  return known;
};

/**
 * Returns the pictures at addresses. Missing ones are fetched and stored in one commit. If one cannot be fetched, none
 * is stored; the reason is only logged. Addresses without a picture are absent from the result.
 * @throws ServiceUnavailableError if too many pictures are being fetched; the signal's reason if the client disconnects
 */
export const fetchMedia = (
  core: MediaCore,
  fetching: Fetching,
  addresses: readonly string[],
): Promise<MediaByAddress> => {
  const ending = AbortSignal.any([fetching.signal, AbortSignal.timeout(TOTAL_MS)]);
  return fetchUntil(core, { ...fetching, ending }, addresses, RETRIES);
};

/** A fetch request. `ending` also aborts fetching at the timeout; storing is aborted only if the client disconnects. */
interface Ending extends Fetching {
  readonly ending: AbortSignal;
}

const fetchUntil = async (
  core: MediaCore,
  fetching: Ending,
  addresses: readonly string[],
  retries: number,
): Promise<MediaByAddress> => {
  const known = await knownMedia(core, addresses, fetching.site);
  const missing = addresses.filter((address) => !known.has(address));
  try {
    const made = await fetchNew(core, fetching, [...new Set(missing.map(sourceOf))]);
    const fetched = missing.map((address) => [address, made.get(sourceOf(address))] as const);
    return new Map([...known, ...fetched.filter((each): each is [string, Medium] => each[1] !== undefined)]);
  } catch (error) {
    const isTaken = isDomainError(error) && error.code === 'rest_name_taken';
    if (!isTaken || retries === 0) throw error;
    return fetchUntil(core, fetching, addresses, retries - 1);
  }
};

/** Returns the picture for the path of a site's file or rendition. The site's own addresses are never fetched. */
const ownPicture = async ({ documents }: MediaCore, source: string): Promise<Medium | undefined> => {
  const [, path = ''] = /^(?:\/[a-z0-9-]+)?\/uploads\/(.+)$/.exec(new URL(source).pathname) ?? [];
  const found = await mediumWithFile(documents, decodedText(path));
  return found !== undefined && isImage(found) ? found : undefined;
};

/** Fetches and stores the pictures. All are received and validated before any is stored. */
const fetchNew = async (core: MediaCore, fetching: Ending, sources: readonly string[]): Promise<MediaByAddress> => {
  if (sources.length === 0 || sources.length > MAX_NEW_MEDIA) return new Map();
  const settled = await Promise.allSettled(sources.map((source) => receive(core, fetching, source)));
  const received = settled.flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : []));
  try {
    for (const each of settled) if (each.status === 'rejected') throw each.reason;
    if (received.length < sources.length) return new Map();
    const { result } = await storeMedia(core, fetching, received);
    return new Map(result.flatMap((medium) => (medium.source === null ? [] : [[medium.source, medium]])));
  } finally {
    await Promise.all(received.map(({ upload }) => upload.file.discard()));
  }
};

/** Fetches and validates a picture; undefined if there is none. Addresses of the site itself are not fetched. */
const receive = async (core: MediaCore, fetching: Ending, source: string): Promise<JudgedMedium | undefined> => {
  const { incoming: folder, limits } = core.media;
  if (isOwn(source, fetching.site)) return undefined;
  try {
    const answer = await answerOf(core, source, fetching.ending);
    const file = await receiveFile(Readable.from([answer.body]), { folder, limit: limits.bytes, form: 'raw' });
    const upload = { form: 'raw', file, name: fileNameOf(answer) } as const;
    return await discardingRefused(file, () =>
      validateMedium(core, fetching, { upload, input: { author: fetching.author }, source }),
    );
  } catch (error) {
    if (error instanceof OutgoingError && error.reason === 'busy')
      throw new ServiceUnavailableError('core', { cause: error });
    if (!isRefusal(error)) throw error;
    core.log.info({ err: error, source }, 'a picture could not be fetched');
    return undefined;
  }
};

const isRefusal = (error: unknown): boolean =>
  error instanceof OutgoingError || Object.values(fileErrors.raw).some((refusal) => refusal.matches(error));

/** @throws OutgoingError, also if the response is not a picture */
const answerOf = async ({ media }: MediaCore, source: string, signal: AbortSignal): Promise<OutgoingResponse> => {
  const maxBytes = Math.min(media.limits.bytes, MAX_FILE_BYTES);
  const answer = await media.outgoing.fetch(source, { accept: IMAGES, maxBytes, timeout: TIMEOUT_MS, signal });
  const type = answer.headers['content-type'] ?? '';
  if (answer.status === 200 && type.startsWith('image/')) return answer;
  throw new OutgoingError('refused', `the answer is ${answer.status} ${type}`);
};

/** Returns the last path segment; an extension of the content type is added if it has no image extension. */
const fileNameOf = ({ url, headers }: OutgoingResponse): string => {
  const last = decodedText(new URL(url).pathname).split('/').at(-1) ?? '';
  const { base, extension } = nameParts(cleanFileName(last));
  const isImageName = typeOfExtension(extension)?.startsWith('image/') === true;
  if (isImageName) return last;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return `${base || 'image'}.${extensionOfImage(type) ?? 'jpg'}`;
};
