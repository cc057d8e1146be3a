import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { isDomainError } from '@almanac/domain';
import { type Params, parseParams } from '@almanac/rest';
import busboy from 'busboy';
import { isResized } from '../fileTypes.ts';
import { type ReceivedFile, type ReceiveOptions, receiveFile } from './receivedFile.ts';
import { interrupted, noData, noFilePart, notResizable, unreadableForm } from './uploadErrors.ts';

/** A form that bore a file. */
export interface FileForm {
  readonly fields: Params;
  /** The file's name at the client, without folders. */
  readonly name: string;
  readonly file: ReceivedFile;
}

/** Bounds of a form's other parts. */
const LIMITS = { fields: 1_000, fieldSize: 1024 * 1024, fieldNameSize: 1_000, parts: 1_100, headerPairs: 100 };

const FILE_PART = 'file';

interface Parts {
  readonly pairs: string[];
  /** How many files there were, under any name. */
  files: number;
  found: { readonly name: string; readonly file: Promise<ReceivedFile> } | undefined;
}

type Form = Readable & Pick<IncomingMessage, 'headers'>;

/**
 * Reads a multipart form: its fields, and the file of the part named `file`.
 * @throws DomainError 400
 */
export const readFileForm = async (request: Form, options: Options): Promise<FileForm> => {
  const parts: Parts = { pairs: [], files: 0, found: undefined };
  try {
    await readParts(request, parts, options);
  } catch (error) {
    await discard(parts);
    throw error;
  }
  const file = await parts.found?.file;
  if (file === undefined) throw parts.files === 0 ? noData() : noFilePart();
  return { fields: parseParams(parts.pairs.join('&')), name: parts.found?.name ?? '', file };
};

const discard = async ({ found }: Parts): Promise<void> => {
  const [received] = await Promise.allSettled(found === undefined ? [] : [found.file]);
  if (received?.status === 'fulfilled') await received.value.discard();
};

type Options = Omit<ReceiveOptions, 'form'>;
type Stop = (error: unknown) => void;

const readParts = (request: Form, parts: Parts, options: Options): Promise<void> =>
  new Promise((resolve, reject) => {
    const parser = parserOf(request);
    const stop: Stop = (error) => {
      request.unpipe(parser);
      reject(error);
      parser.destroy();
    };
    parser.on('field', (name, value) => {
      parts.pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`);
    });
    parser.on('file', (part, stream, { filename, mimeType: type }) => {
      parts.files += 1;
      // what ends a file ends the form, which says so itself
      stream.on('error', () => undefined);
      if (part === FILE_PART && parts.found === undefined) take(parts, { stream, name: filename, type }, options, stop);
      else stream.resume();
    });
    parser.once('close', () => resolve());
    parser.once('error', () => stop(unreadableForm()));
    request.once('error', () => stop(interrupted()));
    request.pipe(parser);
  });

interface Part {
  readonly stream: Readable;
  /** The name of the file at the client; undefined where the form has none. */
  readonly name: string | undefined;
  /** Content type, as the client declares it. */
  readonly type: string;
}

const take = (parts: Parts, { stream, name, type }: Part, options: Options, stop: Stop): void => {
  if (type.startsWith('image/') && !isResized(type)) {
    stop(notResizable());
    return;
  }
  const file = receiveFile(stream, { ...options, form: 'multipart' });
  parts.found = { name: name ?? '', file };
  file.catch((error: unknown) => stop(isDomainError(error) || hasCode(error) ? error : unreadableForm()));
};

/** The form's own errors have no code, those of the system have. */
const hasCode = (error: unknown): boolean => (error as NodeJS.ErrnoException).code !== undefined;

/** @throws DomainError 400 for a form without boundary */
const parserOf = ({ headers }: Pick<IncomingMessage, 'headers'>): busboy.Busboy => {
  try {
    return busboy({ headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch (error) {
    if ((error as Error).message !== 'Multipart: Boundary not found') throw error;
    throw unreadableForm();
  }
};
