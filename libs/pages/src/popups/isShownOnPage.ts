import { fitsPath } from './paths.ts';

/** The pages on which a popup appears. */
export interface PageTargeting {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly languages: readonly string[];
  readonly audience: 'all' | 'visitors' | 'members';
  /** The end of its display, ISO 8601; null for no end. */
  readonly ends: string | null;
}

/** A visited page. */
export interface VisitedPage {
  /** Without the site's own path and without a language. */
  readonly path: string;
  readonly language: string;
  readonly isMember: boolean;
  /** ISO 8601; read only for a popup with an end. */
  readonly at: string;
}

/** True if a popup is, or will be, meant for a page (docs/interface/popup.md §3). */
export const isShownOnPage = (
  { include, exclude, languages, audience, ends }: PageTargeting,
  page: VisitedPage,
): boolean => {
  const { path, language, isMember } = page;
  const fits = (pattern: string): boolean => fitsPath(pattern, path);
  return (
    (languages.length === 0 || languages.includes(language)) &&
    (audience === 'all' || (audience === 'members') === isMember) &&
    (ends === null || Date.parse(page.at) < Date.parse(ends)) &&
    (include.length === 0 || include.some(fits)) &&
    !exclude.some(fits)
  );
};
