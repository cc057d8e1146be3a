/** The regular expressions of source files, as a parser finds them. */
import { parsedSource, walk } from './parsedSource.mjs';

const isComposition = ({ type, callee }) =>
  (type === 'NewExpression' || type === 'CallExpression') && callee.type === 'Identifier' && callee.value === 'RegExp';

/**
 * @typedef {{ line: number, column: number, code: string, source?: string, flags?: string }} Regex
 *   `line` and `column` count from 1; `source` is undefined for an expression that is composed while the code runs
 */

/**
 * Finds literals and `RegExp(…)`.
 * @param {string} source of a JavaScript or TypeScript module
 * @returns {Regex[]}
 */
export const regexesIn = (source) => {
  const { body, textOf, placeOf } = parsedSource(source);
  const found = [];
  walk(body, (node) => {
    const place = () => ({ ...placeOf(node), code: textOf(node) });
    if (node.type === 'RegExpLiteral') found.push({ ...place(), source: node.pattern, flags: node.flags });
    else if (isComposition(node)) found.push(place());
  });
  return found;
};

const nameOf = ({ path, line, code }) => `${path}:${line} ${code}`;

/**
 * The expressions that may take longer than in proportion to a text, and the exceptions that are not needed.
 * @param {(Regex & { path: string, compositions: readonly { source: string, flags: string }[] })[]} regexes
 *   with the expressions that each becomes while the code runs
 * @param {readonly { path: string, code: string, bound: string }[]} exceptions
 * @param {(source: string, flags: string) => string | undefined} complaintAbout an expression that is not linear
 * @returns {string[]} faults, each with its place
 */
export const faultsOf = (regexes, exceptions, complaintAbout) => {
  const complaintOf = ({ compositions }) => {
    if (compositions.length === 0) return 'is composed where the check cannot see it';
    return compositions.map(({ source, flags }) => complaintAbout(source, flags)).find((each) => each !== undefined);
  };
  const isOf = (exception) => (regex) => exception.path === regex.path && exception.code === regex.code;
  const faulty = regexes
    .map((regex) => ({ regex, complaint: complaintOf(regex) }))
    .filter(({ complaint }) => complaint !== undefined);
  return [
    ...faulty
      .filter(({ regex }) => !exceptions.some((exception) => isOf(exception)(regex)))
      .map(({ regex, complaint }) => `${nameOf(regex)} ${complaint}`),
    ...exceptions
      .filter((exception) => !faulty.some(({ regex }) => isOf(exception)(regex)))
      .map(({ path, code }) => `${path} needs no exception for ${code}`),
  ];
};
