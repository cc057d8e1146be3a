import type { Rename } from './jsonPlaces.ts';

const BOUNDARY = /^multipart\/form-data *;.*?\bboundary=(?:"([^"]+)"|([^\s;]+))/i;

/** Returns the text between the parts of a multipart form, by its `Content-Type`; undefined for other types. */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? plain;
};

/** Matches the name of a field in the headers of a part. */
const NAME = /^(content-disposition: *form-data; *name=")([^"\r\n]*)/im;

/** Maximum number of parts of a form that is renamed: two million characters may have 300,000 of them. */
const MAX_PARTS = 1_000;

/** Renames the fields of a multipart form; their values stay as they are, and so does a form of more than 1,000 parts. */
export const renameFields = (body: Buffer, boundary: string, rename: Rename): Buffer => {
  const between = `--${boundary}`;
  const parts = body.toString('latin1').split(between, MAX_PARTS + 1);
  if (parts.length > MAX_PARTS) return body;
  const renamed = parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    if (end === -1) return part;
    const headers = part.slice(0, end).replace(NAME, (_, before: string, name: string) => before + rename(name));
    return headers + part.slice(end);
  });
  return Buffer.from(renamed.join(between), 'latin1');
};
