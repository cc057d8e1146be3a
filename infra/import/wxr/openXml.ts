import { decodedAs, startOf, wideEncodingOf } from '../decodedText.ts';
import { openText, pathOf, type Source, UnreadableFileError } from '../textFile.ts';

/** Bytes that contain an XML declaration. */
const HEAD_BYTES = 512;

/**
 * Opens an XML file of any size in the encoding of its byte order mark, else of its declaration, else in UTF-8.
 * @throws UnreadableFileError
 */
export const openXml = (file: string): Source => {
  const inUtf8 = openText(file);
  const path = pathOf(file);
  const encoding = encodingOf(startOf(path, HEAD_BYTES));
  if (encoding === 'utf-8') return inUtf8;
  if (!isEncoding(encoding))
    throw new UnreadableFileError(`${file} has the encoding ${encoding}, which is unknown. Save it in UTF-8.`);
  return () => decodedAs(path, encoding);
};

const encodingOf = (head: Buffer): string =>
  wideEncodingOf(head, '<') ??
  /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(head.toString('latin1'))?.[1]?.toLowerCase() ??
  'utf-8';

const isEncoding = (name: string): boolean => {
  try {
    new TextDecoder(name);
    return true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
};
