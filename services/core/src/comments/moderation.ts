import type { Documents } from '@almanac/documents';
import type { Principal } from '@almanac/identity';
import { foldText } from '@almanac/text';
import type { Post } from '../posts/post.ts';
import type { CommentStatus } from './comment.ts';
import { moderates } from './commentAccess.ts';
import { hasApproved } from './readModels/commentList.ts';

/** Number of links from which on a comment is held. */
const MAX_LINKS = 2;

interface NewComment {
  readonly principal: Principal;
  readonly post: Post;
  /** Id of the account that writes; 0 for a visitor. */
  readonly author: number;
  /** True if the writer shows another name than the account's. */
  readonly isRenamed: boolean;
  readonly authorName: string;
  readonly content: string;
}

/** Returns the status of a new comment (docs/interface/core-comments.md §5). */
export const statusOfNew = async (
  documents: Documents,
  heldWords: readonly string[],
  { principal, post, author, isRenamed, authorName, content }: NewComment,
): Promise<CommentStatus> => {
  if (isRenamed || author === 0) return 'hold';
  if (author === post.author || moderates(principal)) return 'approved';
  const links = content.match(/<a\s[^<>]*/gi)?.filter((tag) => /href/i.test(tag)) ?? [];
  if (links.length >= MAX_LINKS) return 'hold';
  const folded = foldText(`${authorName} ${content}`);
  if (heldWords.some((word) => word !== '' && folded.includes(foldText(word)))) return 'hold';
  return (await hasApproved(documents, author)) ? 'approved' : 'hold';
};
