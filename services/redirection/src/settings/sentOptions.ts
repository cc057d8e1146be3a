import { canonicalIp, cleanSource } from '@almanac/redirects/cleaning';
import { queryModes } from '@almanac/redirects/schemas';
import { isObject, valueText } from '@almanac/rest';
import { plainText } from '@almanac/text';
import type { OptionHeader, Options } from '../options/options.ts';

// Settings are read leniently: a value of another type is converted to the nearest valid one, or ignored. No value is
// refused (docs/interface/redirection.md §8).

const MAX_TEXT_LENGTH = 2_000;
const MAX_LIST_ITEMS = { aliases: 20, permalinks: 10, headers: 50, proxies: 100, choices: 50 } as const;

type Reader<Value> = (sent: unknown) => Value | undefined;

const textOf = (sent: unknown): string | undefined =>
  typeof sent === 'string' || typeof sent === 'number' ? String(sent).slice(0, MAX_TEXT_LENGTH) : undefined;

/** Returns true except for `false`, 0, empty texts and similar values; the text `false` is false too. */
const truth: Reader<boolean> = (sent) => !['', '0', 'false'].includes(valueText(sent)) && Boolean(sent);

const whole = (sent: unknown): number =>
  Math.trunc(Number(textOf(sent) ?? (typeof sent === 'object' ? valueText(sent) : sent))) || 0;

const between =
  (least: number, most: number): Reader<number> =>
  (sent) =>
    Math.min(Math.max(whole(sent), least), most);

const oneOf =
  <Value extends string | number>(known: readonly Value[], otherwise?: Value): Reader<Value> =>
  (sent) =>
    known.find((each) => String(each) === textOf(sent)) ?? otherwise;

const flag: Reader<boolean> = (sent) => (typeof sent === 'boolean' ? sent : undefined);

const listOf = (sent: unknown): readonly unknown[] => (Array.isArray(sent) ? sent : []);

/** Returns the texts of a list that a reader accepts, without duplicates. */
const texts =
  (read: Reader<string>, most: number): Reader<string[]> =>
  (sent) =>
    [...new Set(listOf(sent).flatMap((each) => read(each) ?? []))].filter((each) => each !== '').slice(0, most);

/** Returns the host of an address without port and without invalid characters. */
const hostOf: Reader<string> = (sent) =>
  textOf(sent)
    ?.replace(/^[a-z]+:\/\//i, '')
    .replace(/[/?#:].*$/s, '')
    .replaceAll(/[^\w.-]/g, '');

/** Returns scheme, host and path of an address. Adds a missing scheme; an invalid address becomes empty. */
const siteOf: Reader<string> = (sent) => {
  const text = (textOf(sent) ?? '').trim();
  if (text === '') return '';
  const address = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (address === null || !address.hostname.includes('.')) return '';
  return `${address.protocol}//${address.hostname}${address.pathname.replace(/\/$/, '')}`;
};

const permalink: Reader<string> = (sent) => plainText(textOf(sent) ?? '').replaceAll(/[^\w%/.-]/g, '');

const IP_HEADERS = [
  'HTTP_CF_CONNECTING_IP',
  'HTTP_CLIENT_IP',
  'HTTP_X_FORWARDED_FOR',
  'HTTP_X_FORWARDED',
  'HTTP_X_CLUSTER_CLIENT_IP',
  'HTTP_FORWARDED_FOR',
  'HTTP_FORWARDED',
  'HTTP_VIA',
  'REMOTE_ADDR',
] as const;

/** The headers that may name the caller. */
export const ipHeaders: readonly string[] = IP_HEADERS;

/** Returns the name as capitalized words joined by `-`. */
const headerName = (sent: string): string =>
  sent
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');

const membersOf = (sent: unknown): Readonly<Record<string, unknown>> => (isObject(sent) ? sent : {});

const headerOf = (sent: unknown): OptionHeader[] => {
  const { type, headerName: name, headerValue, location, headerSettings } = membersOf(sent);
  const [kind, shown] = [textOf(type) ?? '', headerName(textOf(name) ?? '')];
  if (kind === '' || shown === '') return [];
  const value = (textOf(headerValue) ?? '').replaceAll(/[\r\n]+/g, ' ').replaceAll(/[^\t\x20-\x7e\u0080-\u00ff]/g, '');
  const settings = Object.entries(membersOf(headerSettings)).slice(0, 20);
  return [
    {
      type: kind,
      headerName: shown,
      headerValue: value,
      location: location === 'redirect' ? 'redirect' : 'site',
      headerSettings: Object.fromEntries(settings.map(([key, each]) => [key.slice(0, 100), flatSetting(each)])),
    },
  ];
};

const plainSetting = (value: unknown): string | number | boolean | null => {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

/** Returns a setting of a header from an editor's form, reduced to its value or its choices. */
const flatSetting = (sent: unknown): unknown => {
  const { value, choices } = membersOf(sent);
  if (value !== undefined || !Array.isArray(choices)) return plainSetting(value ?? sent);
  return choices.slice(0, MAX_LIST_ITEMS.choices).map((choice) => {
    const { label, value: chosen } = membersOf(choice);
    return { label: plainSetting(label), value: plainSetting(chosen) };
  });
};

/** Returns the path of an Apache configuration file; stored for the editor. */
const fileOf: Reader<string> = (sent) => {
  const text = plainText(textOf(sent) ?? '');
  return text === '' || text.endsWith('.htaccess') ? text : `${text.replace(/(?<!\/)\/+$/, '')}/.htaccess`;
};

/** Returns a suffix of addresses that begins at the root. */
const suffix: Reader<string> = (sent) => {
  const text = textOf(sent)?.trim() ?? '';
  return text === '' ? '' : cleanSource(text, { regex: false, host: '' })?.url;
};

/** The reader of each setting. A setting without a reader, such as the modules, cannot be written. */
export const optionReaders: { readonly [Name in keyof Options]: Reader<Options[Name]> } = {
  support: truth,
  https: truth,
  log_external: truth,
  log_header: truth,
  track_hits: truth,
  monitor_post: (sent) => Math.max(0, whole(sent)),
  monitor_types: texts(textOf, 20),
  associated_redirect: suffix,
  auto_target: (sent) => plainText(textOf(sent) ?? ''),
  expire_redirect: between(-1, 60),
  expire_404: between(-1, 60),
  redirect_cache: oneOf([-1, 0, 1, 24, 168], 1),
  ip_logging: between(0, 2),
  ip_headers: (sent) => (Array.isArray(sent) ? texts(oneOf(IP_HEADERS), IP_HEADERS.length)(sent) : undefined),
  ip_proxy: texts((each) => canonicalIp(textOf(each) ?? ''), MAX_LIST_ITEMS.proxies),
  last_group_id: (sent) => Math.max(0, whole(sent)),
  rest_api: (sent) => ({ 0: 0, 1: 1, 3: 3, 2: 0, 4: 0 })[textOf(sent) ?? ''],
  headers: (sent) => listOf(sent).slice(0, MAX_LIST_ITEMS.headers).flatMap(headerOf),
  relocate: siteOf,
  preferred_domain: oneOf(['', 'www', 'nowww']),
  aliases: texts(hostOf, MAX_LIST_ITEMS.aliases),
  permalinks: texts(permalink, MAX_LIST_ITEMS.permalinks),
  cache_key: (sent) => (typeof sent === 'boolean' ? Number(sent) : Math.max(0, whole(sent))),
  plugin_update: oneOf(['prompt', 'admin']),
  update_notice: () => '5.7',
  flag_query: oneOf(queryModes),
  flag_case: flag,
  flag_trailing: flag,
  flag_regex: flag,
  location: fileOf,
};
