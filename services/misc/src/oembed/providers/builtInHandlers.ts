import { escaped } from '../embeds/html.ts';

/** Embed data that this service creates itself. */
export interface BuiltInEmbed {
  readonly provider_name: string;
  readonly html: string;
  /** Addresses of scripts that the HTML needs. */
  readonly scripts: readonly string[];
}

const AUDIO = /\.(?:mp3|ogg|oga|flac|m4a|wav)$/i;
const VIDEO = /\.(?:mp4|m4v|webm|ogv|mov)$/i;
const OLD_PLAYER = /^https?:\/\/www\.youtube\.com\/(?:v|embed)\/([\w-]+)/i;

/**
 * Returns the HTML for direct addresses of audio and video files, and for the former player address of one video site
 * (docs/interface/oembed.md §5, step 5). Undefined for other addresses.
 */
export const builtInHandler = (address: string): BuiltInEmbed | undefined => {
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return undefined;
  const html = codeOf(new URL(address));
  return html === undefined ? undefined : { provider_name: 'Embed Handler', html, scripts: [] };
};

const codeOf = ({ href, pathname }: URL): string | undefined => {
  const source = escaped(href);
  if (AUDIO.test(pathname)) return `<audio controls preload="none" src="${source}"></audio>`;
  if (VIDEO.test(pathname))
    return `<video controls preload="metadata" width="640" height="360" src="${source}"></video>`;
  const video = OLD_PLAYER.exec(href)?.[1];
  if (video === undefined) return undefined;
  return `<iframe width="640" height="360" src="https://www.youtube.com/embed/${video}" allowfullscreen></iframe>`;
};
