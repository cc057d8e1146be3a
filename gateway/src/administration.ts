import type { ServiceName } from '@almanac/contracts';
import type { Settings } from '@almanac/service';
import type { Exchange } from './exchange.ts';
import { failPage } from './pageFailure.ts';
import { pageQuery } from './pageTargets.ts';
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

/**
 * Passes the administration pages to core, even if the site has a front end of its own (docs/architecture.md §4).
 * Core verifies the session itself, so an ended session is refused at once. Application passwords open no page.
 */
export const createAdministration = ({ settings, addresses, pass }: AdministrationOptions) => {
  return function answerAdministration(exchange: Exchange): void {
    const { request, path, query } = exchange;
    if (!METHODS.includes(request.method ?? '')) {
      failPage(exchange, { status: 405, headers: { Allow: METHODS.join(', ') } }, settings.current());
    } else if (!NAMES.test(path)) {
      failPage(exchange, { status: 404 }, settings.current());
    } else if (!addresses.has('core')) {
      failPage(exchange, { status: 503 }, settings.current());
    } else {
      pass(exchange, 'core', { path: `/internal${path}`, query: pageQuery(query) });
    }
  };
};
