/** The allowed values of an attribute; undefined for any text. */
interface AttributeRule {
  readonly values?: readonly string[];
  readonly required?: true;
}

/** The allowed content of an element: text, elements, or nothing. */
export interface ElementRule {
  readonly attributes?: ReadonlyMap<string, AttributeRule>;
  /** The allowed child elements; without them the element contains text. A function, since some rules are recursive. */
  readonly children?: () => ReadonlyMap<string, ElementRule>;
  readonly holds?: 'elements' | 'text' | 'both' | 'nothing' | 'anything';
  /** Required child elements. */
  readonly needs?: readonly string[];
  /** True if each child element may occur only once. */
  readonly onceEach?: true;
  /** True if the element is read but has no effect on this site. */
  readonly notHonoured?: true;
}

const any: AttributeRule = {};
const needed: AttributeRule = { required: true };
const among = (...values: string[]): AttributeRule => ({ values });
const neededAmong = (...values: string[]): AttributeRule => ({ values, required: true });
const flag = among('0', '1');
const neededFlag = neededAmong('0', '1');

const attributes = (rules: Readonly<Record<string, AttributeRule>>) => new Map(Object.entries(rules));

const text = (rules: Readonly<Record<string, AttributeRule>> = {}): ElementRule => ({
  attributes: attributes(rules),
  holds: 'text',
});

const elements = (
  within: Readonly<Record<string, ElementRule>>,
  more: Omit<ElementRule, 'children' | 'holds'> = {},
): ElementRule => {
  const children = new Map(Object.entries(within));
  return { ...more, children: () => children, holds: 'elements' };
};

/** Returns the rule of a key that may contain keys. */
const nestingKey = (rules: Readonly<Record<string, AttributeRule>>): ElementRule => {
  const key: ElementRule = { attributes: attributes(rules), holds: 'both', children: () => keys };
  const keys = new Map([['key', key]]);
  return key;
};

export const fieldActions = ['translate', 'copy', 'copy-once', 'ignore'] as const;

const field = text({
  action: neededAmong(...fieldActions),
  encoding: any,
  label: any,
  group: any,
  style: among('line', 'textarea', 'visual'),
  translate_link_target: flag,
  convert_to_sticky: flag,
  type: any,
  'sub-type': any,
});

const textKey = { label: any, type: any, 'sub-type': any, encoding: among('json') };
const named = { name: needed, 'search-method': among('wildcards', 'regex') };

const shortcode = elements(
  {
    tag: text({
      encoding: any,
      'encoding-condition': any,
      'raw-html': any,
      label: any,
      'ignore-content': any,
      type: among('media-url'),
    }),
    attributes: elements({ attribute: text({ type: any, 'sub-type': any, encoding: any, label: any }) }),
  },
  { needs: ['tag'], onceEach: true },
);

const block = elements(
  {
    xpath: text({ type: among('link'), 'sub-type': any, label: any }),
    key: nestingKey({ name: needed, type: any, 'sub-type': any }),
  },
  { attributes: attributes({ type: needed, translate: neededFlag, label: any }) },
);

const widgetField = text({ type: any, editor_type: among('LINE', 'AREA', 'VISUAL', 'LINK') });
const anything: ElementRule = { holds: 'anything' };

const widget = elements(
  {
    conditions: anything,
    fields: elements({ field: widgetField }),
    'fields-in-item': elements({ field: widgetField }, { attributes: attributes({ items_of: any, key_of: any }) }),
    'integration-classes': anything,
  },
  { attributes: attributes({ name: needed }) },
);
const widgets = elements({ widget });

const notice = elements(
  {
    conditions: { ...anything, attributes: attributes({ relation: among('AND', 'OR') }) },
    locations: elements({ screenId: text() }),
    content: text(),
  },
  { attributes: attributes({ id: needed, type: any, dismissible: any }), onceEach: true },
);

const notHonoured: ElementRule = { ...anything, notHonoured: true };

/** The allowed names of the root element: the site's own, and the one of exchanged files. */
export const roots: ReadonlySet<string> = new Set(['i18n-config', 'wpml-config']);

/** The sections, in any order, each at most once (docs/interface/translation-config.md §1). */
export const rootRule: ElementRule = elements(
  {
    'custom-fields': elements({ 'custom-field': field }),
    'custom-term-fields': elements({ 'custom-term-field': field }),
    'custom-fields-texts': elements({ key: nestingKey({ ...named, ...textKey }) }),
    'custom-types': elements({
      'custom-type': text({ translate: neededFlag, 'display-as-translated': flag, automatic: flag }),
    }),
    taxonomies: elements({ taxonomy: text({ translate: neededFlag, 'display-as-translated': flag }) }),
    'admin-texts': elements({ key: nestingKey({ ...named, type: any, 'sub-type': any, encoding: any }) }),
    'shortcode-list': text(),
    shortcodes: elements({ shortcode }),
    'built-with-page-builder': text(),
    'gutenberg-blocks': elements({ 'gutenberg-block': block }),
    'elementor-widgets': widgets,
    'beaver-builder-widgets': widgets,
    'cornerstone-widgets': widgets,
    'siteorigin-widgets': widgets,
    'language-switcher-settings': elements({ key: nestingKey({ name: needed }) }),
    'allow-translatable-job-fields': elements({
      'allow-translatable-job-field': { attributes: attributes({ type: needed, value: needed }), holds: 'nothing' },
    }),
    notices: elements({ notice }),
    'gettext-domains': notHonoured,
    'custom-css': notHonoured,
    pages: notHonoured,
    'post-types': notHonoured,
    'custom-c2c-relationships': notHonoured,
    'display-as-translated': notHonoured,
  },
  { onceEach: true },
);
