import { type ContentState, exists, systemContext } from '@almanac/content-model';
import type { Aggregate } from '@almanac/event-sourcing';
import type { Core } from '../core.ts';
import { medium } from '../media/medium.ts';
import type { DeletedRecord } from '../ports.ts';
import { post } from '../posts/post.ts';
import { categories, tags } from '../terms/term.ts';

type Deletable = Pick<ContentState, 'version' | 'deleted'>;

const aggregates: Readonly<Record<Exclude<DeletedRecord['kind'], 'users'>, Aggregate<Deletable>>> = {
  media: medium,
  posts: post,
  categories: categories.aggregate,
  tags: tags.aggregate,
};

/**
 * True if the record still exists, because its deletion was refused. It runs as a command: that reads the log even if a
 * killed process has not written the documents of the deletion.
 */
export const recordExists = async (
  { accounts, commands, languages }: Pick<Core, 'accounts' | 'commands' | 'languages'>,
  { kind, id }: Pick<DeletedRecord, 'kind' | 'id'>,
): Promise<boolean> => {
  if (kind === 'users') return (await accounts.heirOf(id)) === id;
  const context = systemContext(languages.defaultLanguage, `${kind}-${id}-going`);
  const { result } = await commands.run(context, async (unit) => exists(await unit.load(aggregates[kind], id)));
  return result;
};
