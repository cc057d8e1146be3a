import { basename } from 'node:path';
import type { Outgoing } from '@almanac/outgoing';
import type { Place } from '../place.ts';
import type { SiteClient, UploadingClient } from '../siteClient.ts';
import type { ExportedAttachment } from './readExport.ts';

interface Media {
  readonly id: number;
  readonly slug: string;
}

const TIMEOUT_MS = 15_000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const CHUNK = 50;

/** The source and the target of attachments. */
export interface Places {
  readonly site: UploadingClient;
  readonly outgoing: Outgoing;
  readonly place: Place;
}

/**
 * Returns the new ids of the file's attachments by their old ids: those from earlier runs, and those fetched from their
 * old addresses. An unreachable attachment is reported.
 */
export const ensureMedia = async (
  places: Places,
  attachments: readonly ExportedAttachment[],
  onMissing: Missing,
): Promise<Map<string, number>> => {
  const { site, place } = places;
  const named = attachments.map((attachment, index) => ({ attachment, thing: `attachment-${index}` }));
  const rest = named.filter(({ thing }) => !place.has(thing)).map(({ attachment }) => attachment);
  const bySlug = await existing(site, rest);
  const ids = new Map<string, number>();
  for (const { attachment, thing } of named) {
    const known = place.idOf(thing) ?? bySlug.get(attachment.slug);
    const id = known ?? (await bring(places, attachment, onMissing));
    if (id === undefined) continue;
    ids.set(attachment.id, id);
    if (!place.has(thing)) place.acknowledge(thing, { id, mark: attachment.slug });
  }
  return ids;
};

const existing = async (site: SiteClient, attachments: readonly ExportedAttachment[]): Promise<Map<string, number>> => {
  const ids = new Map<string, number>();
  for (let at = 0; at < attachments.length; at += CHUNK) {
    const query = new URLSearchParams({ per_page: '100' });
    for (const { slug } of attachments.slice(at, at + CHUNK)) query.append('slug[]', slug);
    for (const { slug, id } of await site.request<Media[]>('GET', `/core/v2/media?${query}`)) ids.set(slug, id);
  }
  return ids;
};

type Missing = (attachment: ExportedAttachment, reason: string) => void;

const bring = async (
  { site, outgoing }: Places,
  attachment: ExportedAttachment,
  onMissing: Missing,
): Promise<number | undefined> => {
  try {
    const { status, headers, body } = await outgoing.fetch(attachment.url, {
      maxBytes: MAX_FILE_BYTES,
      timeout: TIMEOUT_MS,
    });
    if (status !== 200) throw new Error(`it answers ${status}`);
    const query = new URLSearchParams({ title: attachment.title, slug: attachment.slug });
    const media = await site.upload<Media>(`/core/v2/media?${query}`, {
      name: basename(new URL(attachment.url).pathname),
      type: String(headers['content-type'] ?? 'application/octet-stream'),
      bytes: Buffer.from(body),
    });
    return media.id;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    onMissing(attachment, error.message);
    return undefined;
  }
};
