import type { AskedDate } from '@almanac/content-model';
import type { MetaInput } from './meta/writtenMeta.ts';
import type { PostFields } from './post.ts';
import type { Status } from './statuses.ts';

/** What a request asks for a post, cleaned. A member that is absent stays as it is, or gets its default. */
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
  /** Empty for one made of the title. */
  readonly slug?: string;
  readonly date?: AskedDate;
  readonly meta?: MetaInput;
};
