import type { ServiceName } from '@almanac/contracts';
import type { Settings } from '@almanac/service';
import type { Exchange } from './exchange.ts';
import { failPage } from './pageFailure.ts';
import { DOT_SEGMENT } from './pages.ts';
import type { Target } from './serviceProxies.ts';

export interface FilesOptions {
  readonly settings: Settings;
  readonly addresses: ReadonlyMap<ServiceName, string>;
  readonly pass: (exchange: Exchange, service: ServiceName, target: Target) => void;
}

const ROOT = '/uploads/';

/** True if an address outside the REST root is that of a media file. */
export const isFile = ({ path }: Pick<Exchange, 'path'>): boolean => path.startsWith(ROOT);

/**
 * Passes requests for media files to core, even if the site has a front end of its own.
 * Files are public, so the gateway does not verify credentials.
 */
export const createFiles = ({ settings, addresses, pass }: FilesOptions) =>
  function answerFile(exchange: Exchange): void {
    const { request, path } = exchange;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      failPage(exchange, { status: 405, headers: { Allow: 'GET, HEAD' } }, settings.current());
    } else if (DOT_SEGMENT.test(path)) {
      failPage(exchange, { status: 404 }, settings.current());
    } else if (addresses.has('core')) {
      pass(exchange, 'core', { path, query: '' });
    } else {
      failPage(exchange, { status: 503 }, settings.current());
    }
  };
