/** Characters, of texts and what was made of them. */
const MOST = 2_000_000;
/** What alone would take so large a part of it is made each time. */
const LARGEST = 1 / 50;

/**
 * Remembers what a function makes of texts: most of what lists show was shown before. It must depend on the text alone.
 * @param most characters to keep; beyond them the oldest are forgotten
 */
export const rememberText = (make: (text: string) => string, most = MOST): ((text: string) => string) => {
  const remembered = new Map<string, string>();
  let size = 0;

  const remember = (text: string, made: string): void => {
    remembered.set(text, made);
    size += text.length + made.length;
    for (const [oldest, its] of remembered) {
      if (size <= most) return;
      remembered.delete(oldest);
      size -= oldest.length + its.length;
    }
  };

  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (text.length + made.length <= most * LARGEST) remember(text, made);
    return made;
  };
};
