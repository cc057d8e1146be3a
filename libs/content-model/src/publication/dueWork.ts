import { toWallClock } from '@almanac/dates';
import type { Collection, Documents } from '@almanac/documents';
import { type Aggregate, type CommandContext, type Commands, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { isDomainError } from '@almanac/i18n';
import type { ContentState } from './contentItem.ts';

const AT_ONCE = 100;

/** Scheduled content of one kind, and the function that publishes an item. */
export interface ScheduledKind {
  readonly aggregate: Pick<Aggregate<object>, 'category'>;
  readonly collection: Collection;
  publish(unit: UnitOfWork, id: number): Promise<unknown>;
}

export interface DueWorkPorts {
  readonly documents: Documents;
  readonly commands: Commands;
  readonly now: () => Date;
}

/**
 * Publishes the scheduled items of a kind whose date has passed, on behalf of the site. Publishing an item again
 * changes nothing. An item that cannot be published does not block the others; a newer release may have stored fields
 * that this release does not know.
 * @returns the number of due items
 * @throws the first error, once all other items are done
 */
export const publishAllDue = async (
  { documents, commands, now }: DueWorkPorts,
  { aggregate, collection, publish }: ScheduledKind,
): Promise<number> => {
  const at = now();
  const due = await documents.find<ContentState>(collection, {
    filter: {
      all: [
        { field: 'status', equals: 'future' },
        { field: 'dateUtc', to: toWallClock(at.getTime(), 'UTC') },
      ],
    },
    order: [{ field: 'dateUtc', direction: 'asc' }],
    limit: AT_ONCE,
  });
  const failures: unknown[] = [];
  for (const { id, language } of due) {
    const stream = streamOf(aggregate, id);
    const context = systemContext(language, `${stream}-due-${at.toISOString()}`);
    try {
      await commands.run(context, (unit) => publish(unit, id), { mutexKeys: [stream] });
    } catch (error) {
      // any other error, as of the store, fails for all items
      if (!isDomainError(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
};

/** Returns the command context of work that the site does by itself. */
export const systemContext = (language: string, cause: string): CommandContext => ({
  principal: 'system',
  language,
  correlation: cause,
  causation: cause,
});
