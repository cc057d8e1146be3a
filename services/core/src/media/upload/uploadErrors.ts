import { DomainError } from '@almanac/i18n';

/** Form of an upload; the codes of its errors depend on it (docs/interface/core-media.md §3). */
export type UploadForm = 'multipart' | 'raw';

const refused = (code: string, message: string, params: Readonly<Record<string, number>> = {}): DomainError =>
  new DomainError(code, 400, message, { params });

export const noData = (): DomainError => refused('rest_upload_no_data', 'No file was sent.');

export const noContentType = (): DomainError => refused('rest_upload_no_content_type', 'No Content-Type was sent.');

export const noDisposition = (): DomainError =>
  refused('rest_upload_no_content_disposition', 'No Content-Disposition was sent.');

export const invalidDisposition = (): DomainError =>
  refused('rest_upload_invalid_disposition', 'The Content-Disposition names no file, as in filename="photo.jpg".');

export const hashMismatch = (): DomainError =>
  new DomainError('rest_upload_hash_mismatch', 412, 'The file is not what its Content-MD5 says.');

export const notResizable = (): DomainError =>
  refused('rest_upload_image_type_not_supported', 'No smaller versions can be made of images of this type.');

export const cannotWrite = (cause: unknown): DomainError =>
  Object.assign(new DomainError('rest_upload_file_error', 500, 'The file could not be stored.'), { cause });

const CODES: Readonly<Record<UploadForm, string>> = {
  multipart: 'rest_upload_unknown_error',
  raw: 'rest_upload_sideload_error',
};

export const emptyFile = (form: UploadForm): DomainError => refused(CODES[form], 'The file is empty.');

export const fileTooLarge = (form: UploadForm, limit: number): DomainError =>
  refused(CODES[form], 'The file is larger than {limit} bytes.', { limit });

export const typeNotAllowed = (form: UploadForm): DomainError =>
  refused(CODES[form], 'Files of this type, or with this content, cannot be uploaded.');

export const noPicture = (form: UploadForm): DomainError => refused(CODES[form], 'The file is no picture.');

export const tooManyPixels = (form: UploadForm, limit: number): DomainError =>
  refused(CODES[form], 'The picture has more than {limit} pixels.', { limit });

export const noFilePart = (): DomainError => refused(CODES.multipart, 'The form has no file under the name "file".');

export const unreadableForm = (): DomainError => refused('rest_invalid_form', 'The form body cannot be read.');

export const interrupted = (): DomainError => refused('rest_request_aborted', 'The request was interrupted.');
