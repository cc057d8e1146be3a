import { bytesOf, type Database, type Row, sqlPlaceholders } from './database.ts';
import type { MachineText } from './machine.ts';
import { type AgencyJob, agencyState } from './protocol/agency.ts';
import { RefusedError } from './refused.ts';
import { readFile, translateFile } from './translateFile.ts';

interface NewBatch {
  readonly key: string;
  readonly name: string;
  readonly jobs: readonly { readonly key: string; readonly title: string; readonly content: string }[];
}

export interface AgencyPorts {
  readonly database: Database;
  readonly machine: MachineText;
}

/** Creates an agency that accepts every batch, and completes it when it is refreshed. */
export const createAgency = ({ database, machine }: AgencyPorts) => {
  const batchOf = ({ key, name }: NewBatch): number => {
    const insert = 'INSERT INTO batches VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING';
    database.run(insert, database.freeNumber('batches'), key, name);
    return Number(database.row('SELECT id FROM batches WHERE key = ?', key)?.id);
  };

  const insert = (batch: number, { key, title, content }: NewBatch['jobs'][number]) => {
    const file = Buffer.from(content, 'base64');
    readOrRefuse(file);
    database.run(
      `INSERT INTO agency_jobs VALUES (?, ?, ?, 'waiting_translation', ?, ?) ON CONFLICT (key) DO NOTHING`,
      database.freeNumber('agency_jobs'),
      key,
      batch,
      title,
      file,
    );
    return { key, id: Number(database.row('SELECT id FROM agency_jobs WHERE key = ?', key)?.id) };
  };

  return {
    make: (batch: NewBatch) =>
      database.together(() => {
        const id = batchOf(batch);
        return { id, jobs: batch.jobs.map((job) => insert(id, job)) };
      }),

    refresh: (batches: readonly number[]) => {
      const among = `batch IN (${sqlPlaceholders(batches)})`;
      const ready = `UPDATE agency_jobs SET state = 'translation_ready' WHERE state = 'waiting_translation' AND ${among}`;
      database.run(ready, ...batches);
      return { jobs: database.rows(`SELECT * FROM agency_jobs WHERE ${among} ORDER BY id`, ...batches).map(viewOf) };
    },

    status: (ids: readonly number[]) => ({
      jobs: database
        .rows(`SELECT * FROM agency_jobs WHERE id IN (${sqlPlaceholders(ids)}) ORDER BY id`, ...ids)
        .map(viewOf),
    }),

    xliff: async (id: number, signal: AbortSignal): Promise<string> => {
      const job = database.row('SELECT state, content FROM agency_jobs WHERE id = ?', id);
      if (job === undefined) throw new RefusedError(404, 'There is no such job.');
      if (job.state !== 'translation_ready') throw new RefusedError(409, 'It is not ready.');
      return translateFile(readFile(bytesOf(job.content)), machine, signal);
    },

    cancel: (ids: readonly number[]) => ({
      cancelled: database
        .rows(
          `UPDATE agency_jobs SET state = 'cancelled' WHERE state <> 'cancelled' AND id IN (${sqlPlaceholders(ids)}) RETURNING id`,
          ...ids,
        )
        .map(({ id }) => Number(id)),
    }),
  };
};

const readOrRefuse = (file: Uint8Array): void => {
  try {
    readFile(file);
  } catch (error) {
    throw new RefusedError(400, error instanceof Error ? error.message : 'A file is no XLIFF.');
  }
};

const viewOf = ({ id, batch, state }: Row): AgencyJob => ({
  id: Number(id),
  batch: Number(batch),
  state: agencyState.parse(state),
});
