import { Readable } from 'node:stream';
import { isDomainError } from '@almanac/domain';
import { OutgoingError, type OutgoingResponse } from '@almanac/outgoing';
import type { Core } from '../core.ts';
import { extensionOfImage, typeOfExtension } from './fileTypes.ts';
import type { MediaCore } from './mediaPorts.ts';
import { mediumOfSource } from './mediaSlugs.ts';
import { isImage, type Medium } from './medium.ts';
import { mediumWithFile } from './readModels/mediaList.ts';
import { type Storing, storeMedium } from './storeMedium.ts';
import { cleanFileName, nameParts } from './upload/fileName.ts';
import { receiveFile, using } from './upload/receivedFile.ts';

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
const IMAGES = 'image/avif,image/webp,image/png,image/jpeg,image/gif';

/**
 * The picture at an address: a file of the site itself, one that was fetched before, or a new medium. Undefined where
 * there is none, for whatever reason; that is in the log alone.
 */
export const fetchMedium = async (
  core: MediaCore,
  fetching: Fetching,
  address: string,
): Promise<Medium | undefined> => {
  const url = new URL(address);
  url.hash = '';
  if (url.origin === new URL(fetching.site).origin) return ownPicture(core, url);
  const known = await mediumOfSource(core.documents, url.href);
  return known ?? fetchNew(core, fetching, url.href);
};

/** A file of the site, or a version of it, is found by its path; nothing else of the site is fetched. */
const ownPicture = async ({ documents }: Core, { pathname }: URL): Promise<Medium | undefined> => {
  const [, path = ''] = /^(?:\/[a-z-]+)?\/uploads\/(.+)$/.exec(pathname) ?? [];
  const found = await mediumWithFile(documents, decodedPath(path));
  return found !== undefined && isImage(found) ? found : undefined;
};

const decodedPath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path;
  }
};

const fetchNew = async (core: MediaCore, fetching: Fetching, source: string): Promise<Medium | undefined> => {
  try {
    return await store(core, fetching, source, await answerOf(core, source));
  } catch (error) {
    if (isDomainError(error) && error.code === 'rest_name_taken') return mediumOfSource(core.documents, source);
    if (!isRefusal(error)) throw error;
    core.log.info({ err: error, source }, 'no picture was fetched');
    return undefined;
  }
};

const isRefusal = (error: unknown): boolean =>
  error instanceof OutgoingError || (isDomainError(error) && error.status === 400);

/** @throws OutgoingError also for what is no picture */
const answerOf = async ({ media }: MediaCore, source: string): Promise<OutgoingResponse> => {
  const maxBytes = Math.min(media.limits.bytes, MOST_BYTES);
  const answer = await media.outgoing.fetch(source, { accept: IMAGES, maxBytes, timeout: TIMEOUT });
  const type = answer.headers['content-type'] ?? '';
  if (answer.status === 200 && type.startsWith('image/')) return answer;
  throw new OutgoingError('refused', `the answer is ${answer.status} ${type}`);
};

const store = async (
  core: MediaCore,
  fetching: Fetching,
  source: string,
  answer: OutgoingResponse,
): Promise<Medium> => {
  const { incoming: folder, limits } = core.media;
  const file = await receiveFile(Readable.from([answer.body]), { folder, limit: limits.bytes, form: 'raw' });
  const upload = { form: 'raw' as const, file, name: fileNameOf(answer) };
  const made = { upload, wish: { author: fetching.author }, source };
  const { result } = await using(file, () => storeMedium(core, fetching, made));
  return result;
};

/** The last part of the address, with an extension that fits where it has none. */
const fileNameOf = ({ url, headers }: OutgoingResponse): string => {
  const last = decodedPath(new URL(url).pathname).split('/').at(-1) ?? '';
  const { base, extension } = nameParts(cleanFileName(last));
  const isImageName = typeOfExtension(extension)?.startsWith('image/') === true;
  if (isImageName) return last;
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return `${base || 'image'}.${extensionOfImage(type) ?? 'jpg'}`;
};
