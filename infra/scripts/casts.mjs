/** The casts of source files, as a parser finds them. */
import { parsedSource } from './parsedSource.mjs';

const isUnknown = ({ type, typeAnnotation }) => type === 'TsAsExpression' && typeAnnotation.kind === 'unknown';

const withoutParentheses = (node) =>
  node.type === 'ParenthesisExpression' ? withoutParentheses(node.expression) : node;

/**
 * Finds casts to a type: `value as Type`. `as const` and `satisfies` are none, `as unknown as Type` is one.
 * @param {string} source of a TypeScript module
 * @returns {{ line: number, code: string, isDouble: boolean }[]} `line` counts from 1; `isDouble` for `as unknown as`
 */
export const castsIn = (source) => {
  const { body, textOf, placeOf } = parsedSource(source);
  const found = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type !== 'TsAsExpression') return Object.values(node).forEach(visit);
    const inner = withoutParentheses(node.expression);
    const isDouble = isUnknown(inner);
    found.push({
      line: placeOf(node.typeAnnotation).line,
      code: textOf(node),
      isDouble,
    });
    visit(isDouble ? inner.expression : inner);
  };
  visit(body);
  return found.toSorted((a, b) => a.line - b.line);
};
