/** Percent-decodes a part of an address; an invalid part stays unchanged. */
export const decodedText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
};
