import { codes, type Entry, entry } from './entry.ts';
import type { XmlNode } from './readXml.ts';
import { type ElementRule, rootRule, roots } from './schema.ts';

/** Returns the violations of the schema in the order of the text. */
export const checkSchema = (root: XmlNode): Entry[] => {
  const isOurs = roots.has(root.name) && (root.attributes.get('xmlns') ?? '') === '';
  if (!isOurs) return [fault(codes.wrongRoot, root, 'no declaration of this root')];
  return checkElement(root, rootRule);
};

const fault = (code: number, { name, line }: XmlNode, message: string): Entry =>
  entry(2, code, { line }, `element '${name}': ${message}`);

const checkElement = (node: XmlNode, rule: ElementRule): Entry[] => {
  if (rule.notHonoured) return [entry(1, codes.notHonoured, node, `the section '${node.name}' has no effect here`)];
  return [...checkAttributes(node, rule), ...checkContent(node, rule)];
};

/** True for attributes without content of their own: namespaces and the location of the schema. */
const isNeutral = (name: string): boolean => name === 'xmlns' || /^(xmlns|xsi|xml):/.test(name);

const checkAttributes = (node: XmlNode, { attributes: rules = new Map() }: ElementRule): Entry[] => {
  const missing = [...rules].flatMap(([name, { required }]) =>
    required && !node.attributes.has(name)
      ? [fault(codes.missingAttribute, node, `the attribute '${name}' is required but missing`)]
      : [],
  );
  const wrong = [...node.attributes].flatMap(([name, value]) => {
    const rule = rules.get(name);
    if (rule === undefined)
      return isNeutral(name) ? [] : [fault(codes.unknownAttribute, node, `the attribute '${name}' is not allowed`)];
    if (rule.values === undefined || rule.values.includes(value)) return [];
    const allowed = rule.values.map((each) => `'${each}'`).join(', ');
    return [fault(codes.notAllowedValue, node, `the attribute '${name}' has a value that is none of ${allowed}`)];
  });
  return [...missing, ...wrong];
};

const checkContent = (node: XmlNode, rule: ElementRule): Entry[] => {
  const { holds } = rule;
  if (holds === 'anything') return [];
  const isFilled = node.text !== '' || node.children.length > 0;
  if (holds === 'nothing') return isFilled ? [fault(codes.notEmpty, node, 'it must be empty')] : [];
  if (holds === 'text')
    return node.children.map((child) => fault(codes.elementInText, child, 'only text may stand here'));
  const loose = holds === 'elements' && node.text !== '';
  return [
    ...(loose ? [fault(codes.textAmongElements, node, 'text may not stand among its elements')] : []),
    ...checkChildren(node, rule),
  ];
};

const checkChildren = (node: XmlNode, { children, needs = [], onceEach }: ElementRule): Entry[] => {
  const rules = children?.() ?? new Map<string, ElementRule>();
  const seen = new Set<string>();
  const faults = node.children.flatMap((child) => {
    const rule = rules.get(child.name);
    const again = onceEach === true && seen.has(child.name);
    seen.add(child.name);
    if (rule === undefined || again) return [fault(codes.unexpectedElement, child, 'this element is not expected')];
    return checkElement(child, rule);
  });
  const missing = needs.filter((name) => !seen.has(name));
  return [
    ...faults,
    ...missing.map((name) => fault(codes.unexpectedElement, node, `the element '${name}' is missing in it`)),
  ];
};
