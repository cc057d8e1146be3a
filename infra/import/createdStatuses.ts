/** Statuses with which records are created; records with another one become drafts. */
export const CREATED_STATUSES: readonly unknown[] = ['publish', 'future', 'draft', 'pending', 'private'];
