import { afterSpace, withoutSpaceAfter } from './asciiSpace.ts';

interface Tags {
  /** How they start, a global expression: `<option`. */
  readonly start: RegExp;
  /** What ends them. */
  readonly ends: RegExp;
  readonly before?: boolean;
  readonly after?: boolean;
}

/** Takes the white space before and after certain tags away. Linear: a tag without end stops it. */
export const tightenTags = (text: string, { start, ends, before = false, after = false }: Tags): string => {
  let result = '';
  let done = 0;
  start.lastIndex = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    ends.lastIndex = start.lastIndex;
    if (!ends.test(text)) break;
    const gap = text.slice(done, match.index);
    result += (before ? withoutSpaceAfter(gap) : gap) + text.slice(match.index, ends.lastIndex);
    done = after ? afterSpace(text, ends.lastIndex) : ends.lastIndex;
    start.lastIndex = done;
  }
  return result + text.slice(done);
};
