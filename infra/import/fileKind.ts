import { xmlEncoding } from '@almanac/i18n';

export type FileKind = 'calendar' | 'export' | 'redirects' | 'xliff' | 'po';

/** The number of bytes at the start of a file that show its kind. */
export const KIND_BYTES = 4_096;

const REDIRECT_NAME = /(?:^|\/)\.?htaccess(?:\.\w+)?$|\.(?:csv|tsv|txt|json|conf|nginx|htaccess)$/i;

/** Returns the kind of a file by its first bytes, else by its name. */
export const kindOfFile = (name: string, start: Buffer): FileKind => {
  const text = new TextDecoder(start.includes(0) ? xmlEncoding(start) : 'latin1').decode(start);
  if (/<(?:\w+:)?xliff[\s>]/.test(text) || /\.(?:xlf|xliff)$/i.test(name)) return 'xliff';
  if (/^msgid "/m.test(text) || /\.po$/i.test(name)) return 'po';
  if (/^\W*BEGIN:VCALENDAR/i.test(text)) return 'calendar';
  if (/^\W*<(?:\?xml|rss)\b/.test(text) || /\.xml$/i.test(name)) return 'export';
  return REDIRECT_NAME.test(name) ? 'redirects' : 'calendar';
};
