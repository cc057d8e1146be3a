/** Decodes base64 with or without line breaks and padding. Returns undefined for other text. */
export const decodeBase64 = (text: string): Buffer | undefined => {
  try {
    return Buffer.from(Uint8Array.fromBase64(text).buffer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
};
