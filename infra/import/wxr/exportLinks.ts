import { foreignNames } from '../../aliases/foreignNames.ts';

/** A record of this site that was created from a record of the export. */
export interface NewRecord {
  readonly id: number;
  /** Its address; empty if it has not been read yet. */
  readonly link: string;
}

/** The knowledge by which references of a text to the exporting site become references to this one. */
export interface LinkTargets {
  /** The address of the exporting site; empty if it is unknown. */
  readonly oldSite: string;
  /** The address of this site; undefined if it is unknown. */
  readonly newSite: string | undefined;
  /** New ids of media by their old ids. */
  readonly media: ReadonlyMap<string, number>;
  /** New addresses of media files by the keys of their old ones. */
  readonly files: Pick<ReadonlyMap<string, string>, 'get'>;
  /** Records by their old ids. */
  readonly records: Pick<ReadonlyMap<string, NewRecord>, 'get'>;
  /** Old ids of the records in the file. */
  readonly ids: Pick<ReadonlySet<string>, 'has'>;
  /** Old ids of the records in the file by the keys of their old addresses. */
  readonly addresses: ReadonlyMap<string, string>;
}

export interface RewrittenText {
  readonly text: string;
  /** Old ids of records of the file that the text refers to and whose new addresses are unknown. */
  readonly missing: readonly string[];
}

/** Returns an address without the slashes at its end. */
export const withoutEndSlashes = (address: string): string => {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
};

/** Returns an address without its scheme and without the slashes at its end. */
export const addressKey = (address: string): string => withoutEndSlashes(address.replace(/^https?:/i, ''));

/** Returns the key of an address in `LinkTargets`: texts name it with and without `www.`, encoded or not. */
export const linkKey = (address: string): string => {
  const key = addressKey(address).replace(/^\/\/(?:www\.)?([^/]*)/i, (_, host: string) => `//${host.toLowerCase()}`);
  try {
    return decodeURI(key);
  } catch {
    return key;
  }
};

/** True if a path is below a folder of the exporting system that has no counterpart here. */
const isForeignPath = (path: string): boolean => foreignNames.folders.includes(path.split('/', 2)[1] ?? '');

const MEDIA_BLOCK = /<!--\s+wp:(?:[\w-]+\/)?(?:image|gallery|media-text|cover|file|audio|video)\s+\{[^<]*?\}\s*\/?-->/g;
const SHORT_CODE = /\[(?:gallery|playlist|caption|wp_caption)\b[^[\]]*\]/g;
const ID_LISTS = /\b(ids|include|exclude)=(["']?)([\d,\s]+)\2/g;

/** Returns a text whose media, links and files are those of this site. */
export const rewriteLinks = (text: string, targets: LinkTargets): RewrittenText => {
  const missing = new Set<string>();
  const recordOf: FindRecord = (id) => {
    const record = targets.records.get(id);
    if (record !== undefined && record.link !== '') return record;
    if (targets.ids.has(id)) missing.add(id);
    return undefined;
  };
  const linked = rewriteAddresses(rewriteMediaIds(text, targets.media), targets, recordOf);
  return { text: linked, missing: [...missing] };
};

const rewriteMediaIds = (text: string, media: ReadonlyMap<string, number>): string => {
  if (media.size === 0) return text;
  const id = (old: string): string => String(media.get(old) ?? old);
  const ids = (list: string): string => list.replace(/\d+/g, id);
  return text
    .replace(/\bwp-image-(\d+)\b/g, (_, old: string) => `wp-image-${id(old)}`)
    .replace(/(<img\b[^<>]*?\sdata-id=["'])(\d+)/g, (_, before: string, old: string) => before + id(old))
    .replace(MEDIA_BLOCK, (block) =>
      block
        .replace(/"(id|mediaId)":(\d+)/g, (_, name: string, old: string) => `"${name}":${id(old)}`)
        .replace(/"ids":\[([\d\s,"]*)\]/g, (_, list: string) => `"ids":[${ids(list)}]`),
    )
    .replace(SHORT_CODE, (code) =>
      code
        .replace(ID_LISTS, (_, name: string, quote: string, list: string) => `${name}=${quote}${ids(list)}${quote}`)
        .replace(/\battachment_(\d+)/g, (_, old: string) => `attachment_${id(old)}`),
    );
};

type FindRecord = (id: string) => NewRecord | undefined;

/** Matches links without a host; of those without a path only the ones that name a record by its id. */
const RELATIVE = /(\b(?:href|src|poster)=["'])(\/(?!\/)[^\s"'<>\\]*|\?(?:p|page_id|attachment_id)=\d+[^\s"'<>\\]*)/gi;

const rewriteAddresses = (text: string, targets: LinkTargets, recordOf: FindRecord): string => {
  const site = URL.parse(targets.oldSite);
  const origin = site?.origin ?? '';
  const relative = text.replace(RELATIVE, (whole, before: string, link: string) => {
    const { address } = knownAddress(origin + link, targets, recordOf);
    return address === undefined ? whole : before + address;
  });
  // Files may be on another host than the site.
  const filed = relative.replace(ADDRESS, (old) => fileOf(linkKey(old), targets.files) ?? old);
  if (site === null) return filed;
  const hosts = `(?:https?:)?//(?:www\\.)?${RegExp.escape(site.host.replace(/^www\./, ''))}`;
  const address = new RegExp(`${hosts}(?![\\w.:-])[^\\s"'<>\\\\()\\[\\]]*`, 'gi');
  return filed.replace(address, (old) => newAddress(old, targets, recordOf));
};

interface KnownAddress {
  /** The address here of a file or record; undefined if it is unknown. */
  readonly address?: string;
  /** True if the old address names a record by its id. */
  readonly hasId: boolean;
}

/** Finds the file or record of an address as it is written in a text. */
const knownAddress = (written: string, targets: LinkTargets, recordOf: FindRecord): KnownAddress => {
  const decoded = written.replaceAll('&amp;', '&').replaceAll('&#038;', '&');
  const url = URL.parse(decoded, 'http://old.invalid');
  if (url === null) return { hasId: false };
  const key = linkKey(decoded.replace(/[?#].*$/s, ''));
  const file = fileOf(key, targets.files);
  if (file !== undefined) return { address: file, hasId: false };
  const named = idIn(url.searchParams);
  const id = named ?? targets.addresses.get(key);
  const record = id === undefined ? undefined : recordOf(id);
  return { ...(record !== undefined && { address: record.link + url.hash }), hasId: named !== undefined };
};

const newAddress = (written: string, targets: LinkTargets, recordOf: FindRecord): string => {
  const { address, hasId } = knownAddress(written, targets, recordOf);
  if (address !== undefined) return address;
  // Here the old id names another record, or none.
  if (hasId || targets.newSite === undefined) return written;
  const url = URL.parse(written, 'http://old.invalid');
  const folder = withoutEndSlashes(URL.parse(targets.oldSite)?.pathname ?? '');
  if (url === null || !url.pathname.startsWith(folder)) return written;
  if (isForeignPath(url.pathname.slice(folder.length))) return written;
  return targets.newSite + written.slice(written.indexOf('//') + 2 + url.host.length + folder.length);
};

const idIn = (query: URLSearchParams): string | undefined =>
  query.get('p') ?? query.get('page_id') ?? query.get('attachment_id') ?? undefined;

/** Returns the new address of a file, also for one of its smaller sizes (`pier-300x200.jpg`). */
const fileOf = (address: string, files: LinkTargets['files']): string | undefined =>
  files.get(address) ?? files.get(originalOf(address));

/** The media that a text names, by their old ids and by the old addresses of their files. */
export interface NamedFiles {
  readonly ids: readonly string[];
  readonly addresses: readonly string[];
}

const ADDRESS = /(?:https?:)?\/\/[^\s"'<>\\()[\]]+/gi;

/** Returns the media that a text of an export names. */
export const namedFiles = (text: string): NamedFiles => {
  if (!text.includes('wp-image-') && !text.includes('[gallery') && !text.includes('/uploads/'))
    return { ids: [], addresses: [] };
  const byClass = [...text.matchAll(/\bwp-image-(\d+)\b/g)].map(([, id = '']) => id);
  const lists = [...text.matchAll(SHORT_CODE)].flatMap(([code]) =>
    [...code.matchAll(ID_LISTS)].map(([, , , ids = '']) => ids),
  );
  const addresses = [...text.matchAll(ADDRESS)]
    .filter(([address]) => address.includes('/uploads/'))
    .map(([address]) => originalOf(addressKey(address)));
  return { ids: [...byClass, ...lists.flatMap((ids) => ids.match(/\d+/g) ?? [])], addresses };
};

/** Returns the address of a file without the size of a smaller version (`pier-300x200.jpg`). */
const originalOf = (address: string): string => address.replace(/-\d+x\d+(?=\.\w+$)/, '');
