import type { DecodedText } from '@almanac/dates/icalendar';
import { strictDecoder, xmlEncoding } from '@almanac/i18n';
import { UnreadableFileError } from '@almanac/text/lines';
import { openDecodedText, openEncoded, startOf } from '../decodedText.ts';
import { openText, pathOf } from '../textFile.ts';

/**
 * Opens an XML file of any size in the encoding of its byte order mark, else of its declaration, else in UTF-8. A line
 * that is not UTF-8 is read as Windows-1252.
 * @throws UnreadableFileError
 */
export const openXml = (file: string): DecodedText => {
  openText(file);
  const path = pathOf(file);
  const encoding = xmlEncoding(startOf(path));
  if (/^utf-?8$/.test(encoding)) return openDecodedText(path);
  if (strictDecoder(encoding) === undefined)
    throw new UnreadableFileError(`${file} has the encoding ${encoding}, which is unknown. Save it in UTF-8.`);
  return { source: () => openEncoded(path, encoding), note: () => undefined };
};
