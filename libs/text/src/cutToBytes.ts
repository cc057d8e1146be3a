/** Returns the longest beginning of a text, in whole characters, that takes at most so many bytes in UTF-8. */
export const cutToBytes = (text: string, maxBytes: number): string => {
  const bytes = Buffer.from(text.slice(0, maxBytes)).subarray(0, maxBytes);
  // a stream waits for the rest of a character that is cut through
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
};
