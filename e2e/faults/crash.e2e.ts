import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@almanac/testing';
import { expectVerified } from '../expectVerified.ts';
import { type SiteProcess, startSite } from '../site.ts';

const ROUNDS = 4;
const WRITERS = 8;

/** Acknowledged writes: the title of the last acknowledged change by event id. */
type TitlesByEvent = Map<number, string>;

const write = async (site: SiteProcess, writer: number, round: number, acknowledged: TitlesByEvent): Promise<void> => {
  for (let turn = 0; ; turn++) {
    const title = `Round ${round} writer ${writer} turn ${turn}`;
    const created = await site.request<{ id: number }>('POST', '/cal/events/v1/events', {
      as: 'admin',
      body: {
        title,
        start_date: '2031-05-01 10:00:00',
        end_date: '2031-05-01 11:00:00',
        venue: { venue: `Hall ${title}` },
      },
    });
    if (created.status !== 201) throw new Error(`status ${created.status}`);
    acknowledged.set(created.body.id, title);
    const changed = await site.request('POST', `/cal/events/v1/events/${created.body.id}`, {
      as: 'admin',
      body: { title: `${title} changed` },
    });
    if (changed.status === 200) acknowledged.set(created.body.id, `${title} changed`);
  }
};

describe('kill -9 under write load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-crash-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('loses no acknowledged write in any of several rounds', async () => {
    const acknowledged: TitlesByEvent = new Map();
    for (let round = 0; round < ROUNDS; round++) {
      const site = await startSite({ DATA: folder });
      const before = acknowledged.size;
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        // the kill ends every writer in the middle of a request
        write(site, writer, round, acknowledged).catch(() => undefined),
      );
      // a busy machine may take long for the first writes
      await eventually(() => acknowledged.size - before > WRITERS, { every: 5 });
      await pause(Math.random() * 600);
      await site.stop('SIGKILL');
      await Promise.all(writers);
    }
    const site = await startSite({ DATA: folder });
    const wrong: string[] = [];
    for (const [id, title] of acknowledged) {
      const { status, body } = await site.request('GET', `/cal/events/v1/events/${id}`);
      const shown = String(body.title);
      if (status !== 200 || !(shown === title || shown === `${title} changed`))
        wrong.push(`${id}: ${status} ${shown}, not ${title}`);
    }
    await site.stop();
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * WRITERS);
    expect(wrong).toEqual([]);
  });

  it('leaves a dense log, and documents that equal their folds', () => {
    expect(expectVerified(folder)).toContain('calendar');
  });
});
