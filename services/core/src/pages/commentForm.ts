import { formField, type Html, html, plain, sentText, TRAP_FIELD, trapField } from '@almanac/pages';
import { z } from 'zod';
import type { Comment } from '../comments/comment.ts';
import { MAX_CONTENT_BYTES } from '../comments/createComment.ts';
import { commentById } from '../comments/readModels/commentList.ts';
import type { PageContext } from '../pageContext.ts';
import type { Post } from '../posts/post.ts';
import { shownName } from './commentThread.ts';

const fields = ['name', 'email', 'website', 'comment'] as const;

type Field = (typeof fields)[number];

/** A form as a visitor has sent it. */
export interface SentComment extends Readonly<Record<Field, string>> {
  /** Id of the comment that this one answers; 0 for none. */
  readonly reply: number;
  /** True if the field is filled that people do not see. */
  readonly isAutomatic: boolean;
}

/** A form to show again, with the reasons for its refusal. */
export interface RefusedComment {
  readonly sent: SentComment;
  readonly status: number;
  readonly faults: ReadonlyMap<Field, string>;
  /** A reason that concerns no single field. */
  readonly notice?: string;
}

/** Maximum lengths in characters, as of columns in the other system; that of a comment is in bytes. */
const MAX_LENGTHS: Readonly<Record<Exclude<Field, 'comment'>, number>> = { name: 245, email: 100, website: 200 };

const idOf = (value: unknown): number => (/^\d{1,15}$/.test(sentText(value)) ? Number(sentText(value)) : 0);

/** Returns the form that a request contains; undefined if it contains another form. */
export const sentComment = ({ request: { params } }: PageContext): SentComment | undefined =>
  typeof params.comment === 'string'
    ? {
        name: sentText(params.name),
        email: sentText(params.email),
        website: sentText(params.website),
        comment: sentText(params.comment),
        reply: idOf(params.reply),
        isAutomatic: sentText(params[TRAP_FIELD]) !== '',
      }
    : undefined;

const EMAIL = z.email();
const WEBSITE = z.url({ protocol: /^https?$/ });

/** Returns what is wrong with the fields of a form, by field. */
export const faultsOf = (sent: SentComment, { renderContext: { text } }: PageContext): ReadonlyMap<Field, string> => {
  const faults = new Map<Field, string>();
  if (!EMAIL.safeParse(sent.email).success)
    faults.set('email', text('Enter an e-mail address such as name@example.org.'));
  if (sent.website !== '' && !WEBSITE.safeParse(sent.website).success)
    faults.set('website', text('Enter an address such as https://example.org, or leave the field empty.'));
  for (const field of ['name', 'email', 'website'] as const) {
    const limit = MAX_LENGTHS[field];
    if (sent[field].length > limit) faults.set(field, text('Enter at most {limit} characters.', { limit }));
  }
  if (sent.name === '') faults.set('name', text('Enter your name.'));
  if (sent.comment === '') faults.set('comment', text('Write a comment.'));
  if (Buffer.byteLength(sent.comment) > MAX_CONTENT_BYTES) faults.set('comment', text('Shorten the comment.'));
  return faults;
};

/** Returns the approved comment that a form answers; undefined if it answers none. */
const answered = async ({ core }: PageContext, { id: post }: Post, id: number): Promise<Comment | undefined> => {
  const found = id === 0 ? undefined : await commentById(core.documents, id);
  return found?.post === post && found.status === 'approved' ? found : undefined;
};

const INPUTS = {
  name: { type: 'text', autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email' },
  website: { type: 'url', autocomplete: 'url' },
} as const;

/** Renders a field with its label, its hint and its fault. */
const field = (
  name: Field,
  label: string,
  { refused, hint }: { readonly refused: RefusedComment | undefined; readonly hint?: string },
): Html =>
  formField({
    form: 'comment',
    name,
    label,
    input: name === 'comment' ? undefined : INPUTS[name],
    isRequired: name !== 'website',
    maxLength: name === 'comment' ? undefined : MAX_LENGTHS[name],
    value: refused?.sent[name] ?? '',
    fault: refused?.faults.get(name),
    hint,
  });

/** Renders the form for a comment of a visitor; it posts to the address of its page. */
export const commentForm = async (
  context: PageContext,
  post: Post,
  { address, refused }: { readonly address: string; readonly refused: RefusedComment | undefined },
): Promise<Html> => {
  const { request, renderContext } = context;
  const { text } = renderContext;
  const to = await answered(context, post, refused?.sent.reply ?? idOf(request.params.reply));
  const name = to && (await shownName(context, to));
  const title = name === undefined ? text('Write a comment') : text('Reply to {name}', { name: plain(name) });
  return html`<form id="comment-form" method="post" action="${address}#comment-form" aria-labelledby="comment-form-title">
<h3 id="comment-form-title">${title}</h3>
${name !== undefined && html`<p><a href="${address}#comment-form">${text('Write a new comment instead')}</a></p>\n`}${
  refused?.notice !== undefined && html`<p class="notice" role="alert">${refused.notice}</p>\n`
}${field('comment', text('Comment'), { refused })}${field('name', text('Name'), { refused })}${field(
  'email',
  text('E-mail address'),
  { refused, hint: text('It is not published.') },
)}${field('website', text('Website (optional)'), { refused })}${trapField('comment', text('Leave this field empty'))}${to !== undefined && html`<input type="hidden" name="reply" value="${to.id}">\n`}<p><button type="submit">${text('Send')}</button> <span class="soft">${text('An editor reads your comment before it appears.')}</span></p>
</form>
`;
};
