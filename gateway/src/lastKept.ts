/**
 * A function that keeps its last answer, for what one request after another asks alike: a moment as text, the address of
 * the site.
 */
export const lastKept = <Asked, Answer>(answerTo: (asked: Asked) => Answer): ((asked: Asked) => Answer) => {
  let last: { readonly asked: Asked; readonly answer: Answer } | undefined;
  return (asked) => {
    if (last === undefined || last.asked !== asked) last = { asked, answer: answerTo(asked) };
    return last.answer;
  };
};
