import { embedScript } from './embedScript.ts';
import type { EmbedSize } from './embedSize.ts';
import { escaped, inlineText } from './html.ts';

export interface EmbedParts {
  /** Address of the record's page. */
  readonly link: string;
  /** Address of the page shown in the frame. */
  readonly frame: string;
  /** Title as displayed: HTML. */
  readonly title: string;
  readonly siteName: string;
}

export interface Framing extends EmbedSize {
  /** Connects frame, quotation and messages: ten letters or digits. */
  readonly secret: string;
}

/** CSS class of frames and quotations. */
export const EMBEDDED = 'core-embedded-content';

/**
 * Returns the HTML to embed in another page: a quotation, a frame that replaces it, and a script
 * (docs/interface/oembed.md §3).
 */
export const embedHtml = ({ link, frame, title, siteName }: EmbedParts, { secret, width, height }: Framing): string => {
  const name = inlineText(title);
  const quotation = `<blockquote class="${EMBEDDED}" data-secret="${secret}"><a href="${escaped(link)}">${name}</a></blockquote>`;
  const attributes = [
    `class="${EMBEDDED}"`,
    'sandbox="allow-scripts"',
    'security="restricted"',
    `title="&#8220;${name}&#8221; &#8212; ${escaped(siteName)}"`,
    `src="${escaped(frame)}#?secret=${secret}"`,
    `data-secret="${secret}"`,
    `width="${width}" height="${height}"`,
    'frameborder="0" marginwidth="0" marginheight="0" scrolling="no"',
  ];
  return `${quotation}<iframe ${attributes.join(' ')}></iframe><script>${embedScript}</script>`;
};
