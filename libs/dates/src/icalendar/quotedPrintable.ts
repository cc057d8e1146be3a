import { strictDecoder } from '@almanac/i18n';

const QUOTED_PRINTABLE = /^[\w-]+;(?:[^:"]*;)?ENCODING=QUOTED-PRINTABLE[;:]/i;

/** True if a content line has a value in quoted-printable (vCalendar 1.0; RFC 2045 §6.7). */
export const isQuotedPrintable = (line: string): boolean => QUOTED_PRINTABLE.test(line);

const windows = new TextDecoder('windows-1252');

/**
 * Returns the text of a value in quoted-printable.
 * @param charset the name of its encoding; UTF-8 if it is unknown. Bytes that are invalid in it are read as Windows-1252
 */
export const quotedPrintableText = (value: string, charset = 'utf-8'): string => {
  const decoder = strictDecoder(charset);
  return value.replaceAll(/(?:=[\dA-F]{2})+/gi, (codes) => {
    const bytes = Buffer.from(codes.replaceAll('=', ''), 'hex');
    try {
      return decoder?.decode(bytes) ?? bytes.toString();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return windows.decode(bytes);
    }
  });
};
