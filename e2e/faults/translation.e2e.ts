import { join } from 'node:path';
import { expectVerified } from '../expectVerified.ts';
import { openLog } from './effects/openLog.ts';
import { killedSite, someMoment, turnsOfKills } from './killedSite.ts';
import { byPeople, TranslatedPosts } from './translatedPosts.ts';

const JOBS = process.env.LONG === '1' ? 200 : 20;
const KILLS = process.env.LONG === '1' ? 10 : 3;
const TRANSLATORS = 5;

describe('people who finish translations, whose site is killed at any moment', () => {
  const killed = killedSite('translation');
  const posts = new TranslatedPosts(() => killed.site.origin, killed.ready);

  /** How many events of a type each of the streams has. */
  const counted = async (service: string, streams: RegExp, type: string): Promise<number[]> => {
    const { store, close } = await openLog(join(killed.folder, `${service}.sqlite`));
    const counts = new Map<string, number>();
    for (const { events } of await store.readLog(0, await store.last()))
      for (const event of events.filter((each) => streams.test(each.stream) && each.type === type))
        counts.set(event.stream, (counts.get(event.stream) ?? 0) + 1);
    await close();
    return [...counts.values()];
  };

  it('acknowledges each of them', async () => {
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

  it('leaves no job open once it is back', () => posts.expectFinished());

  it('has one version of each in its group, with its text', () => posts.expectWritten(byPeople));

  it('has written none twice, by the logs of both services', async () => {
    await killed.site.stop();
    const once = Array.from({ length: JOBS }, () => 1);
    expect(await counted('core', /^translationresult-/, 'TranslationWritten')).toEqual(once);
    expect(await counted('translation', /^job-/, 'JobFinished')).toEqual(once);
    expect(await counted('translation', /^job-/, 'TranslationWritten')).toEqual(once);
  });

  it('leaves documents that equal the folds of their events', () => {
    expectVerified(killed.folder);
  });
});
