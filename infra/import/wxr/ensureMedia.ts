import { basename } from 'node:path';
import type { Outgoing } from '@almanac/outgoing';
import { inFlight } from '../inFlight.ts';
import type { Place } from '../place.ts';
import { RefusedError, type SiteClient, UnreachableError, type UploadingClient } from '../siteClient.ts';
import { linkKey } from './exportLinks.ts';
import type { ImportKeys } from './importKeys.ts';
import { type ExportedAttachment, fileKey, referenceKey } from './readExport.ts';

interface Medium {
  readonly id: number;
  readonly date: string;
  readonly source_url: string;
}

const TIMEOUT_MS = 15_000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const CHUNK = 50;

/** The source and the target of attachments. */
export interface MediaPorts {
  readonly site: UploadingClient;
  readonly outgoing: Outgoing;
  readonly place: Place;
  readonly keys: ImportKeys;
  readonly width: number;
  /** The address of the exporting site. */
  readonly oldSite: string;
  readonly isStopped: () => boolean;
}

/** The media of the site for the attachments of a file. */
export interface ImportedMedia {
  /** New ids by old ids. */
  readonly ids: Map<string, number>;
  /** New addresses of files by the keys of their old ones. */
  readonly files: Map<string, string>;
  readonly created: number;
  readonly unchanged: number;
}

/**
 * Finds the media of earlier runs, and fetches the others from their old addresses. An unreachable attachment is
 * reported.
 */
export const ensureMedia = async (
  ports: MediaPorts,
  attachments: readonly ExportedAttachment[],
  onMissing: (attachment: ExportedAttachment, reason: string) => void,
): Promise<ImportedMedia> => {
  const { site, place, keys, width, oldSite, isStopped } = ports;
  const stored = await keys.lookUp(attachments.flatMap(({ key, thing }) => (key && !place.has(thing) ? [key] : [])));
  const knownId = ({ thing, key }: ExportedAttachment) => place.idOf(thing) ?? (key && stored.get(key));
  const known = await readMedia(
    site,
    attachments.map(knownId).filter((id) => typeof id === 'number'),
  );
  const ids = new Map<string, number>();
  const files = new Map<string, string>();
  let [created, unchanged] = [0, 0];
  const addKeys = async (attachment: ExportedAttachment, id: number): Promise<void> => {
    try {
      await keys.add(keysOf(attachment, oldSite), id);
    } catch (error) {
      if (!(error instanceof RefusedError || error instanceof UnreachableError)) throw error;
      onMissing(attachment, error.message);
    }
  };
  await inFlight(attachments, { width, isStopped }, async (attachment) => {
    const { id: oldId, thing, url } = attachment;
    const before = known.get(Number(knownId(attachment)));
    const medium = before ?? (await bring(ports, attachment, onMissing));
    if (medium === undefined) return;
    if (before === undefined) created += 1;
    else unchanged += 1;
    if (oldId !== '') ids.set(oldId, medium.id);
    if (url !== '') files.set(linkKey(url), medium.source_url);
    if (!place.has(thing)) place.acknowledge(thing, { id: medium.id, mark: `medium ${medium.date}` });
    // An interrupted run may have left records without their keys.
    if (before === undefined || place.has(thing)) await addKeys(attachment, medium.id);
  });
  return { ids, files, created, unchanged };
};

/** Returns the keys by which later runs, and other files of the same site, find a medium. */
const keysOf = ({ key, id, url }: ExportedAttachment, oldSite: string): string[] => [
  ...(key === undefined ? [] : [key]),
  ...(id === '' ? [] : [referenceKey(oldSite, id)]),
  ...(url === '' ? [] : [fileKey(url)]),
];

/** Reads the media with some ids. Media that have been deleted are missing. */
export const readMedia = async (site: SiteClient, ids: readonly number[]): Promise<Map<number, Medium>> => {
  const media = new Map<number, Medium>();
  for (let at = 0; at < ids.length; at += CHUNK) {
    const query = new URLSearchParams({ context: 'edit', per_page: '100', status: 'inherit,private' });
    for (const id of ids.slice(at, at + CHUNK)) query.append('include[]', String(id));
    for (const medium of await site.request<Medium[]>('GET', `/core/v2/media?${query}`)) media.set(medium.id, medium);
  }
  return media;
};

const bring = async (
  { site, outgoing, place }: MediaPorts,
  attachment: ExportedAttachment,
  onMissing: (attachment: ExportedAttachment, reason: string) => void,
): Promise<Medium | undefined> => {
  const { url, title, slug, alt, caption, description, thing } = attachment;
  if (url === '') {
    onMissing(attachment, 'the export has no address of its file');
    return undefined;
  }
  try {
    const { status, headers, body } = await outgoing.fetch(url, { maxBytes: MAX_FILE_BYTES, timeout: TIMEOUT_MS });
    if (status !== 200) throw new Error(`it answers ${status}`);
    const names = Object.entries({ title, slug, alt_text: alt }).filter(([, text]) => text !== '');
    const query = new URLSearchParams(names);
    const file = {
      name: basename(new URL(url).pathname),
      type: String(headers['content-type'] ?? 'application/octet-stream'),
      bytes: Buffer.from(body),
    };
    const medium = await site.upload<Medium>(`/core/v2/media?${query}`, file, place.keyOf(thing));
    // Long texts do not fit into the address of the upload.
    if (caption !== '' || description !== '')
      await site.request('POST', `/core/v2/media/${medium.id}`, { caption, description });
    return medium;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    onMissing(attachment, error.message);
    return undefined;
  }
};
