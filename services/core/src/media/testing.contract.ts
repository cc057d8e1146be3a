import { answerOf } from '@almanac/rest/testing';
import sharp from 'sharp';
import type { RoleName, SpecAnswer, TestService } from '../testing.contract.ts';

/** Returns a picture of one colour. */
export const picture = (width: number, height: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();

export interface RawUpload {
  readonly as?: RoleName;
  readonly content: Buffer | string;
  readonly name?: string;
  /** Headers of the request; an empty value removes a default header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query with the question mark. */
  readonly query?: string;
}

/** Uploads a file as the body of a request. */
export const uploadRaw = async (
  core: TestService,
  { as = 'author', content, name = 'photo.jpg', headers = {}, query = '' }: RawUpload,
): Promise<SpecAnswer> => {
  const all = {
    'content-type': 'image/jpeg',
    'content-disposition': `attachment; filename="${name}"`,
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  const body = new Uint8Array(Buffer.from(content));
  return answerOf(await core.send(as, `/core/v2/media${query}`, { method: 'POST', headers: sent, body }));
};

export interface FormUpload {
  readonly as?: RoleName;
  readonly content: Buffer | string;
  readonly name?: string;
  /** Content type of the part. */
  readonly type?: string;
  readonly part?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Uploads a file as a part of a form. */
export const uploadForm = async (
  core: TestService,
  { as = 'author', content, name = 'photo.jpg', type = 'image/jpeg', part = 'file', fields, headers = {} }: FormUpload,
): Promise<SpecAnswer> => {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields ?? {})) form.append(field, value);
  form.append(part, new Blob([new Uint8Array(Buffer.from(content))], { type }), name);
  return answerOf(await core.send(as, '/core/v2/media', { method: 'POST', headers, body: form }));
};
