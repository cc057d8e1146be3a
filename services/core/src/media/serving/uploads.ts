import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Log } from '@almanac/service';
import fresh from 'fresh';
import parseRange from 'range-parser';
import { isFilePath, type MediaFiles, type StoredFile } from '../files/mediaFiles.ts';
import { typeOfExtension } from '../fileTypes.ts';

const ROOT = '/uploads/';

/** Types that browsers display without running code; all others are downloaded. */
const INLINE_TYPES = /^(?:(?:image|audio|video)\/|application\/pdf$|text\/(?:plain|csv|vtt|calendar)$)/;

interface FileRequest {
  readonly path: string;
  readonly file: StoredFile;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/**
 * Serves `/uploads/YYYY/MM/name` before all other routes. A file never changes, so clients may cache it forever.
 * @param next handles every other path
 */
export const withUploads = (
  { files, log }: { readonly files: MediaFiles; readonly log: Log },
  next: RequestListener,
): RequestListener => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = pathOf(request.url ?? '');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const file = path === undefined || !reads ? undefined : await files.open(path);
    if (file === undefined || path === undefined) return void response.writeHead(404).end();
    await send(request, response, { path, file });
  };

  return (request, response) => {
    if (!request.url?.startsWith(ROOT)) return next(request, response);
    serve(request, response).catch((error: unknown) => {
      if (!response.destroyed) log.error({ err: error, url: request.url }, 'a file could not be sent');
      response.destroy();
    });
  };
};

/** Returns the path below the uploads; undefined for an invalid path. */
const pathOf = (url: string): string | undefined => {
  const encoded = url.slice(ROOT.length).split('?', 1)[0] ?? '';
  try {
    const path = decodeURIComponent(encoded);
    return isFilePath(path) ? path : undefined;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
};

const send = async (request: IncomingMessage, response: ServerResponse, asked: FileRequest): Promise<void> => {
  const { file } = asked;
  const headers = headersOf(asked);
  const isHead = request.method === 'HEAD';
  if (fresh(request.headers, headers)) return void response.writeHead(304, headers).end();
  const part = partOf(request, file, headers);
  if (part === 'beyond') return void response.writeHead(416, { 'content-range': `bytes */${file.size}` }).end();
  const length = part === undefined ? file.size : part.end - part.start + 1;
  response.writeHead(part === undefined ? 200 : 206, {
    ...headers,
    'content-length': length,
    ...(part === undefined ? {} : { 'content-range': `bytes ${part.start}-${part.end}/${file.size}` }),
  });
  if (isHead || length === 0) return void response.end();
  await pipeline(file.read(part), response);
};

const headersOf = ({ path, file }: FileRequest): OutgoingHttpHeaders => {
  const type = typeOfExtension(path.slice(path.lastIndexOf('.') + 1)) ?? 'application/octet-stream';
  return {
    'content-type': type.startsWith('text/') ? `${type}; charset=UTF-8` : type,
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${file.size.toString(36)}-${Math.trunc(file.storedAt).toString(36)}"`,
    'last-modified': new Date(file.storedAt).toUTCString(),
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    ...(INLINE_TYPES.test(type) ? {} : { 'content-disposition': 'attachment' }),
  };
};

/** Returns the requested range. Several ranges, or those of another version, result in the whole file. */
const partOf = ({ headers, method }: IncomingMessage, file: StoredFile, own: OutgoingHttpHeaders) => {
  const { range, 'if-range': condition } = headers;
  if (range === undefined || method !== 'GET') return undefined;
  if (condition !== undefined && condition !== own.etag && condition !== own['last-modified']) return undefined;
  const parts = parseRange(file.size, range, { combine: true });
  if (parts === -1) return 'beyond';
  if (parts === -2 || parts.type !== 'bytes' || parts.length !== 1) return undefined;
  return parts[0] satisfies Part | undefined;
};
