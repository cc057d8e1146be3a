import { wideEncoding } from '@almanac/i18n';
import { type FileBytes, piecesOf, type ReceivedFile } from './receivedFile.ts';

/** The number of bytes that show UTF-16. */
const SAMPLE_BYTES = 512;

const isUtf8 = async (file: FileBytes): Promise<boolean> => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of piecesOf(file)) decoder.decode(piece, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return false;
  }
};

/**
 * Returns a file in UTF-8. UTF-16 is recognised by its mark or by its zeros; a file that is not valid UTF-8 is
 * Windows-1252.
 */
export const inUtf8 = async (file: ReceivedFile): Promise<ReceivedFile> => {
  const size = file.chunks.reduce((sum, { length }) => sum + length, 0);
  const start = Buffer.concat(file.chunks, Math.min(size, SAMPLE_BYTES));
  const encoding = wideEncoding(start) ?? ((await isUtf8(file)) ? 'utf-8' : 'windows-1252');
  if (encoding === 'utf-8') return file;
  const decoder = new TextDecoder(encoding);
  const chunks: Buffer[] = [];
  for await (const piece of piecesOf(file)) chunks.push(Buffer.from(decoder.decode(piece, { stream: true })));
  return { ...file, chunks: [...chunks, Buffer.from(decoder.decode())] };
};
