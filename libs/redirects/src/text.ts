/** Percent-decodes a text once; invalid escapes stay. */
export const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodedRun);
  }
};

/** Decodes a run of escapes; a run that is not UTF-8 as a whole stays escaped, so that nothing is lost. */
const decodedRun = (run: string): string => {
  try {
    return decodeURIComponent(run);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return run;
  }
};

/** Returns the text before the first line break or tab. */
export const firstLine = (text: string): string => {
  const end = text.search(/[\r\n\t]/);
  return end === -1 ? text : text.slice(0, end);
};

/** Removes invisible characters: controls, and marks that change the direction of writing. */
export const withoutHidden = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '');
