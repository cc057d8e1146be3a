import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { isDomainError } from '@almanac/i18n';
import { type Params, parseParams, tooLarge } from '@almanac/rest';
import busboy from 'busboy';
import { coreErrors } from '../../errors.ts';
import { isResized } from '../fileTypes.ts';
import { type ReceivedFile, type ReceiveOptions, receiveFile } from './receivedFile.ts';

/** A multipart form with a file. */
export interface FileForm {
  readonly fields: Params;
  /** File name at the client, without folders. */
  readonly name: string;
  readonly file: ReceivedFile;
}

/** Maximum bytes of the other parts, names and values: they are in memory as a whole. */
export const FIELD_BYTES = 2 * 1024 * 1024;

/** Limits of the other parts; `parseParams` refuses more fields than it accepts. */
const LIMITS = { fields: 1_001, fieldSize: FIELD_BYTES, fieldNameSize: 1_000, parts: 1_100, headerPairs: 100 };

const FILE_PART = 'file';

/** An incoming multipart form: its stream, and the headers with its boundary. */
export interface Form extends Pick<IncomingMessage, 'headers'> {
  readonly stream: Readable;
}

/** A file part. The handler must consume its stream. */
interface FilePart {
  /** Name of the part. */
  readonly part: string;
  readonly stream: Readable;
  /** File name at the client, without folders; undefined if the form has none. */
  readonly name: string | undefined;
  /** Content type declared by the client. */
  readonly type: string;
}

/** Stops reading a form with an error. */
type StopReading = (error: unknown) => void;

/**
 * Reads a multipart form to its end and returns its fields.
 * @throws DomainError 400 for an unreadable form, 413 for fields that are too large; the error passed to `stop`
 */
const readForm = (form: Form, onFile: (part: FilePart, stop: StopReading) => void): Promise<Params> =>
  new Promise((resolve, reject) => {
    const parser = parserOf(form);
    const pairs: string[] = [];
    let size = 0;
    const stop: StopReading = (error) => {
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
      // an error of a file stream also ends the form, which reports it
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
    // the parser emits several errors if it is destroyed early
    parser.on('error', () => stop(coreErrors.unreadableForm()));
    form.stream.once('error', () => stop(coreErrors.interruptedUpload()));
    form.stream.pipe(parser);
  });

interface Parts {
  /** Number of files in the form, under any name. */
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
    if (file === undefined) throw parts.files === 0 ? coreErrors.noData() : coreErrors.noFilePart();
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

const onFile = (parts: Parts, each: FilePart, options: Options, stop: StopReading): void => {
  parts.files += 1;
  if (each.part === FILE_PART && parts.found === undefined) take(parts, each, options, stop);
  else each.stream.resume();
};

/** True if the part declares an image type for which no renditions can be created. */
const isUnresizable = ({ type }: Pick<FilePart, 'type'>): boolean => type.startsWith('image/') && !isResized(type);

const take = (parts: Parts, each: FilePart, options: Options, stop: StopReading): void => {
  if (isUnresizable(each)) {
    stop(coreErrors.notResizable());
    return;
  }
  const file = receiveFile(each.stream, { ...options, form: 'multipart' });
  parts.found = { name: each.name ?? '', file };
  file.catch((error: unknown) => stop(ofForm(error)));
};

/** Maps an error of receiving a file: errors of the form parser, which have no code, mean an unreadable form. */
const ofForm = (error: unknown): unknown =>
  isDomainError(error) || (error instanceof Error && 'code' in error) ? error : coreErrors.unreadableForm();

/** @throws DomainError 400 for a form without boundary */
const parserOf = ({ headers }: Form): busboy.Busboy => {
  try {
    return busboy({ headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch (error) {
    if (!(error instanceof Error) || error.message !== 'Multipart: Boundary not found') throw error;
    throw coreErrors.unreadableForm();
  }
};
