import { unitHash } from '@almanac/content-model';
import type { SourceRecord } from '@almanac/contracts';
import type { CommandContext } from '@almanac/event-sourcing';
import type { Translation } from '../translation.ts';
import type { SentJob, SourceChange, SourceHashes } from './jobEvents.ts';
import { runOnJobs } from './runOnJobs.ts';
import { readSources } from './sources.ts';

/** A job that was just sent. */
interface NewlySentJob {
  readonly id: number;
  readonly sent: SentJob;
}

const hashesOf = ({ units }: SourceRecord, before: SourceHashes): SourceHashes => ({
  ...Object.fromEntries(Object.keys(before).map((id) => [id, null])),
  ...Object.fromEntries(units.map(({ id, text }) => [id, unitHash(text)])),
});

const changeOf = (source: SourceRecord, before: SourceHashes): SourceChange => ({
  title: source.title,
  path: source.path,
  element_status: source.status,
  minor: false,
  source_version: source.version,
  hashes: hashesOf(source, before),
});

/**
 * Applies changes of sources that happened between reading the sources and sending the jobs: their events found no job.
 * If an owner is not available, its jobs stay as they are.
 */
export const noteMissedChanges = async (
  translation: Pick<Translation, 'commands' | 'documents' | 'fetchInternal' | 'log'>,
  context: CommandContext,
  made: readonly NewlySentJob[],
): Promise<void> => {
  const elements = [
    ...new Map(made.map(({ sent: { element } }) => [`${element.type}/${element.id}`, element])).values(),
  ];
  const now = await readSources(translation.fetchInternal, elements).catch((error) => {
    translation.log.warn({ err: error }, 'the sources of open jobs could not be read');
    return [];
  });
  for (const [index, { type, id }] of elements.entries()) {
    const source = now[index];
    const of = made.filter(({ sent: { element } }) => element.type === type && element.id === id);
    const [first] = of;
    if (source === undefined || first === undefined || source?.version === first.sent.source_version) continue;
    const lost = { type: 'LoseSource' } as const;
    const command =
      source === null ? lost : ({ type: 'NoteSource', change: changeOf(source, first.sent.hashes) } as const);
    await runOnJobs(translation, context, of, command);
  }
};
