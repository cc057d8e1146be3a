/**
 * Caches the last answer of a function, for arguments that successive requests share: a time as text, the headers of a
 * redirect.
 */
export const lastKept = <Asked extends readonly unknown[], Answer>(
  answerTo: (...asked: Asked) => Answer,
): ((...asked: Asked) => Answer) => {
  let last: { readonly asked: Asked; readonly answer: Answer } | undefined;
  return (...asked) => {
    if (last === undefined || !isSame(last.asked, asked)) last = { asked, answer: answerTo(...asked) };
    return last.answer;
  };
};

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean => {
  for (let at = 0; at < other.length; at++) if (one[at] !== other[at]) return false;
  return true;
};
