/** A percent-encoded part of an address as its writer meant it; what cannot be decoded stays as it is. */
export const decodedText = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
};
