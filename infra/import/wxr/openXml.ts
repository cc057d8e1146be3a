import { strictDecoder, xmlEncoding } from '@almanac/i18n';
import { type Source, UnreadableFileError } from '@almanac/text/lines';
import { openEncoded, startOf } from '../decodedText.ts';
import { openText, pathOf } from '../textFile.ts';

/**
 * Opens an XML file of any size in the encoding of its byte order mark, else of its declaration, else in UTF-8.
 * @throws UnreadableFileError
 */
export const openXml = (file: string): Source => {
  const inUtf8 = openText(file);
  const path = pathOf(file);
  const encoding = xmlEncoding(startOf(path));
  if (encoding === 'utf-8') return inUtf8;
  if (strictDecoder(encoding) === undefined)
    throw new UnreadableFileError(`${file} has the encoding ${encoding}, which is unknown. Save it in UTF-8.`);
  return () => openEncoded(path, encoding);
};
