import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { hasBody, isMultipart, type Params, type RestRequest } from '@almanac/rest';
import { coreErrors, fileErrors, type UploadForm } from '../../errors.ts';
import { fileNameOf } from './disposition.ts';
import { FIELD_BYTES, type Form, readFileForm } from './multipart.ts';
import { type ReceivedFile, receiveFile } from './receivedFile.ts';
import type { Upload } from './upload.ts';

export interface ReceivingOptions {
  readonly folder: string;
  /** Maximum bytes of a file. */
  readonly limit: number;
}

/** An upload with the fields of its form. */
export interface ReceivedUpload {
  readonly upload: Upload;
  readonly fields: Params;
}

export const uploadForm = (headers: IncomingHttpHeaders): UploadForm => (isMultipart(headers) ? 'multipart' : 'raw');

/**
 * Receives the file of a request, as a part of a form or as the whole body (docs/interface/core-media.md §3). The rest
 * of the body is read and discarded, so that the client gets its answer.
 * @throws DomainError 400, 412
 */
export const receiveUpload = async (
  { headers, stream }: Pick<RestRequest, 'headers' | 'stream'>,
  options: ReceivingOptions,
): Promise<ReceivedUpload> => {
  if (stream === undefined || !hasBody({ headers })) throw coreErrors.noData();
  try {
    const received = isMultipart(headers)
      ? await ofForm({ headers, stream }, options)
      : { upload: await ofBody(stream, headers, options), fields: {} };
    await checkHash(headers, received.upload.file);
    return received;
  } finally {
    stream.resume();
  }
};

const ofForm = async (form: Form, options: ReceivingOptions): Promise<ReceivedUpload> => {
  refuseAnnounced(form.headers, 'multipart', options.limit + FIELD_BYTES);
  const { fields, name, file } = await readFileForm(form, options);
  return { upload: { form: 'multipart', file, name }, fields };
};

const ofBody = async (stream: Readable, headers: IncomingHttpHeaders, options: ReceivingOptions): Promise<Upload> => {
  if ((headers['content-type'] ?? '') === '') throw coreErrors.noContentType();
  const disposition = headers['content-disposition'];
  if (disposition === undefined || disposition === '') throw coreErrors.noDisposition();
  const name = fileNameOf(disposition);
  if (name === undefined) throw coreErrors.invalidDisposition();
  refuseAnnounced(headers, 'raw', options.limit);
  return { form: 'raw', file: await receiveFile(stream, { ...options, form: 'raw' }), name };
};

const refuseAnnounced = (headers: IncomingHttpHeaders, form: UploadForm, limit: number): void => {
  if (Number(headers['content-length'] ?? 0) > limit) throw fileErrors[form].fileTooLarge({ params: { limit } });
};

const checkHash = async (headers: IncomingHttpHeaders, file: ReceivedFile): Promise<void> => {
  const expected = headers['content-md5'];
  if (expected === undefined || String(expected).trim() === file.md5) return;
  await file.discard();
  throw coreErrors.hashMismatch();
};
