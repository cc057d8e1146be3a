import { toWallClock } from '@almanac/dates';
import type { Collection, Documents } from '@almanac/documents';
import { type Aggregate, type CommandContext, type Commands, streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { isDomainError } from '@almanac/i18n';
import type { ContentState } from './contentItem.ts';

const AT_ONCE = 100;

/** Scheduled content of one kind, and how an item is published. */
export interface Scheduled {
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
 * Publishes the scheduled items of a kind whose time has come, as the site itself. Whoever was faster makes a second
 * attempt change nothing. One that cannot be published, as by a release that does not know what a newer one wrote of
 * it, keeps none of the others waiting.
 * @returns how many were due
 * @throws what the first that failed threw, once the others are done
 */
export const publishAllDue = async (
  { documents, commands, now }: DueWorkPorts,
  { aggregate, collection, publish }: Scheduled,
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
      // without a store none could be published
      if (!isDomainError(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return due.length;
};

/** Who and why of work that the site does by itself. */
export const systemContext = (language: string, cause: string): CommandContext => ({
  principal: 'system',
  language,
  correlation: cause,
  causation: cause,
});
