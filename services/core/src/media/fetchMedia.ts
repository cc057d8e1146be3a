import { Readable } from 'node:stream';
import { isDomainError } from '@almanac/i18n';
import { OutgoingError, type OutgoingResponse } from '@almanac/outgoing';
import { ServiceUnavailableError } from '@almanac/service';
import { decodedText } from '@almanac/text';
import { extensionOfImage, typeOfExtension } from './fileTypes.ts';
import type { MediaCore } from './mediaPorts.ts';
import { mediumOfSource } from './mediaSlugs.ts';
import { isImage, type Medium } from './medium.ts';
import { mediumWithFile } from './readModels/mediaList.ts';
import { type JudgedMedium, judgeMedium, type Storing, storeMedia } from './storeMedium.ts';
import { cleanFileName, nameParts } from './upload/fileName.ts';
import { discardingRefused, receiveFile } from './upload/receivedFile.ts';

export interface Fetching extends Storing {
  /** The site's own address. */
  readonly site: string;
  /** The id of the user for whom it is fetched. */
  readonly author: number;
}

const MIB = 1024 * 1024;
/** A fetched picture is in memory as a whole. */
const MOST_BYTES = 16 * MIB;
const TIMEOUT = 10_000;
/** Milliseconds for all pictures of a request: the calendar waits 20 seconds for the answer. */
const TOTAL_MS = 15_000;
const IMAGES = 'image/avif,image/webp,image/png,image/jpeg,image/gif';

/** How many pictures are fetched for one request, and how often again when others fetch one of them meanwhile. */
const MOST_NEW = 10;
const RETRIES = 3;

/** An address as pictures are known by it. */
const sourceOf = (address: string): string => {
  const url = new URL(address);
  url.hash = '';
  return url.href;
};

const isOwn = (source: string, site: string): boolean => new URL(source).origin === new URL(site).origin;

export type MediaByAddress = ReadonlyMap<string, Medium>;

/** The pictures at addresses, as far as they are here: files of the site itself, and what was fetched before. */
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
 * The pictures at addresses. Those that are not here yet are fetched and stored in one commit; none is, where one of
 * them cannot be had, for whatever reason: that is in the log alone. What there is none of is missing from the answer.
 * @throws ServiceUnavailableError while too many pictures are fetched; the reason of the signal, if the client has left
 */
export const fetchMedia = (
  core: MediaCore,
  fetching: Fetching,
  addresses: readonly string[],
): Promise<MediaByAddress> => {
  const ending = AbortSignal.any([fetching.signal, AbortSignal.timeout(TOTAL_MS)]);
  return fetchUntil(core, { ...fetching, ending }, addresses, RETRIES);
};

/** A request that ends fetching with its time; what is stored ends with its client alone. */
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

/** A file of the site, or a version of it, is found by its path; nothing else of the site is fetched. */
const ownPicture = async ({ documents }: MediaCore, source: string): Promise<Medium | undefined> => {
  const [, path = ''] = /^(?:\/[a-z-]+)?\/uploads\/(.+)$/.exec(new URL(source).pathname) ?? [];
  const found = await mediumWithFile(documents, decodedText(path));
  return found !== undefined && isImage(found) ? found : undefined;
};

/** Everything is received and judged before anything is stored. */
const fetchNew = async (core: MediaCore, fetching: Ending, sources: readonly string[]): Promise<MediaByAddress> => {
  if (sources.length === 0 || sources.length > MOST_NEW) return new Map();
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

/** The picture at an address, received and judged; undefined where there is none. Of the site itself nothing is fetched. */
const receive = async (core: MediaCore, fetching: Ending, source: string): Promise<JudgedMedium | undefined> => {
  const { incoming: folder, limits } = core.media;
  if (isOwn(source, fetching.site)) return undefined;
  try {
    const answer = await answerOf(core, source, fetching.ending);
    const file = await receiveFile(Readable.from([answer.body]), { folder, limit: limits.bytes, form: 'raw' });
    const upload = { form: 'raw', file, name: fileNameOf(answer) } as const;
    return await discardingRefused(file, () =>
      judgeMedium(core, fetching, { upload, input: { author: fetching.author }, source }),
    );
  } catch (error) {
    if (error instanceof OutgoingError && error.reason === 'busy')
      throw new ServiceUnavailableError('core', { cause: error });
    if (!isRefusal(error)) throw error;
    core.log.info({ err: error, source }, 'no picture was fetched');
    return undefined;
  }
};

const isRefusal = (error: unknown): boolean =>
  error instanceof OutgoingError || (isDomainError(error) && error.status === 400);

/** @throws OutgoingError also for what is no picture */
const answerOf = async ({ media }: MediaCore, source: string, signal: AbortSignal): Promise<OutgoingResponse> => {
  const maxBytes = Math.min(media.limits.bytes, MOST_BYTES);
  const answer = await media.outgoing.fetch(source, { accept: IMAGES, maxBytes, timeout: TIMEOUT, signal });
  const type = answer.headers['content-type'] ?? '';
  if (answer.status === 200 && type.startsWith('image/')) return answer;
  throw new OutgoingError('refused', `the answer is ${answer.status} ${type}`);
};

/** The last part of the address, with an extension that fits where it has none. */
const fileNameOf = ({ url, headers }: OutgoingResponse): string => {
  const last = decodedText(new URL(url).pathname).split('/').at(-1) ?? '';
  const { base, extension } = nameParts(cleanFileName(last));
  const isImageName = typeOfExtension(extension)?.startsWith('image/') === true;
  if (isImageName) return last;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return `${base || 'image'}.${extensionOfImage(type) ?? 'jpg'}`;
};
