/** Returns the longest beginning of a text, in whole characters, with at most `maxBytes` bytes in UTF-8. */
export const cutToBytes = (text: string, maxBytes: number): string => {
  const bytes = Buffer.from(text.slice(0, maxBytes)).subarray(0, maxBytes);
  // a streaming decoder holds back an incomplete character
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
};
