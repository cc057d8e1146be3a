import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { type Bytes, type DecodedText, decodeCalendar, decodedAs, decodeText } from '@almanac/dates/icalendar';

/** Opens a calendar file of any size in the encoding that its bytes tell. */
export const openDecoded = (path: string): DecodedText => decodeCalendar(bytesOf(path), startOf(path));

/** Opens another text file of any size in the encoding that its bytes tell. */
export const openDecodedText = (path: string): DecodedText => decodeText(bytesOf(path), startOf(path));

/** The number of bytes that show an encoding, by themselves or in an XML declaration. */
const START_BYTES = 512;

/** Returns the first bytes of a file. */
export const startOf = (path: string, bytes = START_BYTES): Buffer => {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(bytes);
    return start.subarray(0, readSync(file, start));
  } finally {
    closeSync(file);
  }
};

/** Opens a file of any size in an encoding. */
export const openEncoded = (path: string, encoding: string) => decodedAs(bytesOf(path), encoding);

const bytesOf =
  (path: string): Bytes =>
  () =>
    createReadStream(path);
