import { isShownAddress } from './safeAddress.ts';
import { shownStyle } from './safeStyle.ts';

const ADDRESSES = new Set(['cite', 'href', 'poster', 'src']);

/** What names other elements of the page by their ids. */
const REFERENCES = new Set(['aria-controls', 'aria-describedby', 'aria-details', 'aria-labelledby', 'headers', 'id']);

/** Ids of shown content begin with it: no name that scripts of the page around it rely on can be taken. */
const PREFIX = 'core-';

const prefixed = (id: string): string => (id === '' || id.startsWith(PREFIX) ? id : `${PREFIX}${id}`);

const shownAddress = (address: string): string | undefined => {
  if (address.startsWith('#')) return `#${prefixed(address.slice(1))}`;
  return isShownAddress(address) ? address : undefined;
};

/** The versions of an image that a browser may choose from. */
const areShown = (versions: string): boolean =>
  versions.split(',').every((each) => isShownAddress(each.trim().split(/\s/, 1)[0] ?? ''));

/** The value of an attribute as shown content has it; undefined for one that goes. */
export const shownAttribute = (name: string, value: string): string | undefined => {
  if (name === 'style') return shownStyle(value) || undefined;
  if (ADDRESSES.has(name)) return shownAddress(value);
  if (name === 'srcset') return areShown(value) ? value : undefined;
  return REFERENCES.has(name) ? value.split(/\s+/).map(prefixed).join(' ') : value;
};
