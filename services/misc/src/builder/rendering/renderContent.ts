import { waitForTurn } from '@almanac/rest';
import {
  blockNames,
  cleanHtml,
  type DisplayOptions,
  displayContent,
  type MarkupSize,
  markupSize,
  shownText,
} from '@almanac/text';
import { miscErrors } from '../../errors.ts';

/**
 * Blocks whose stored HTML is their complete output, so that it is rendered correctly (docs/interface/builder.md §1).
 * Other blocks need code that this site lacks: their inner content is shown.
 */
const KNOWN = new Set(
  (
    'accordion accordion-heading accordion-item accordion-panel audio button buttons classic code column columns cover ' +
    'details embed file footnotes freeform gallery group heading html image list list-item media-text missing more ' +
    'nextpage paragraph preformatted pullquote quote separator shortcode social-link social-links spacer table ' +
    'text-columns verse video'
  ).split(' '),
);

const isKnownBlock = (name: string): boolean => KNOWN.has(name);

/** Format of a text: `auto` detects it from its markers, `html` is used unchanged. */
export type Format = 'auto' | 'blocks' | 'shortcodes' | 'html';

/** A text to be rendered. */
export interface RenderInput {
  readonly content: string;
  readonly format: Format;
  /** Media that the text displays. */
  readonly media: Pick<DisplayOptions, 'media'>;
}

export interface RenderedContent {
  readonly content: string;
  readonly text: string;
  readonly words: number;
  readonly warnings: readonly { readonly code: 'unknown_block'; readonly detail: string }[];
}

const MAX_DEPTH = 20;
const MAX_PARTS = 5_000;
/** Maximum duration of the rendering, in milliseconds. */
const MAX_RENDER_MS = 500;

/**
 * Renders a text as the site shows it and cleans it, for every author (docs/interface/builder.md §1). The duration is
 * limited: the size is checked first, and the time between two steps.
 * @param elapsed milliseconds of some clock
 * @throws DomainError 422 `builder_too_complex`
 */
export const renderContent = async (unrendered: RenderInput, elapsed: () => number): Promise<RenderedContent> => {
  let worked = 0;
  const step = async <Result>(work: () => Result): Promise<Result> => {
    await waitForTurn(unrendered.content.length);
    const begun = elapsed();
    const made = work();
    worked += elapsed() - begun;
    if (worked > MAX_RENDER_MS) throw miscErrors.contentTooComplex();
    return made;
  };
  const { depth, count } = await step(() => sizeOf(unrendered));
  if (depth > MAX_DEPTH || count > MAX_PARTS) throw miscErrors.contentTooComplex();
  if (unrendered.format !== 'html') await displayContent.prepare(unrendered.content, displayOptions(unrendered));
  const shown = await step(() => shownWith(unrendered));
  await cleanHtml.prepare(shown, 'output');
  const content = await step(() => cleanHtml(shown, 'output'));
  const text = await step(() => shownText(content));
  return { content, text, words: text === '' ? 0 : text.split(' ').length, warnings: warningsOf(unrendered) };
};

const readsBlocks = ({ format }: RenderInput): boolean => format === 'auto' || format === 'blocks';

const sizeOf = (unrendered: RenderInput): MarkupSize =>
  markupSize(unrendered.content, {
    blocks: readsBlocks(unrendered),
    shortCodes: unrendered.format !== 'html',
    most: MAX_PARTS,
  });

const shownWith = (unrendered: RenderInput): string =>
  unrendered.format === 'html' ? unrendered.content : displayContent(unrendered.content, displayOptions(unrendered));

const displayOptions = ({ format, media }: RenderInput): DisplayOptions =>
  format === 'auto' ? media : { ...media, form: format === 'blocks' ? 'blocks' : 'classic' };

const warningsOf = (unrendered: RenderInput): RenderedContent['warnings'] =>
  (readsBlocks(unrendered) ? blockNames(unrendered.content) : [])
    .filter((name) => !isKnownBlock(name))
    .map((detail) => ({ code: 'unknown_block', detail }));
