import { piecesOf, type ReceivedFile } from './receivedFile.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The number of bytes from which UTF-16 without a mark is recognised. */
const SAMPLE_BYTES = 512;

/** Returns the encoding that the first bytes show; undefined for none. */
const encodingOfStart = (start: Buffer): Encoding | undefined => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // most addresses are ASCII: every second byte of them is 0
  if (Math.max(even, odd) <= start.length / 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
};

const isUtf8 = async (file: Pick<ReceivedFile, 'chunks'>): Promise<boolean> => {
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
  const encoding = encodingOfStart(start) ?? ((await isUtf8(file)) ? 'utf-8' : 'windows-1252');
  if (encoding === 'utf-8') return file;
  const decoder = new TextDecoder(encoding);
  const chunks: Buffer[] = [];
  for await (const piece of piecesOf(file)) chunks.push(Buffer.from(decoder.decode(piece, { stream: true })));
  return { name: file.name, chunks: [...chunks, Buffer.from(decoder.decode())] };
};
