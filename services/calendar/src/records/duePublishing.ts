import type { CommandContext, Commands } from '@almanac/aggregates';
import { streamOf } from '@almanac/domain';
import type { Calendar } from '../calendar.ts';
import { publishDue } from './changeRecord.ts';
import { utcClock } from './publication.ts';
import type { RecordFields, RecordState } from './record.ts';
import type { RecordKind } from './recordKind.ts';

const AT_ONCE = 100;

/**
 * Publishes the scheduled records of a kind whose time has come, as the site itself. Whoever was faster makes a second
 * attempt change nothing.
 * @returns how many were due
 */
export const publishAllDue = async <Name extends string, Fields extends RecordFields>(
  calendar: Calendar,
  commands: Commands,
  kind: RecordKind<Name, Fields>,
): Promise<number> => {
  const now = calendar.now().toISOString();
  const due = await calendar.documents.find<RecordState>(kind.collection, {
    filter: {
      all: [
        { field: 'status', equals: 'future' },
        { field: 'dateUtc', to: utcClock(now) },
      ],
    },
    order: [{ field: 'dateUtc', direction: 'asc' }],
    limit: AT_ONCE,
  });
  for (const { id, language } of due) {
    const context = dueContext(language, `${kind.noun}-${id}-due-${now}`);
    const lanes = [streamOf(kind.aggregate, id)];
    await commands.run(context, (unit) => publishDue(unit, calendar, { kind, id }), { lanes });
  }
  return due.length;
};

const dueContext = (language: string, cause: string): CommandContext => ({
  principal: 'system',
  language,
  correlation: cause,
  causation: cause,
});
