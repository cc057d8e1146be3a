import type { FormNames } from './aliasNames.ts';

const BOUNDARY = /^multipart\/form-data *;.*?\bboundary=(?:"([^"]+)"|([^\s;]+))/i;

/** Returns the text between the parts of a multipart form, by its `Content-Type`; undefined for other types. */
export const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  return quoted ?? plain;
};

/** Matches the name of a field in the headers of a part. */
const NAME = /^(content-disposition: *form-data; *name=")([^"\r\n]*)/im;

/** Matches the headers of a part that is a file. */
const FILE = /^content-disposition:.*; *filename\*?=/im;

const LINE_END = '\r\n';

/** Separates the headers of a part from its value. */
const BLANK_LINE = '\r\n\r\n';

/** Maximum number of parts of a form that is renamed: two million characters may have 300,000 of them. */
const MAX_PARTS = 1_000;

/**
 * Renames the fields of a multipart form, and the values that are names or addresses of the next page. All other values
 * stay as they are, and so does a form of more than 1,000 parts.
 */
export const renameFields = (body: Buffer, boundary: string, { query: rename, valuesOf }: FormNames): Buffer => {
  const between = `--${boundary}`;
  const parts = body.toString('latin1').split(between, MAX_PARTS + 1);
  if (parts.length > MAX_PARTS) return body;
  const renamed = parts.map((part) => {
    const end = part.indexOf(BLANK_LINE);
    if (end === -1) return part;
    const sent = part.slice(0, end);
    const [, , field = ''] = NAME.exec(sent) ?? [];
    const renameValue = FILE.test(sent) ? undefined : valuesOf(field);
    const rest = part.slice(end);
    const headers = sent.replace(NAME, (_, before: string, name: string) => before + rename(name));
    if (renameValue === undefined || !rest.endsWith(LINE_END)) return headers + rest;
    return headers + BLANK_LINE + renameValue(rest.slice(BLANK_LINE.length, -LINE_END.length)) + LINE_END;
  });
  return Buffer.from(renamed.join(between), 'latin1');
};
