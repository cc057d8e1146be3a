import type { listMediaOfCore } from '@almanac/contracts';
import { languageRecord } from '@almanac/i18n';
import { type Html, html } from '@almanac/pages';
import type { SignedIn } from '../../sign-in/administrationPage.ts';

type Listed = ReturnType<typeof listMediaOfCore.parseAnswer>[number];

const KILOBYTE = 1_024;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Returns the size of a file in readable form: `3.4 MB`. */
export const sizeText = ({ renderContext: { language } }: SignedIn, bytes: number): string => {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(KILOBYTE)));
  return new Intl.NumberFormat(languageRecord(language).tag, {
    style: 'unit',
    unit: UNITS[step],
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / KILOBYTE ** step);
};

export const isPicture = ({ mime_type }: Pick<Listed, 'mime_type'>): boolean => mime_type.startsWith('image/');

/** Returns a file's extension, which shows people its kind. */
const endingOf = (address: string): string => address.slice(address.lastIndexOf('.') + 1).toUpperCase();

/**
 * Renders a small picture; for other files, their kind.
 * @param size of the rendition; a smaller picture has no rendition and is shown itself
 */
export const pictureOf = (
  medium: Pick<Listed, 'mime_type' | 'source_url' | 'media_details'>,
  { size, alt }: { readonly size: 'medium' | 'thumbnail'; readonly alt: string },
): Html => {
  const { source_url, media_details } = medium;
  if (!isPicture(medium)) return html`<span class="ending" aria-hidden="true">${endingOf(source_url)}</span>`;
  const rendition = Object.hasOwn(media_details.sizes, size) ? media_details.sizes[size] : undefined;
  return html`<img src="${rendition?.source_url ?? source_url}" alt="${alt}" loading="lazy" decoding="async">`;
};
