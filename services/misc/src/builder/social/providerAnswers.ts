import { z } from 'zod';
import type { SocialProfile } from './account.ts';

// Schemas of the provider's answers. Unknown members are dropped, and so are media that cannot be shown.

const types = ['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM'] as const;

const id = z.string().regex(/^\d{1,40}$/);
const MAX_ADDRESS_LENGTH = 4_000;
const MAX_CAPTION_LENGTH = 5_000;

const isSecure = (address: string): boolean => {
  const { protocol, username, password } = URL.parse(address) ?? {};
  return protocol === 'https:' && username === '' && password === '';
};

const address = z.string().max(MAX_ADDRESS_LENGTH).refine(isSecure);

/** Members common to items and their children. */
const shown = {
  id,
  media_type: z.enum(types),
  media_url: address,
  permalink: address,
  thumbnail_url: address.optional(),
};

const instant = z
  .string()
  .transform((text) => Date.parse(text))
  .refine(Number.isFinite)
  .transform((milliseconds) => new Date(milliseconds).toISOString());

const childSchema = z.object(shown);
const itemSchema = z.object({
  ...shown,
  caption: z
    .string()
    .default('')
    .transform((text) => [...text].slice(0, MAX_CAPTION_LENGTH).join('')),
  timestamp: instant,
});

type MediaChild = z.infer<typeof childSchema>;

type MediaItem = z.infer<typeof itemSchema> & {
  /** Present for carousels only. */
  readonly children_count?: number;
};

/** One media of the account. */
export interface Media {
  readonly item: MediaItem;
  readonly children: readonly MediaChild[];
}

const readable = <T>(list: readonly unknown[], schema: z.ZodType<T>): T[] =>
  list.flatMap((each) => {
    const { data } = schema.safeParse(each);
    return data === undefined ? [] : [data];
  });

const listOf = z.object({ data: z.array(z.unknown()) });

const mediaSchema = z
  .object({ ...itemSchema.shape, children: listOf.optional() })
  .transform(({ children, ...item }): Media => {
    if (item.media_type !== 'CAROUSEL_ALBUM') return { item, children: [] };
    const own = readable(children?.data ?? [], childSchema);
    return { item: { ...item, children_count: own.length }, children: own };
  });

const cursor = z.string().min(1).max(2_000);

/** A page of media and the cursor of the next. The next page's address contains the token, so it is not read. */
export const mediaPage = z
  .object({
    data: z.array(z.unknown()),
    paging: z
      .object({ cursors: z.object({ after: cursor.optional() }).optional(), next: z.unknown().optional() })
      .optional(),
  })
  .transform(({ data, paging }) => ({
    media: readable(data, mediaSchema),
    after: paging?.next === undefined ? undefined : paging.cursors?.after,
  }));

export const profileAnswer = z
  .object({ user_id: id, username: z.string().min(1).max(100), account_type: z.string().max(100).optional() })
  .transform(
    ({ user_id, username, account_type = null }): SocialProfile => ({ account: user_id, username, account_type }),
  );

/** Characters allowed in a header. */
export const TOKEN = /^[\x21-\x7e]{1,4000}$/;

const FIVE_YEARS_S = 5 * 366 * 86_400;

export const tokenAnswer = z
  .object({ access_token: z.string().regex(TOKEN), expires_in: z.int().min(1).max(FIVE_YEARS_S).optional() })
  .transform(({ access_token, expires_in }) => ({ token: access_token, expiresIn: expires_in }));
