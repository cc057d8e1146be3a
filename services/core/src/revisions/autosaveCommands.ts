import { type Clocks, changedFields, exists, isEmpty, modifiedNow } from '@almanac/content-model';
import type { Decider } from '@almanac/event-sourcing';
import type { Post } from '../posts/post.ts';
import { footnotesOf } from '../posts/revision.ts';
import { type Autosave, type AutosaveEvent, type AutosaveTexts, autosave, noTexts } from './autosave.ts';

export type AutosaveCommand =
  /** Creates or overwrites the autosave (docs/interface/core-revisions.md §6); unsent texts are empty in a new one. */
  | {
      readonly type: 'Save';
      readonly author: number;
      readonly texts: Partial<AutosaveTexts>;
      /** Id of a new autosave. */
      readonly id: number;
    }
  /** Deletes the autosave permanently; does nothing if it is missing. */
  | { readonly type: 'Delete' };

export interface AutosaveFacts {
  readonly clocks: Clocks;
  readonly post: Post;
}

/** Decider of autosaves. `Delete` takes no facts. */
export const autosaveDecider: Decider<Autosave, AutosaveEvent, AutosaveCommand, AutosaveFacts | undefined> = {
  ...autosave,
  decide: (state, command, facts) => {
    if (command.type === 'Delete') return exists(state) ? [{ type: 'AutosaveDeleted', data: {} }] : [];
    if (facts === undefined) throw new Error('an autosave is saved on facts');
    const { modified: date, modifiedUtc: dateUtc } = modifiedNow(facts.clocks);
    const { id, author, texts } = command;
    if (exists(state)) {
      const changed = changedFields<AutosaveTexts>(state, texts);
      if (saysNothingNew(facts.post, texts) || isEmpty(changed)) return [];
      return [{ type: 'AutosaveChanged', data: { ...changed, date, dateUtc } }];
    }
    const data = { ...noTexts, ...texts, id, post: facts.post.id, author, date, dateUtc };
    return [{ type: 'AutosaveCreated', data }];
  },
};

const even = (text: string): string => text.replace(/\s+/g, ' ').trim();

const TEXTS = ['title', 'content', 'excerpt', 'footnotes'] as const satisfies readonly (keyof AutosaveTexts)[];

const saysNothingNew = (post: Post, texts: Partial<AutosaveTexts>): boolean => {
  const now: AutosaveTexts = { ...post, footnotes: footnotesOf(post) };
  return TEXTS.every((name) => !(name in texts) || even(texts[name] ?? '') === even(now[name]));
};
