import { safeAddress } from './safeAddress.ts';

const SIDES = ['top', 'right', 'bottom', 'left'];

/** Returns `margin{,-x,-y}`: the stem alone, and with each of the endings. */
const family = (stem: string, endings: string): string[] => [
  stem,
  ...endings.split(' ').map((ending) => `${stem}-${ending}`),
];

const crossed = (starts: string, ends: string): string[] =>
  starts.split(' ').flatMap((start) => ends.split(' ').map((end) => `${start}-${end}`));

/** docs/interface/texts.md §7, CSS properties; none lets a text leave its place and cover the page. */
const PROPERTIES = new Set([
  ...crossed('align justify', 'content items self'),
  ...family('background', 'attachment blend-mode color image position repeat size'),
  ...family('border', 'collapse color radius spacing style width'),
  ...SIDES.flatMap((side) => family(`border-${side}`, 'color style width')),
  ...crossed('border-top border-bottom', 'left-radius right-radius'),
  ...family('column', 'count fill rule span width').slice(1),
  ...family('flex', 'basis direction flow grow shrink wrap'),
  ...family('font', 'family size style variant weight'),
  ...crossed('grid-auto grid-template', 'columns rows'),
  ...family('grid-column', 'end gap start'),
  ...family('grid-row', 'end gap start'),
  ...['height', 'width'].flatMap((size) => [size, `max-${size}`, `min-${size}`]),
  ...['margin', 'padding'].flatMap((edge) => family(edge, SIDES.join(' '))),
  ...crossed('margin-block margin-inline padding-block padding-inline', 'start end'),
  ...crossed('object', 'fit position'),
  ...crossed('text', 'align decoration indent transform'),
  ...SIDES,
  ...(
    'aspect-ratio box-shadow caption-side clear color columns container-type cursor direction filter float gap column-gap ' +
    'row-gap grid-gap letter-spacing line-height list-style-type opacity overflow vertical-align white-space ' +
    'writing-mode'
  ).split(' '),
]);

/** Properties in displayed content: sizes, alignment, colours and faces of letters. */
const SHOWN_PROPERTIES: ReadonlySet<string> = new Set([
  ...crossed('text', 'align decoration indent'),
  ...crossed('font', 'style weight'),
  ...'background-color color height list-style-type max-width vertical-align width'.split(' '),
]);

const WITH_ADDRESS = new Set(['background', 'background-image', 'cursor', 'filter']);
const WITH_GRADIENT = new Set(['background', 'background-image']);

const FUNCTIONS = /(?:^|[^\w-])(?:var|calc|min|max|minmax|clamp|repeat)$/;
const GRADIENTS = /(?:^|[^\w-])(?:repeating-)?(?:linear|radial|conic)-gradient$/;
const ADDRESS = /(?:^|[^\w-])url$/;
const FUNCTION_NAME_LENGTH = 30;

/** Returns the index after the parenthesis that opens at `at`; -1 if it is not closed. */
const endOfParenthesis = (value: string, at: number): number => {
  let depth = 0;
  for (let index = at; index < value.length; index += 1) {
    if (value[index] === '(') depth += 1;
    else if (value[index] === ')') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return -1;
};

const isSafeUrl = (content: string): boolean => {
  const address = content.trim().replace(/^(['"])(.*)\1$/s, '$2');
  return !/[()'"<>\\]/.test(address) && safeAddress(address) === address;
};

const isSafeFunction = (property: string, name: string, content: string): boolean => {
  if (ADDRESS.test(name)) return WITH_ADDRESS.has(property) && isSafeUrl(content);
  if (GRADIENTS.test(name)) return WITH_GRADIENT.has(property) && !/[\w-]\((?<!\brgba?\()/.test(content);
  return FUNCTIONS.test(name) && !/[\w-]\((?<!\b(?:var|calc|min|max|minmax|clamp|repeat)\()/.test(content);
};

const isSafeValue = (property: string, value: string): boolean => {
  if (/[\\&=}<>]|\/\*/.test(value.replace(/url\([^()]*\)/g, 'url()'))) return false;
  for (let at = value.indexOf('('); at !== -1; at = value.indexOf('(', at)) {
    const end = endOfParenthesis(value, at);
    const name = value.slice(Math.max(0, at - FUNCTION_NAME_LENGTH), at);
    if (end === -1 || !isSafeFunction(property, name, value.slice(at + 1, end - 1))) return false;
    at = end;
  }
  return true;
};

/** Splits a style into declarations; a semicolon in parentheses ends none. */
const declarations = (style: string): string[] => {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < style.length; index += 1) {
    if (style[index] === '(') depth += 1;
    else if (style[index] === ')') depth -= 1;
    else if (style[index] === ';' && depth <= 0) {
      found.push(style.slice(start, index));
      start = index + 1;
    }
  }
  return [...found, style.slice(start)];
};

const isStored = (property: string): boolean => PROPERTIES.has(property) || /^--[\w-]+$/.test(property);

const keptDeclarations = (style: string, isKept: (property: string) => boolean): string =>
  declarations(style.replace(/[\n\r\t]/g, ''))
    .map((declaration) => declaration.trim())
    .filter((declaration) => {
      const colon = declaration.indexOf(':');
      const property = declaration.slice(0, Math.max(colon, 0)).trim();
      return isKept(property) && isSafeValue(property, declaration.slice(colon + 1));
    })
    .join(';');

/** Returns the allowed declarations of a `style` attribute (docs/interface/texts.md §7). */
export const safeStyle = (style: string): string => keptDeclarations(style, isStored);

/** Returns the few declarations that displayed content keeps. */
export const allowedDeclarations = (style: string): string =>
  keptDeclarations(style, (property) => SHOWN_PROPERTIES.has(property));
