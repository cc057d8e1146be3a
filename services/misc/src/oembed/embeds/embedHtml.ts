import { embedScript } from './embedScript.ts';
import type { EmbedSize } from './embedSize.ts';
import { escaped, inlineText } from './html.ts';

export interface Shown {
  /** The address of the record's page. */
  readonly link: string;
  /** The address of the page that is shown in the frame. */
  readonly frame: string;
  /** As displayed: HTML. */
  readonly title: string;
  readonly siteName: string;
}

export interface Framing extends EmbedSize {
  /** Ties frame, quotation and messages together: ten letters or digits. */
  readonly secret: string;
}

/** The class by which frames and quotations are found. */
export const EMBEDDED = 'core-embedded-content';

/**
 * The code to put into a page elsewhere: a quotation, a frame that takes its place, a script
 * (docs/interface/oembed.md §3).
 */
export const embedHtml = ({ link, frame, title, siteName }: Shown, { secret, width, height }: Framing): string => {
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
