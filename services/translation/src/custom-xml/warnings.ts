import { createRequire } from 'node:module';
import { codes, type Entry, entry } from './entry.ts';
import type { XmlNode } from './readXml.ts';
import { isTaxonomy, isType } from './rules.ts';

const require = createRequire(import.meta.url);
/** Loads the package at the first expression. */
const re2 = (): typeof import('re2js') => require('re2js');

const warn = (code: number, { line }: XmlNode, message: string): Entry => entry(1, code, { line }, message);

const within = (root: XmlNode, section: string): readonly XmlNode[] =>
  root.children.filter(({ name }) => name === section).flatMap(({ children }) => children);

/** Returns warnings about valid elements that may not work as their author expects. */
export const warningsOf = (root: XmlNode): Entry[] => [
  ...within(root, 'custom-types').flatMap((node) => kindWarnings(node, isType)),
  ...within(root, 'taxonomies').flatMap((node) => kindWarnings(node, isTaxonomy)),
  ...twoActions(within(root, 'custom-fields')),
  ...twoActions(within(root, 'custom-term-fields')),
  ...expressionsIn(root).flatMap(([node, expression]) =>
    compiles(expression)
      ? []
      : [warn(codes.badExpression, node, 'the regular expression is none, or may run too long')],
  ),
];

const kindWarnings = (node: XmlNode, isKnown: (name: string) => boolean): Entry[] => {
  const shows = node.attributes.get('display-as-translated') === '1' && node.attributes.get('translate') === '0';
  return [
    ...(isKnown(node.text) ? [] : [warn(codes.unknownType, node, `the site has nothing called '${node.text}'`)]),
    ...(shows ? [warn(codes.displaysUntranslated, node, 'what is not translated cannot be shown as translated')] : []),
  ];
};

const twoActions = (fields: readonly XmlNode[]): Entry[] => {
  const actions = new Map<string, string | undefined>();
  return fields.flatMap((node) => {
    const [known, action] = [actions.get(node.text), node.attributes.get('action')];
    const isOther = actions.has(node.text) && known !== action;
    actions.set(node.text, action);
    return isOther ? [warn(codes.twoActions, node, `'${node.text}' has another action above; this one counts`)] : [];
  });
};

/** Returns every text of a document that must be a regular expression. */
const expressionsIn = (root: XmlNode): (readonly [XmlNode, string])[] => [
  ...root.children
    .filter(({ name, text }) => name === 'built-with-page-builder' && text !== '')
    .map((node) => [node, node.text] as const),
  ...within(root, 'allow-translatable-job-fields').flatMap((node) =>
    ['type', 'value'].map((name) => [node, node.attributes.get(name) ?? ''] as const),
  ),
  ...['custom-fields-texts', 'admin-texts'].flatMap((section) => within(root, section).flatMap(keyExpressions)),
];

const keyExpressions = (node: XmlNode): (readonly [XmlNode, string])[] => [
  ...(node.attributes.get('search-method') === 'regex' ? [[node, node.attributes.get('name') ?? ''] as const] : []),
  ...node.children.flatMap(keyExpressions),
];

/** True if an engine of linear time accepts the expression, with or without delimiters (docs/adr/0009). */
const compiles = (expression: string): boolean => {
  const inner = /^([/#~%])(.*)\1[a-zA-Z]*$/s.exec(expression)?.[2] ?? expression;
  try {
    re2().RE2JS.compile(inner);
    return true;
  } catch {
    return false;
  }
};
