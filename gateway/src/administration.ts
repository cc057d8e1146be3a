import type { ServiceName } from '@almanac/contracts';
import type { Settings } from '@almanac/service';
import type { Exchange } from './exchange.ts';
import { failPage } from './pageFailure.ts';
import { pageQuery } from './pageTargets.ts';
import { leadingHeaders } from './redirectPage.ts';
import { responseHeaders } from './responseHeaders.ts';
import { sendWhole } from './sendBody.ts';
import type { Target } from './serviceProxies.ts';

export interface AdministrationOptions {
  readonly settings: Settings;
  readonly addresses: ReadonlyMap<ServiceName, string>;
  readonly pass: (exchange: Exchange, service: ServiceName, target: Target) => void;
}

const METHODS = ['GET', 'HEAD', 'POST'];

const NAMES = /^\/admin(?:\/[\w-]+(?:\.php)?)?\/?$/;

/** True if a path belongs to the administration: sign-in and application passwords. */
export const isAdministration = (path: string): boolean => path === '/admin' || path.startsWith('/admin/');

/** The rooms that replace former pages of core, by the names of these pages. */
const ROOMS: ReadonlyMap<string, string> = new Map([
  ['posts', 'content/posts'],
  ['post-categories', 'content/categories'],
  ['tags', 'content/tags'],
  ['media', 'content/media'],
  ['events', 'calendar/events'],
  ['venues', 'calendar/venues'],
  ['organizers', 'calendar/organizers'],
  ['event-categories', 'calendar/categories'],
  ['history', 'operations/history'],
  ['dead-letters', 'operations/dead-letters'],
  ['lag', 'operations/lag'],
  ['health', 'operations/health'],
  ['rebuild', 'operations/rebuild'],
  ['stream', 'operations/events'],
  ['packages', 'operations/packages'],
  ['webhooks', 'visitors/webhooks'],
  ['popups', 'visitors/popups'],
]);

/** Returns the address of the room that replaces a former page: `content/posts/7` for `posts?id=7`. */
const roomOf = (path: string, query: string): string | undefined => {
  const room = ROOMS.get(path.replace(/^\/admin\/|\/$/g, ''));
  const id = new URLSearchParams(query).get('id');
  return room !== undefined && /^\d{1,9}$/.test(id ?? '') && !room.startsWith('operations/') ? `${room}/${id}` : room;
};

/** Redirects the address of a former page to the room of the console that replaces it. */
const leadToRoom = (exchange: Exchange, room: string): void => {
  const location = `${exchange.baseUrl}/${exchange.language}/admin/${room}`;
  const own = leadingHeaders(exchange, { location, 'cache-control': 'no-store', 'content-length': 0 });
  sendWhole(exchange, { status: 302, headers: responseHeaders(exchange, 302, own) }, []);
};

/**
 * Passes the administration pages to core, even if the site has a front end of its own (docs/architecture.md §4).
 * Core verifies the session itself, so an ended session is refused at once. Application passwords open no page.
 */
export const createAdministration = ({ settings, addresses, pass }: AdministrationOptions) => {
  return function answerAdministration(exchange: Exchange): void {
    const { request, path, query } = exchange;
    const room = roomOf(path, query);
    if (!METHODS.includes(request.method ?? '')) {
      failPage(exchange, { status: 405, headers: { Allow: METHODS.join(', ') } }, settings.current());
    } else if (room !== undefined) {
      leadToRoom(exchange, room);
    } else if (!NAMES.test(path)) {
      failPage(exchange, { status: 404 }, settings.current());
    } else if (!addresses.has('core')) {
      failPage(exchange, { status: 503 }, settings.current());
    } else {
      pass(exchange, 'core', { path: `/internal${path}`, query: pageQuery(query) });
    }
  };
};
