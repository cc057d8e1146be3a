/** The number of bytes from which UTF-16 without a byte order mark is recognised. */
const SAMPLE_BYTES = 512;

/** Returns the form of UTF-16 that a text has: by its byte order mark, or since every second byte is 0. */
export const wideEncoding = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Most texts begin with ASCII.
  if (Math.max(even, odd) <= start.length / 4) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
};

/**
 * Returns the encoding of an XML text: that which its bytes show, else that of its declaration, else UTF-8. A
 * declaration of UTF-16 that the bytes contradict is ignored; libraries write it into files of UTF-8.
 */
export const xmlEncoding = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString('latin1');
  const [, declared = ''] = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/.exec(head) ?? [];
  return wideEncoding(bytes) ?? (/^$|^(?:utf-?16|ucs-?2|unicode)/i.test(declared) ? 'utf-8' : declared.toLowerCase());
};

/** Returns a decoder that refuses invalid bytes; undefined for an unknown encoding. */
export const strictDecoder = (encoding: string): InstanceType<typeof TextDecoder> | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
};
