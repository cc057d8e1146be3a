import { isUtf8 } from 'node:buffer';

const DISPOSITION_PARAMETER = /;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** Decodes a header: HTTP provides it as Latin-1, clients send UTF-8. */
const decoded = (header: string): string => {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
};

const unquoted = (value: string): string =>
  value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;

/**
 * Returns the file name in a Content-Disposition: `attachment; filename=name` or `filename="name"`; undefined if it has
 * none. `filename*` is ignored (docs/interface/core-media.md §3).
 */
export const fileNameOf = (disposition: string): string | undefined => {
  for (const [, name = '', value = ''] of decoded(disposition).matchAll(DISPOSITION_PARAMETER)) {
    const given = unquoted(value.trim());
    if (name.toLowerCase() === 'filename' && given !== '') return given;
  }
  return undefined;
};
