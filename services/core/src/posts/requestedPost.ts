import type { AskedDate } from '@almanac/content-model';
import { can } from '@almanac/identity';
import type { RestRequest, Values } from '@almanac/rest';
import type { Core } from '../core.ts';
import { prepareFields, sentFields } from '../fields.ts';
import { writtenMeta } from './meta/writtenMeta.ts';
import type { WriteArgs } from './postArgs.ts';
import type { PostValues } from './postFields.ts';
import { type PostVariant, variants } from './postVariant.ts';
import { askedDate } from './requestedDate.ts';
import type { Status } from './statuses.ts';

type PostArgs = { readonly [Name in keyof WriteArgs]?: Values<WriteArgs>[Name] | undefined };
export type WriteRequest = RestRequest<PostArgs>;

/** Cleaned input for a post. An absent member stays unchanged, or gets its default. */
export interface PostInput extends Partial<PostValues> {
  readonly status?: Exclude<Status, 'trash'>;
  /** Empty to generate the slug from the title. */
  readonly slug?: string;
  readonly date?: AskedDate;
}

/** Returns the input of a request for a post. @throws DomainError 400 for invalid members of `meta` */
export const requestedPost = async (
  core: Core,
  request: WriteRequest,
  { fields, capability }: PostVariant = variants.post,
): Promise<PostInput> => {
  const { args, given, principal } = request;
  const { status, meta } = args;
  const date = askedDate(args, core.settings.current().timezone);
  const hidden = status === 'pending' && !can(principal, capability('publish'));
  await prepareFields(request);
  return {
    ...sentFields<PostValues>(fields, request),
    ...(given.has('slug') ? { slug: args.slug ?? '' } : {}),
    ...(status === undefined || status === 'trash' ? {} : { status }),
    ...(hidden ? { slug: '' } : {}),
    ...(date === undefined ? {} : { date }),
    ...(meta === undefined ? {} : { meta: writtenMeta(meta, can(principal, 'unfiltered_html')) }),
    ...(given.has('categories') ? { categories: [...new Set(args.categories ?? [])] } : {}),
    ...(given.has('parent') ? { parent: args.parent ?? 0 } : {}),
    ...(given.has('tags') ? { tags: [...new Set(args.tags ?? [])] } : {}),
  };
};
