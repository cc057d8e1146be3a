import { parseSync } from '@swc/core';

/**
 * Parses a module.
 * @param {string} source of a JavaScript or TypeScript module
 * @returns its statements, and functions that return the text of a node and its place, whose `line` and `column` count from 1
 */
export const parsedSource = (source) => {
  const bytes = Buffer.from(source);
  return {
    body: parseSync(source, { syntax: 'typescript', target: 'esnext' }).body,
    textOf: ({ span }) => bytes.toString('utf8', span.start - 1, span.end - 1),
    placeOf: ({ span }) => {
      const lines = bytes.toString('utf8', 0, span.start - 1).split('\n');
      return { line: lines.length, column: lines.at(-1).length + 1 };
    },
  };
};

/** Calls a function with a node and each node below it. */
export const walk = (node, visit) => {
  if (node === null || typeof node !== 'object') return;
  visit(node);
  for (const child of Object.values(node)) walk(child, visit);
};
