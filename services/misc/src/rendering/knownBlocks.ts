/**
 * Blocks whose stored HTML is all that they show, so that what is rendered of them is right (docs/interface/builder.md §1).
 * Others are made by code that this site does not have: what stands in them is shown.
 */
const KNOWN = new Set(
  (
    'accordion accordion-heading accordion-item accordion-panel audio button buttons classic code column columns cover ' +
    'details embed file footnotes freeform gallery group heading html image list list-item media-text missing more ' +
    'nextpage paragraph preformatted pullquote quote separator shortcode social-link social-links spacer table ' +
    'text-columns verse video'
  ).split(' '),
);

export const isKnownBlock = (name: string): boolean => KNOWN.has(name);
