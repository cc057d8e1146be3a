import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
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
  const encoding = encodingOf(headOf(path));
  if (encoding === 'utf-8') return inUtf8;
  if (!isEncoding(encoding))
    throw new UnreadableFileError(`${file} has the encoding ${encoding}, which is unknown. Save it in UTF-8.`);
  return () => decoded(path, encoding);
};

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(path)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

const headOf = (path: string): Buffer => {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
};

const encodingOf = (head: Buffer): string => {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return (
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(head.toString('latin1'))?.[1]?.toLowerCase() ?? 'utf-8'
  );
};

const isEncoding = (name: string): boolean => {
  try {
    new TextDecoder(name);
    return true;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
};
