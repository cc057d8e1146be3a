/** Faults in the titles of tests, as a parser finds them. */
import { parsedSource, walk } from './parsedSource.mjs';

const FRAGMENT =
  /^(?:about|after|and|as|at|before|behind|beside|but|by|for|from|if|in|not|of|on|or|over|that|to|under|what|when|where|whether|while|who|with|within|without) /i;

/** The function that a chain of calls begins with: `it` for `it.each(rows)(title, run)`. */
const calledName = (node) =>
  node?.type === 'Identifier' ? node.value : node && calledName(node.callee ?? node.tag ?? node.object);

/** The title of a test, up to its first placeholder; undefined for every other node. */
const titleOf = (node) => {
  if (node?.type !== 'CallExpression' || !['it', 'test'].includes(calledName(node))) return undefined;
  const title = node.arguments[0]?.expression;
  return title?.type === 'TemplateLiteral' ? title.quasis[0].raw : title?.value;
};

/**
 * Finds tests whose title begins with neither a subject nor a verb, and tests outside of a `describe`.
 * @param {string} source of a TypeScript module
 * @returns {{ line: number, rule: 'fragmentTitle' | 'testOutsideDescribe' }[]} `line` counts from 1
 */
export const titleFaults = (source) => {
  if (!/\b(?:it|test)(?:\(|\.)/.test(source)) return [];
  const { body, placeOf } = parsedSource(source);
  const found = [];
  const add = (node, rule) => found.push({ line: placeOf(node).line, rule });
  walk(body, (node) => {
    if (FRAGMENT.test(titleOf(node) ?? '')) add(node, 'fragmentTitle');
  });
  for (const { expression } of body)
    if (typeof titleOf(expression) === 'string') add(expression, 'testOutsideDescribe');
  return found;
};
