import type { FieldRule, KindRule, TranslationRules } from '@almanac/contracts';
import type { XmlNode } from './readXml.ts';
import { fieldActions } from './schema.ts';

const types: ReadonlySet<string> = new Set(['post', 'page', 'cal_events', 'cal_venue', 'cal_organizer']);
const taxonomies: ReadonlySet<string> = new Set(['category', 'post_tag', 'cal_events_cat']);

export const isType = (name: string): boolean => types.has(name);
export const isTaxonomy = (name: string): boolean => taxonomies.has(name);

const sectionsOf = (root: XmlNode, name: string): readonly XmlNode[] =>
  root.children.filter((section) => section.name === name).flatMap(({ children }) => children);

/** Returns the mode of a kind in lists: 0 not translated, 1 translated, 2 with the default language as fallback. */
const modeOf = ({ attributes }: XmlNode): KindRule['mode'] => {
  if (attributes.get('translate') !== '1') return 0;
  return attributes.get('display-as-translated') === '1' ? 2 : 1;
};

/**
 * Returns the rules of a valid document for this site's kinds and fields. If two rules have the same name, the last
 * applies.
 */
export const rulesOf = (root: XmlNode | undefined): TranslationRules => {
  if (root === undefined) return { kinds: [], fields: [] };
  const kinds = new Map<string, KindRule>();
  const known = [
    ...sectionsOf(root, 'custom-types').filter(({ text }) => isType(text)),
    ...sectionsOf(root, 'taxonomies').filter(({ text }) => isTaxonomy(text)),
  ];
  for (const node of known) kinds.set(node.text, { name: node.text, mode: modeOf(node) });
  const fields = new Map<string, FieldRule>();
  for (const { text: name, attributes } of sectionsOf(root, 'custom-fields')) {
    const action = fieldActions.find((each) => each === attributes.get('action'));
    if (name !== '' && action !== undefined) fields.set(name, { name, action });
  }
  return { kinds: [...kinds.values()], fields: [...fields.values()] };
};
