import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { isDomainError } from '@almanac/i18n';
import { type Params, parseParams, tooLarge } from '@almanac/rest';
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

/** Bytes of a form's other parts, names and values: they are in memory as a whole. */
export const FIELD_BYTES = 2 * 1024 * 1024;

/** Bounds of a form's other parts; more fields than `parseParams` takes are refused there. */
const LIMITS = { fields: 1_001, fieldSize: FIELD_BYTES, fieldNameSize: 1_000, parts: 1_100, headerPairs: 100 };

export const FILE_PART = 'file';

/** A multipart form that arrives: its stream, and the headers that say how it is cut into parts. */
export interface Form extends Pick<IncomingMessage, 'headers'> {
  readonly stream: Readable;
}

/** A part that is a file. Somebody has to read its stream. */
export interface FilePart {
  /** The name of the part. */
  readonly part: string;
  readonly stream: Readable;
  /** The name of the file at the client, without folders; undefined where the form has none. */
  readonly name: string | undefined;
  /** Content type, as the client declares it. */
  readonly type: string;
}

/** Ends the reading of a form with an error. */
export type Stop = (error: unknown) => void;

/**
 * Reads a multipart form to its end: its fields.
 * @throws DomainError 400 for a form that cannot be read, 413 for fields that are too large; what it is stopped with
 */
export const readForm = (form: Form, onFile: (part: FilePart, stop: Stop) => void): Promise<Params> =>
  new Promise((resolve, reject) => {
    const parser = parserOf(form);
    const pairs: string[] = [];
    let size = 0;
    const stop: Stop = (error) => {
      form.stream.unpipe(parser);
      reject(error);
      parser.destroy();
    };
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      size += name.length + value.length;
      if (nameTruncated || valueTruncated || size > FIELD_BYTES) return stop(tooLarge());
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`);
    });
    parser.on('file', (part, stream, { filename: name, mimeType: type }) => {
      // what ends a file ends the form, which says so itself
      stream.on('error', () => undefined);
      onFile({ part, stream, name, type }, stop);
    });
    parser.once('close', () => {
      try {
        resolve(parseParams(pairs.join('&')));
      } catch (error) {
        reject(error);
      }
    });
    // more than once: what ends it early is one too
    parser.on('error', () => stop(unreadableForm()));
    form.stream.once('error', () => stop(interrupted()));
    form.stream.pipe(parser);
  });

interface Parts {
  /** How many files there were, under any name. */
  files: number;
  found: { readonly name: string; readonly file: Promise<ReceivedFile> } | undefined;
}

type Options = Omit<ReceiveOptions, 'form'>;

/**
 * Reads a multipart form: its fields, and the file of the part named `file`.
 * @throws DomainError 400, 413
 */
export const readFileForm = async (form: Form, options: Options): Promise<FileForm> => {
  const parts: Parts = { files: 0, found: undefined };
  try {
    const fields = await readForm(form, (part, stop) => onFile(parts, part, options, stop));
    const file = await parts.found?.file;
    if (file === undefined) throw parts.files === 0 ? noData() : noFilePart();
    return { fields, name: parts.found?.name ?? '', file };
  } catch (error) {
    await discard(parts);
    throw error;
  }
};

const discard = async ({ found }: Parts): Promise<void> => {
  const [received] = await Promise.allSettled(found === undefined ? [] : [found.file]);
  if (received?.status === 'fulfilled') await received.value.discard();
};

const onFile = (parts: Parts, each: FilePart, options: Options, stop: Stop): void => {
  parts.files += 1;
  if (each.part === FILE_PART && parts.found === undefined) take(parts, each, options, stop);
  else each.stream.resume();
};

/** Whether it says that it is a picture of a type that no smaller versions can be made of. */
export const isUnresizable = ({ type }: Pick<FilePart, 'type'>): boolean =>
  type.startsWith('image/') && !isResized(type);

const take = (parts: Parts, each: FilePart, options: Options, stop: Stop): void => {
  if (isUnresizable(each)) {
    stop(notResizable());
    return;
  }
  const file = receiveFile(each.stream, { ...options, form: 'multipart' });
  parts.found = { name: each.name ?? '', file };
  file.catch((error: unknown) => stop(ofForm(error)));
};

/** What receiving a file of a form has failed with: the form's own errors have no code, those of the system have. */
export const ofForm = (error: unknown): unknown =>
  isDomainError(error) || (error instanceof Error && 'code' in error) ? error : unreadableForm();

/** @throws DomainError 400 for a form without boundary */
const parserOf = ({ headers }: Form): busboy.Busboy => {
  try {
    return busboy({ headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'Multipart: Boundary not found') throw error;
    throw unreadableForm();
  }
};
