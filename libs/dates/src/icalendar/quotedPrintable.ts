import { strictDecoder } from '@almanac/i18n';

const QUOTED_PRINTABLE = /^[\w-]+;(?:[^:"]*;)?ENCODING=QUOTED-PRINTABLE[;:]/i;

/** True if a content line has a value in quoted-printable (vCalendar 1.0; RFC 2045 §6.7). */
export const isQuotedPrintable = (line: string): boolean => QUOTED_PRINTABLE.test(line);

/** Returns the text of a value in quoted-printable. @param charset the name of its encoding; UTF-8 if it is unknown */
export const quotedPrintableText = (value: string, charset = 'utf-8'): string =>
  value.replaceAll(/(?:=[\dA-F]{2})+/gi, (codes) => {
    const bytes = Buffer.from(codes.replaceAll('=', ''), 'hex');
    return strictDecoder(charset)?.decode(bytes) ?? bytes.toString();
  });
