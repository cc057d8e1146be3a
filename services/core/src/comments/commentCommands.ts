import { changedFields, exists, isEmpty } from '@almanac/content-model';
import type { Decider } from '@almanac/event-sourcing';
import { coreErrors } from '../errors.ts';
import { type Comment, type CommentEvent, type CommentFields, type CommentStatus, comment } from './comment.ts';

export type CommentCommand =
  | ({ readonly type: 'Write' } & CommentFields & Pick<Comment, 'id' | 'status' | 'writtenUtc'>)
  /** `status` may be `untrash`: back to the status before the trash. */
  | {
      readonly type: 'Change';
      readonly fields: Partial<CommentFields>;
      readonly status?: CommentStatus | 'untrash' | undefined;
    }
  | { readonly type: 'Trash' }
  | { readonly type: 'Delete' };

/** Decider of comments. @throws DomainError 404; 410 for a comment that is already in the trash */
export const commentDecider: Decider<Comment, CommentEvent, CommentCommand> = {
  ...comment,
  decide: (state, command) => {
    if (command.type === 'Write') {
      const { type: _, ...data } = command;
      return [{ type: 'CommentWritten', data }];
    }
    if (!exists(state)) throw coreErrors.unknownComment();
    if (command.type === 'Delete') return [{ type: 'CommentDeleted', data: {} }];
    if (command.type === 'Change') {
      const changed = changedFields<CommentFields>(state, command.fields);
      return [
        ...(isEmpty(changed) ? [] : [{ type: 'CommentChanged', data: changed } as const]),
        ...moderated(state, command.status),
      ];
    }
    if (state.status === 'trash') throw coreErrors.commentInTrash();
    return moderated(state, 'trash');
  },
};

const moderated = (state: Comment, asked: CommentStatus | 'untrash' | undefined): CommentEvent[] => {
  const status = asked === 'untrash' ? (state.statusBeforeTrash ?? state.status) : asked;
  return status === undefined || status === state.status ? [] : [{ type: 'CommentModerated', data: { status } }];
};
