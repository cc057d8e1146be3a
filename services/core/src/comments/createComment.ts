import { exists } from '@almanac/content-model';
import { toUtc, toWallClock } from '@almanac/dates';
import { can, mayManageSite, userId } from '@almanac/identity';
import { forbidden, type RestRequest, tooManyAttempts, type Values } from '@almanac/rest';
import { LimitReachedError, networkOf } from '@almanac/service';
import { plainName, plainText, storedContent } from '@almanac/text';
import type { Core } from '../core.ts';
import { coreErrors } from '../errors.ts';
import { post as commentedPost, type Post } from '../posts/post.ts';
import { postById } from '../posts/readModels/postList.ts';
import { askedDate } from '../posts/requestedDate.ts';
import { unusedId } from '../unusedId.ts';
import { comment as aggregate, type Comment, type CommentFields, digestOf } from './comment.ts';
import { mayReadCommentsOf, moderates } from './commentAccess.ts';
import type { writeArgs } from './commentArgs.ts';
import { commentDecider } from './commentCommands.ts';
import { statusOfNew } from './moderation.ts';
import { newestOf, sameComments } from './readModels/commentList.ts';
import { requestedStatus } from './requestedComment.ts';
import { keepDetails } from './writerDetails.ts';

export const MAX_CONTENT_BYTES = 65_525;
/** Milliseconds between two comments of a user who does not moderate. */
const FLOOD_MS = 15_000;

type WriteArgs = { readonly [Name in keyof typeof writeArgs]?: Values<typeof writeArgs>[Name] | undefined };
export type WriteRequest = RestRequest<
  WriteArgs & { readonly password?: string | undefined; readonly imported?: boolean | undefined }
>;

/** @throws DomainError 401, 403 in the order of docs/interface/core-comments.md §4 */
export const checkCreate = async (core: Core, request: WriteRequest): Promise<true> => {
  const { args, principal } = request;
  const own = userId(principal);
  if (own === 0 && !core.settings.current().visitor_comments) throw coreErrors.commentLoginRequired();
  const isOther = args.author !== undefined && args.author !== own;
  if (isOther && !moderates(principal)) throw forbidden(principal, coreErrors.cannotCommentAsOthers);
  if (args.status !== undefined && !moderates(principal)) throw forbidden(principal, coreErrors.cannotSetCommentStatus);
  if (args.imported && !mayManageSite(request)) throw forbidden(principal, coreErrors.cannotImportComments);
  if (args.post === undefined) throw coreErrors.unknownCommentedPost();
  checkPost(request, await request.remember(`post:${args.post}`, () => postById(core.documents, args.post ?? 0)));
  return true;
};

const checkPost = ({ args, principal }: WriteRequest, post: Post | undefined): void => {
  if (post === undefined) throw coreErrors.unknownCommentedPost();
  if (post.status === 'trash' || (post.status === 'draft' && !args.imported)) throw coreErrors.commentOnDraft();
  if (!mayReadCommentsOf(principal, post, args.password))
    throw forbidden(principal, coreErrors.cannotReadCommentedPost);
  if (post.commentStatus !== 'open' && !args.imported) throw coreErrors.commentsClosed();
};

/** Returns the cleaned content. @throws DomainError 400 for an empty or a long one */
export const contentOf = ({ args, principal, site }: WriteRequest): string => {
  const content = storedContent((args.content ?? '').trim(), {
    unfilteredHtml: !args.imported && can(principal, 'unfiltered_html'),
    host: new URL(site).host,
  });
  if (content === '') throw coreErrors.emptyComment();
  if (Buffer.byteLength(content) > MAX_CONTENT_BYTES)
    throw coreErrors.longComment({ params: { limit: MAX_CONTENT_BYTES } });
  return content;
};

export const datesOf = (core: Core, { args }: WriteRequest): Pick<CommentFields, 'date' | 'dateUtc'> | undefined => {
  const zone = core.settings.current().timezone;
  const asked = askedDate(args, zone);
  if (asked === undefined || asked === null) return undefined;
  return { date: asked.wallClock, dateUtc: toUtc(asked.wallClock, zone) };
};

/**
 * Writes a comment, of the caller or of a visitor (docs/interface/core-comments.md §4).
 * @throws DomainError 400, 401, 403, 409, 429
 */
export const createComment = async (core: Core, request: WriteRequest): Promise<Comment> => {
  const { args, principal, headers } = request;
  const post = await postById(core.documents, args.post ?? 0);
  checkPost(request, post);
  if (post === undefined) throw coreErrors.unknownCommentedPost();
  const content = contentOf(request);
  const author = await authorOf(core, request);
  const authorName = plainName(args.author_name ?? '');
  const email = plainText(args.author_email ?? '');
  const ip = networkOfWriter(headers);
  if (!args.imported) {
    if (author === 0 && (authorName === '' || !email.includes('@'))) throw coreErrors.commenterUnknown();
    if (author === 0) await countVisitor(core, ip);
  }
  // An import comes from the importer's network and program.
  const details = args.imported
    ? { email, ip: '', userAgent: '' }
    : { email, ip, userAgent: String(headers['user-agent'] ?? '').slice(0, 254) };
  const isRenamed = author !== 0 && (authorName !== '' || email !== '');
  const { comment_held_words: heldWords } = core.settings.current();
  const asked = requestedStatus(args.status);
  const status =
    asked === undefined || asked === 'untrash'
      ? await statusOfNew(core.documents, heldWords, { principal, post, author, isRenamed, authorName, content })
      : asked;
  const now = toWallClock(core.now().getTime(), 'UTC');
  const dates = datesOf(core, request) ?? {
    date: toWallClock(core.now().getTime(), core.settings.current().timezone),
    dateUtc: now,
  };
  const { result } = await request.commands.run(
    request.context,
    async (unit) => {
      if (!exists(await unit.load(commentedPost, post.id))) throw coreErrors.unknownCommentedPost();
      if (!args.imported) await checkRepeats(core, request, { author, post: post.id, content });
      const id = await unusedId(unit, core.numbers, 'records', [aggregate]);
      await keepDetails(core, id, details);
      return unit.decide(
        commentDecider,
        id,
        {
          type: 'Write',
          id,
          post: post.id,
          parent: args.parent ?? 0,
          author,
          authorName,
          authorUrl: plainText(args.author_url ?? ''),
          content,
          ...dates,
          status,
          writtenUtc: now,
        },
        undefined,
      );
    },
    { mutexKeys: [`comments-of-${author}`] },
  );
  return result;
};

/** Returns the author: the caller, or a user whom a moderator names. @throws DomainError 400 for a missing user */
export const authorOf = async (core: Core, { args, principal }: WriteRequest): Promise<number> => {
  if (args.author === undefined) return userId(principal);
  if (args.imported && args.author === 0) return 0;
  if ((await core.accounts.find(args.author)) === undefined) throw coreErrors.unknownCommenter();
  return args.author;
};

const networkOfWriter = (headers: RestRequest['headers']): string => String(headers['x-forwarded-for'] ?? '');

/** @throws DomainError 429 if too many visitors of one network comment */
const countVisitor = async ({ limits }: Core, ip: string): Promise<void> => {
  try {
    await limits('visitor-comment').spend(networkOf(ip));
  } catch (error) {
    throw error instanceof LimitReachedError ? tooManyAttempts(error.seconds) : error;
  }
};

/** @throws DomainError 409 for a repeated comment; 400 for one that follows another too soon */
const checkRepeats = async (
  core: Core,
  { principal }: WriteRequest,
  { author, post, content }: Pick<Comment, 'author' | 'post' | 'content'>,
): Promise<void> => {
  const same = await sameComments(core.documents, post, digestOf(content));
  if (same.some((each) => each.author === author)) throw coreErrors.repeatedComment();
  if (author === 0 || moderates(principal)) return;
  const last = await newestOf(core.documents, author);
  if (last === undefined) return;
  const since = core.now().getTime() - Date.parse(`${last.writtenUtc.replace(' ', 'T')}Z`);
  if (since < FLOOD_MS) throw coreErrors.commentFlood();
};
