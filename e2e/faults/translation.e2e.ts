import { join } from 'node:path';
import type { Commit } from '@almanac/event-store';
import { expectVerified } from '../expectVerified.ts';
import { openLog } from './effects/openLog.ts';
import { killedSite, someMoment, turnsOfKills } from './killedSite.ts';
import { byPeople, countedByStream, TranslatedPosts } from './translatedPosts.ts';

const JOBS = process.env.LONG === '1' ? 200 : 20;
const KILLS = process.env.LONG === '1' ? 10 : 3;
const TRANSLATORS = 5;

describe('people who finish translations, whose site is killed at any moment', () => {
  const killed = killedSite('translation');
  const posts = new TranslatedPosts(() => killed.site.origin, killed.ready);

  const readLog = async (service: string): Promise<Commit[]> => {
    const { store, close } = await openLog(join(killed.folder, `${service}.sqlite`));
    const log = await store.readLog(0, await store.last());
    await close();
    return log;
  };

  it('acknowledge each of them', async () => {
    await posts.send(JOBS);
    const killedAt = turnsOfKills(KILLS, JOBS - TRANSLATORS);
    const statuses = await posts.finishAll(async (turn) => {
      if (!killedAt.has(turn)) return;
      await someMoment();
      killed.kill();
    }, TRANSLATORS);
    const late = statuses.filter((status) => status === 202).length;
    console.log(`${JOBS} completions, ${late} of them 202; ${KILLS} kills, ${posts.lost} answers lost`);
    expect(statuses.filter((status) => status === 200 || status === 202)).toHaveLength(JOBS);
  });

  it('leave no job open once the site is back', () => posts.expectFinished());

  it('leave one version of each record in its group, with its text', () => posts.expectWritten(byPeople));

  it('write none twice, by the logs of both services', async () => {
    await killed.site.stop();
    const once = Array.from({ length: JOBS }, () => 1);
    expect(countedByStream(await readLog('core'), /^translationresult-/, 'TranslationWritten')).toEqual(once);
    const log = await readLog('translation');
    expect(countedByStream(log, /^job-/, 'JobFinished')).toEqual(once);
    expect(countedByStream(log, /^job-/, 'TranslationWritten')).toEqual(once);
  });

  it('leave documents that equal the folds of their events', () => {
    expectVerified(killed.folder);
  });
});
