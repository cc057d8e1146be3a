import { decodeHTML } from 'entities';
import { type Html, html } from './html.ts';
import type { RenderContext } from './renderContext.ts';

/** The frame of a provider for an address that a text names. */
interface Player {
  readonly provider: string;
  readonly kind: 'video' | 'audio' | 'map';
  readonly source: string;
}

/** Returns the frame for an address of a provider; undefined for an address that has none. */
type ReadAddress = (address: URL) => string | undefined;

const firstGroup = (pattern: RegExp, text: string): string | undefined => pattern.exec(text)?.[1];

const VIDEO_ID = /^[\w-]{6,20}$/;

const youTube: ReadAddress = ({ hostname, pathname, searchParams }) => {
  const id =
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : (firstGroup(/^\/(?:shorts|live|embed)\/([^/]+)$/, pathname) ??
        (pathname === '/watch' ? (searchParams.get('v') ?? '') : ''));
  return VIDEO_ID.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1` : undefined;
};

const vimeo: ReadAddress = ({ pathname }) => {
  const id = firstGroup(/^\/(?:video\/)?(\d{5,12})$/, pathname);
  return id && `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`;
};

const dailymotion: ReadAddress = ({ hostname, pathname }) => {
  const id = firstGroup(hostname === 'dai.ly' ? /^\/(\w{5,12})$/ : /^\/video\/(\w{5,12})$/, pathname);
  return id && `https://geo.dailymotion.com/player.html?video=${id}`;
};

const spotify: ReadAddress = ({ pathname }) => {
  const path = firstGroup(
    /^\/(?:intl-\w{2,5}\/)?((?:track|album|artist|playlist|episode|show)\/[A-Za-z\d]{10,30})$/,
    pathname,
  );
  return path && `https://open.spotify.com/embed/${path}`;
};

const soundCloud: ReadAddress = ({ pathname }) =>
  /^\/[\w-]+\/(?:sets\/)?[\w-]+$/.test(pathname)
    ? `https://w.soundcloud.com/player/?${new URLSearchParams({ url: `https://soundcloud.com${pathname}`, auto_play: 'true' })}`
    : undefined;

const googleMaps: ReadAddress = ({ pathname, searchParams }) => {
  if (!/^\/maps(?:\/|$)/.test(pathname)) return undefined;
  const place = firstGroup(/^\/maps\/(?:place|search)\/([^/@]+)/, pathname);
  const point = firstGroup(/\/@(-?\d{1,2}\.\d{1,10},-?\d{1,3}\.\d{1,10})/, pathname);
  const query = place === undefined ? (searchParams.get('q') ?? searchParams.get('query') ?? point) : plainPlace(place);
  return query && `https://www.google.com/maps?${new URLSearchParams({ q: query, output: 'embed' })}`;
};

const plainPlace = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

const openStreetMap: ReadAddress = ({ hash, searchParams }) => {
  const [, zoom, north, east] =
    /^#map=(\d{1,2})\/(-?\d{1,2}(?:\.\d{1,10})?)\/(-?\d{1,3}(?:\.\d{1,10})?)/.exec(hash) ?? [];
  const [latitude, longitude] = [searchParams.get('mlat') ?? north, searchParams.get('mlon') ?? east].map(Number);
  if (!isWithin(latitude, 85) || !isWithin(longitude, 180)) return undefined;
  const width = 360 / 2 ** Math.min(Math.max(Number(zoom ?? 16), 1), 19);
  const corner = (sign: 1 | -1) => [longitude + sign * width, latitude + (sign * width) / 2];
  const box = [...corner(-1), ...corner(1)].map((each) => each.toFixed(5)).join(',');
  const mark = searchParams.has('mlat') ? { marker: `${latitude},${longitude}` } : {};
  return `https://www.openstreetmap.org/export/embed.html?${new URLSearchParams({ bbox: box, ...mark })}`;
};

const isWithin = (value: number | undefined, limit: number): value is number =>
  value !== undefined && Math.abs(value) <= limit;

/** The known providers by host, without `www.` and `m.`. */
const PROVIDERS: ReadonlyMap<string, readonly [provider: string, kind: Player['kind'], read: ReadAddress]> = new Map([
  ['youtube.com', ['YouTube', 'video', youTube]],
  ['youtu.be', ['YouTube', 'video', youTube]],
  ['vimeo.com', ['Vimeo', 'video', vimeo]],
  ['player.vimeo.com', ['Vimeo', 'video', vimeo]],
  ['dailymotion.com', ['Dailymotion', 'video', dailymotion]],
  ['dai.ly', ['Dailymotion', 'video', dailymotion]],
  ['open.spotify.com', ['Spotify', 'audio', spotify]],
  ['soundcloud.com', ['SoundCloud', 'audio', soundCloud]],
  ['google.com', ['Google Maps', 'map', googleMaps]],
  ['maps.google.com', ['Google Maps', 'map', googleMaps]],
  ['openstreetmap.org', ['OpenStreetMap', 'map', openStreetMap]],
]);

const playerOf = (address: string): Player | undefined => {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const [provider, kind, read] = PROVIDERS.get(url.hostname.replace(/^(?:www|m)\./, '')) ?? [];
  const source = read?.(url);
  return provider === undefined || kind === undefined || source === undefined ? undefined : { provider, kind, source };
};

const ACTIONS = { video: 'Play the video', audio: 'Play the recording', map: 'Show the map' } as const;

const NOTE = 'Your browser then contacts {provider}.';

/**
 * Renders a card that loads the provider only on a click. The card is the content of the frame, and its link leads the
 * frame on, so that no script is needed.
 */
const card = (address: string, { provider, kind, source }: Player, { text }: Pick<RenderContext, 'text'>): Html => {
  const action = text(ACTIONS[kind]);
  const content = html`<!doctype html><title>${provider}</title><meta name="color-scheme" content="light dark"><body style="margin:0;font:1rem/1.5 system-ui,sans-serif"><a href="${source}" style="display:flex;flex-direction:column;align-items:center;justify-content:center;box-sizing:border-box;height:100vh;padding:1rem;text-align:center;text-decoration:none;color:inherit"><b style="font-size:1.15rem;text-decoration:underline"><span aria-hidden="true">${kind === 'map' ? '' : '▶ '}</span>${action}</b><span>${text(NOTE, { provider })}</span></a>`;
  return html`<figure class="outside ${kind}"><iframe title="${action} (${provider})" srcdoc="${content.text}" allow="autoplay; encrypted-media; fullscreen; picture-in-picture"></iframe><figcaption><a href="${address}" rel="external noopener">${provider}</a></figcaption></figure>`;
};

/** A paragraph or a box whose only content is an address, plain or as a link. */
const LONE_ADDRESS = /<(p|div)(?:\s[^<>]*)?>\s*(?:<a\s[^<>]*>)?(https:\/\/[^\s<>"']{1,2000})(?:<\/a>)?\s*<\/\1>/g;

/** Replaces addresses of known providers that stand alone in displayed content by cards. */
export const withProviderCards = (content: string, renderContext: Pick<RenderContext, 'text'>): string =>
  content.replace(LONE_ADDRESS, (whole, _name, written: string) => {
    const address = decodeHTML(written);
    const player = playerOf(address);
    return player === undefined ? whole : card(address, player, renderContext).text;
  });
