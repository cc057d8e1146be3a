import { defaultsOf } from '@almanac/content-model';
import type { Collection } from '@almanac/documents';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Event } from '@almanac/event-store';
import { foldText, TEXT_FOLD_VERSION } from '@almanac/text';
import type { PostModification } from '../posts/post.ts';
import { type MediumValues, mediumFields } from './mediumFields.ts';
import type { ImageMeta } from './renditions/imageMeta.ts';
import type { Rendition } from './renditions/makeRenditions.ts';

/** Writable members of a medium. */
export interface MediumFields extends MediumValues {
  /** `inherit`: the parent post decides who may see it. */
  readonly status: 'inherit' | 'private';
  readonly slug: string;
  /** Publication date, on the site's clocks and in UTC: `YYYY-MM-DD HH:MM:SS`. */
  readonly date: string;
  readonly dateUtc: string;
}

/** The files of a medium; they never change. */
export interface MediumFiles {
  /** Content type. */
  readonly mimeType: string;
  /** The used file. Its path is below the uploads: `2026/05/pier-scaled.jpg`. Only pictures have sides. */
  readonly file: {
    readonly path: string;
    readonly filesize: number;
    readonly width?: number;
    readonly height?: number;
  };
  /** Name of the original file if another file is used; otherwise null. */
  readonly original: string | null;
  readonly sizes: Readonly<Record<string, Rendition>>;
  /** Metadata embedded in the picture; null for other files. */
  readonly picture: ImageMeta | null;
  /** Address from which the file was fetched; null for an upload. */
  readonly source: string | null;
}

export interface Medium extends MediumFields, MediumFiles, PostModification {
  readonly id: number;
  /** Version of its stream; 0 for a medium that never existed. */
  readonly version: number;
  readonly deleted: boolean;
  /** Paths of all its files below the uploads. */
  readonly paths: readonly string[];
  /** First part of the content type. */
  readonly kind: string;
  /** Texts compared by orders, without case and accents. */
  readonly keys: { readonly title: string };
}

export type MediumEvent =
  | Event<'MediumUploaded', MediumFields & MediumFiles & PostModification & Pick<Medium, 'id'>>
  | Event<'MediumChanged', Partial<MediumFields> & PostModification>
  /** A referenced record was deleted or reassigned; the medium counts as unmodified. */
  | Event<'MediumReferencesChanged', Partial<Pick<MediumFields, 'author' | 'parent' | 'image'>>>
  | Event<'MediumDeleted', Record<string, never>>;

const absent: Medium = {
  ...defaultsOf(mediumFields),
  status: 'inherit',
  id: 0,
  version: 0,
  deleted: false,
  slug: '',
  date: '',
  dateUtc: '',
  modified: '',
  modifiedUtc: '',
  mimeType: '',
  file: { path: '', filesize: 0 },
  original: null,
  sizes: {},
  picture: null,
  source: null,
  paths: [],
  kind: '',
  keys: { title: '' },
};

/** Returns the folder of a path: `2026/05/` of `2026/05/pier.jpg`. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns the path of the original file. */
export const originalPath = ({ file, original }: Pick<MediumFiles, 'file' | 'original'>): string =>
  original === null ? file.path : `${folderOf(file.path)}${original}`;

const pathsOf = ({ file, original, sizes }: MediumFiles): string[] => [
  ...new Set([
    originalPath({ file, original }),
    file.path,
    ...Object.values(sizes).map((size) => `${folderOf(file.path)}${size.file}`),
  ]),
];

const consequence = (event: MediumEvent): Partial<Medium> => {
  switch (event.type) {
    case 'MediumUploaded':
      return { ...event.data, paths: pathsOf(event.data), kind: event.data.mimeType.split('/', 1)[0] ?? '' };
    case 'MediumDeleted':
      return { deleted: true };
    default:
      return event.data;
  }
};

export const medium: Aggregate<Medium, MediumEvent> = {
  category: 'medium',
  initialState: absent,
  eventTypes: ['MediumUploaded', 'MediumChanged', 'MediumReferencesChanged', 'MediumDeleted'],
  projectionVersion: 1 + TEXT_FOLD_VERSION,
  evolve: (state, event) => {
    const next = { ...state, ...consequence(event), version: event.version };
    return next.title === state.title ? next : { ...next, keys: { title: foldText(next.title) } };
  },
};

export const media: Collection = {
  name: 'media',
  projectionVersion: medium.projectionVersion,
  indexes: [
    ['date'],
    ['status', 'date'],
    ['modified'],
    ['author', 'date'],
    ['parent', 'date'],
    ['kind', 'date'],
    ['mimeType'],
    ['slug'],
    ['keys.title'],
    ['image'],
  ],
  arrays: ['paths'],
  texts: ['title', 'caption', 'description', 'file.path'],
};

export const isImage = ({ kind }: Pick<Medium, 'kind'>): boolean => kind === 'image';
