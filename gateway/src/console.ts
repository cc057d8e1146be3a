import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languageCodes, languageRecord } from '@almanac/i18n';
import { anonymous, sessionOfCookie } from '@almanac/identity';
import { html, pageAnswer, renderContextOf, weekStart } from '@almanac/pages';
import type { Settings } from '@almanac/service';
import { preferredCoding } from './contentCoding.ts';
import type { Exchange } from './exchange.ts';
import { failPage } from './pageFailure.ts';
import { leadingHeaders } from './redirectPage.ts';
import { responseHeaders } from './responseHeaders.ts';
import { sendWhole } from './sendBody.ts';
import { texts } from './texts.ts';

export interface ConsoleOptions {
  readonly settings: Settings;
  /** The folder of `services/console`. */
  readonly folder: string;
}

/** The start and every address with two segments or more; pages of core have one. */
const CONSOLE = /^\/admin(?:\/?|\/[\w-]+\/.+)$/;

const ASSET = /^\/admin\/assets\/(?<name>[\w-]+\.(?<kind>js|css|svg))$/;

const TYPES: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript; charset=UTF-8'],
  ['css', 'text/css; charset=UTF-8'],
  ['svg', 'image/svg+xml'],
]);

const SUFFIXES = { br: '.br', gzip: '.gz' } as const;

/** Seconds after which the page that waits for the build reloads itself. */
const RELOAD_SECONDS = 3;

/** True if the console answers an address. */
export const isConsole = (path: string): boolean => CONSOLE.test(path);

/** Reads a file; undefined if it does not exist. */
const fileAt = (...path: readonly string[]): Promise<Buffer | undefined> =>
  readFile(join(...path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** Returns the policy of the shell: files and requests of this site only, and no inline script. */
const policyOf = (styleNonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    // texts of records have style attributes
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Returns the path of the site's root; empty unless the site is below a path of its host. */
const rootPath = ({ baseUrl }: Exchange): string => new URL(baseUrl).pathname.replace(/\/$/, '');

/**
 * Serves the console (docs/interface/pages.md §7.3): its files, and its shell at every address below `/admin/` with two
 * segments or more. Until it is built, a page without a script says so and reloads.
 */
export const createConsole = ({ settings, folder }: ConsoleOptions) => {
  /** Sends bytes as they are: names of a profile do not occur in files of the console. */
  const send = (exchange: Exchange, headers: Readonly<Record<string, string>>, body: Buffer): void => {
    const all = { ...headers, 'content-length': body.length, 'referrer-policy': 'same-origin' };
    exchange.response.writeHead(200, responseHeaders(exchange, 200, all));
    exchange.response.end(exchange.request.method === 'HEAD' ? undefined : body);
  };

  const sendAsset = async (exchange: Exchange, name: string, kind: string): Promise<void> => {
    const coding = preferredCoding(exchange.request.headers['accept-encoding']);
    const coded = coding && (await fileAt(folder, 'built/assets', `${name}${SUFFIXES[coding]}`));
    const body = coded ?? (await fileAt(folder, 'built/assets', name));
    if (body === undefined) return failPage(exchange, { status: 404 }, settings.current());
    const headers = {
      'content-type': TYPES.get(kind) ?? '',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    };
    send(exchange, coding && coded ? { ...headers, 'content-encoding': coding } : headers, body);
  };

  const sendShell = (exchange: Exchange, template: string): void => {
    const { language, request, apiRoot } = exchange;
    const root = rootPath(exchange);
    const nonce = randomBytes(16).toString('base64');
    const { name, timezone, default_language: defaultLanguage } = settings.current();
    const site = {
      base: `${root}${request.url?.startsWith(`/${language}/`) ? `/${language}` : ''}/admin`,
      home: `${root}/`,
      api: new URL(apiRoot).pathname,
      language,
      defaultLanguage,
      languages: languageCodes().map((code) => ({ code, name: languageRecord(code).nativeName })),
      name,
      timezone,
      weekStart: weekStart({ site: settings.current(), language }),
      styleNonce: nonce,
    };
    const body = template
      .replaceAll('./assets/', `${root}/admin/assets/`)
      .replace(/(?<=<html )lang="[^"]*"/, `lang="${languageRecord(language).tag}"`)
      .replace('<div id="root"', () => html`<div id="root" data-site="${JSON.stringify(site)}"`.text);
    const headers = {
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'private, no-cache',
      'content-security-policy': policyOf(nonce),
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    };
    send(exchange, headers, Buffer.from(body));
  };

  /** Redirects a browser without a session to the sign-in page, which leads back. */
  const toSignIn = (exchange: Exchange): void => {
    const { baseUrl, language, path, query } = exchange;
    const back = path.replace(/^\/admin\/?/, '') + (query === '' ? '' : `?${query}`);
    const asked = back === '' ? '' : `?${new URLSearchParams({ redirect_to: back })}`;
    const location = `${baseUrl}/${language}/admin/sign-in${asked}`;
    const own = leadingHeaders(exchange, { location, 'cache-control': 'no-store', 'content-length': 0 });
    sendWhole(exchange, { status: 302, headers: responseHeaders(exchange, 302, own) }, []);
  };

  const sendWaiting = async (exchange: Exchange): Promise<void> => {
    const problem = await fileAt(folder, '.build/problem.txt');
    const { baseUrl, apiRoot, language } = exchange;
    const renderContext = renderContextOf(settings.current(), texts, { site: baseUrl, apiRoot, language });
    const { text } = renderContext;
    const title = text(problem === undefined ? 'The console is being built' : 'The console is not available');
    const reason =
      problem === undefined
        ? text('This takes about a minute after an installation. The page reloads by itself.')
        : text(
            'It could not be built, for example without a network. The site works without it; the next start tries again.',
          );
    const main = html`<h1>${title}</h1>
<p>${reason}</p>
<p><a href="${baseUrl}/${language}/admin/start">${text('Administration without the console')}</a></p>`;
    const page = pageAnswer(
      { principal: anonymous, headers: {} },
      renderContext,
      { title, main, indexed: false },
      { status: 503, isPrivate: true },
    );
    const bytes = Buffer.from(String(page.body));
    const own = {
      ...page.headers,
      'content-type': 'text/html; charset=UTF-8',
      'content-length': bytes.length,
      'retry-after': String(RELOAD_SECONDS),
      ...(problem === undefined && { refresh: String(RELOAD_SECONDS) }),
    };
    sendWhole(exchange, { status: 503, headers: responseHeaders(exchange, 503, own) }, [bytes]);
  };

  return async function answerConsole(exchange: Exchange): Promise<void> {
    const { request, path, baseUrl } = exchange;
    const asset = ASSET.exec(path)?.groups;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      failPage(exchange, { status: 405, headers: { Allow: 'GET, HEAD' } }, settings.current());
    } else if (asset !== undefined) {
      await sendAsset(exchange, asset.name ?? '', asset.kind ?? '');
    } else if (path.startsWith('/admin/assets/')) {
      failPage(exchange, { status: 404 }, settings.current());
    } else if (sessionOfCookie(request.headers.cookie, baseUrl) === undefined) {
      toSignIn(exchange);
    } else {
      const template = await fileAt(folder, 'built/index.html');
      if (template === undefined) await sendWaiting(exchange);
      else sendShell(exchange, template.toString());
    }
  };
};
