import type { Author, Medium } from './embeddable.ts';
import { embedHtml } from './embedHtml.ts';
import { embedSize } from './embedSize.ts';
import type { EmbeddableRecord } from './findEmbeddable.ts';

export interface EmbedSurroundings {
  /** `{base_url}` */
  readonly site: string;
  readonly siteName: string;
  /** Undefined for a record without author. */
  readonly author: Author | undefined;
  /** The featured medium, or the record itself if it is a medium. */
  readonly medium: Medium | undefined;
  /** Returns the title of a protected record: the site's prefix with the placeholder `{title}` filled. */
  readonly protectedTitle: (title: string) => string;
  /** Requested width in pixels. */
  readonly width: number;
  readonly secret: string;
}

/** Returns the answer of `oembed/1.0/embed` for a record (docs/interface/oembed.md §1, JSON response). */
export const embedData = (record: EmbeddableRecord, around: EmbedSurroundings) => {
  const { site, siteName, author } = around;
  const size = embedSize(around.width);
  const title = record.protected ? around.protectedTitle(record.title) : record.title;
  const thumbnail = record.protected ? undefined : thumbnailOf(around.medium, size.width, site);
  return {
    version: '1.0',
    provider_name: siteName,
    provider_url: site,
    author_name: author?.name ?? siteName,
    author_url: author === undefined ? site : `${site}/author/${author.slug}/`,
    title,
    type: record.medium?.file.mimeType.startsWith('video/') ? 'video' : 'rich',
    ...size,
    html: embedHtml({ ...addressesOf(record, site), title, siteName }, { ...size, secret: around.secret }),
    ...thumbnail,
  };
};

/** Returns the addresses of a record's page and frame. Records without a page use their id. */
const addressesOf = (
  { id, path }: EmbeddableRecord,
  site: string,
): { readonly link: string; readonly frame: string } =>
  path === null
    ? { link: `${site}/?p=${id}`, frame: `${site}/?p=${id}&embed=true` }
    : { link: `${site}${path}`, frame: `${site}${path}embed/` };

interface Thumbnail {
  readonly thumbnail_url: string;
  readonly thumbnail_width: number;
  readonly thumbnail_height: number;
}

/**
 * Returns the smallest rendition of at least the given width, otherwise the picture itself; undefined for a private
 * one.
 */
const thumbnailOf = (medium: Medium | undefined, width: number, site: string): Thumbnail | undefined => {
  if (medium === undefined || medium.status === 'private') return undefined;
  const fitting = [...Object.values(medium.sizes), medium.file]
    .filter((file) => (file.width ?? 0) >= width)
    .sort((one, other) => areaOf(one) - areaOf(other));
  const { path, width: shown, height } = fitting[0] ?? medium.file;
  if (shown === undefined || height === undefined) return undefined;
  return { thumbnail_url: `${site}${path}`, thumbnail_width: shown, thumbnail_height: height };
};

const areaOf = ({ width = 0, height = 0 }: Medium['file']): number => width * height;
