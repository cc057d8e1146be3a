import { defaultSettings, type SiteSettings } from '@almanac/contracts';
import { type Html, html } from './html.ts';

/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/** The backgrounds and secondary texts of the stylesheet, light and dark; they equal those of its tokens. */
const LIGHT = { ground: '#ffffff', raised: '#f5f5f7', soft: '#55555c', towards: '#000000' } as const;
const DARK = { ground: '#161618', raised: '#212125', soft: '#b4b4bb', towards: '#ffffff' } as const;

/** The least contrast of text in WCAG 2.2 AA. */
const MIN_CONTRAST = 4.5;
const STEPS = 50;

const rgbOf = (hex: string): Rgb => {
  const at = (from: number): number => Number.parseInt(hex.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
};

const two = (part: number): string => Math.round(part).toString(16).padStart(2, '0');

/** Mixes two colours. @param share the share of the second one, 0 to 1 */
const mixed = (first: string, second: string, share: number): string => {
  const [one, other] = [rgbOf(first), rgbOf(second)];
  const part = (index: 0 | 1 | 2): string => two(one[index] * (1 - share) + other[index] * share);
  return `#${part(0)}${part(1)}${part(2)}`;
};

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminanceOf = (hex: string): number => {
  const [red, green, blue] = rgbOf(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/** Returns the contrast of two colours `#rrggbb` as WCAG defines it, 1 to 21. */
export const contrastOf = (first: string, second: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(first), luminanceOf(second)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Returns the first of 50 mixtures, from one colour to the other, that meets a condition; else the other colour. */
const firstMixture = (from: string, to: string, meets: (colour: string) => boolean): string => {
  const mixtures = Array.from({ length: STEPS }, (_, step) => mixed(from, to, step / STEPS));
  return mixtures.find(meets) ?? to;
};

/** The accent colour of one scheme: text and buttons, and the background of highlighted entries. */
export interface AccentColours {
  readonly link: string;
  readonly tint: string;
}

const coloursFor = (accent: string, { ground, raised, soft, towards }: typeof LIGHT | typeof DARK): AccentColours => {
  const link = firstMixture(accent, towards, (colour) =>
    [ground, raised].every((background) => contrastOf(colour, background) >= MIN_CONTRAST),
  );
  const isReadable = (tint: string): boolean => contrastOf(soft, tint) >= MIN_CONTRAST;
  return { link, tint: firstMixture(mixed(link, ground, 0.78), ground, isReadable) };
};

/** Returns the colours of pages from the accent colour of a site; every text keeps a contrast of 4.5 : 1. */
export const accentColours = (accent: string): Readonly<Record<'light' | 'dark', AccentColours>> => ({
  light: coloursFor(accent, LIGHT),
  dark: coloursFor(accent, DARK),
});

/** Returns the ` style` attribute with the site's accent colour; false for the default colour of the stylesheet. */
export const accentAttribute = ({ accent_color: accent }: Pick<SiteSettings, 'accent_color'>): Html | false => {
  if (accent === defaultSettings.accent_color) return false;
  const { light, dark } = accentColours(accent);
  return html` style="--link-light:${light.link};--tint-light:${light.tint};--link-dark:${dark.link};--tint-dark:${dark.tint}"`;
};
