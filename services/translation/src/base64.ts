/** Decodes base64, which may be wrapped into lines and lack its padding; undefined for other text. */
export const decodeBase64 = (text: string): Buffer | undefined => {
  try {
    return Buffer.from(Uint8Array.fromBase64(text).buffer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
};
