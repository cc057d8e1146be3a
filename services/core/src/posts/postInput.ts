import type { AskedDate } from '@almanac/content-model';
import type { MetaInput } from './meta/writtenMeta.ts';
import type { PostFields } from './post.ts';
import type { Status } from './statuses.ts';

/** Cleaned input for a post. An absent member stays unchanged, or gets its default. */
export type PostInput = Partial<
  Pick<
    PostFields,
    | 'title'
    | 'content'
    | 'excerpt'
    | 'author'
    | 'password'
    | 'image'
    | 'commentStatus'
    | 'pingStatus'
    | 'sticky'
    | 'template'
    | 'format'
    | 'categories'
    | 'tags'
  >
> & {
  readonly status?: Exclude<Status, 'trash'>;
  /** Empty to generate the slug from the title. */
  readonly slug?: string;
  readonly date?: AskedDate;
  readonly meta?: MetaInput;
};
