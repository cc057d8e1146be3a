import { someMoment, turnsOfKills } from '../killedSite.ts';
import { byPeople, countedByStream, TranslatedPosts } from '../translatedPosts.ts';
import { readLog } from './readLog.ts';
import type { World } from './world.ts';

const JOBS = process.env.LONG === '1' ? 200 : 24;
const KILLS = process.env.LONG === '1' ? 12 : 3;
/** Jobs finished one by one before the first kill. */
const UNHURT = JOBS / 4;
const TRANSLATORS = 5;
/** Parts that are killed in turn. */
const VICTIMS = ['translation', 'core', 'broker'] as const;

/** Tests of people who finish translations while services and broker are killed in turn. */
export const translations = (world: () => World): void => {
  let restarting: Promise<void> | undefined;
  const posts = new TranslatedPosts(
    () => world().origin,
    async () => restarting,
  );
  const kill = async (victim: (typeof VICTIMS)[number]): Promise<void> => {
    if (victim === 'broker') {
      await world().stopBroker('SIGKILL');
      await world().startBroker();
      return;
    }
    for (const part of [...world().replicas(victim)]) await world().end(part, 'SIGKILL');
    await world().add(victim);
  };

  it('show each version in the answer while all parts run', async () => {
    await posts.send(JOBS);
    for (const job of posts.jobs.slice(0, UNHURT)) expect(await posts.finish(job)).toBe(200);
  });

  it('acknowledge each translation', async () => {
    const left = posts.jobs.slice(UNHURT);
    const turns = [...turnsOfKills(KILLS, left.length - TRANSLATORS)];
    const victims = new Map(turns.map((turn, kills) => [turn, VICTIMS[kills % VICTIMS.length]]));
    const statuses = await posts.finishAll(
      async (turn) => {
        const victim = victims.get(turn);
        if (victim === undefined) return;
        await someMoment();
        restarting = Promise.resolve(restarting).then(() => kill(victim));
      },
      TRANSLATORS,
      left,
    );
    const late = statuses.filter((status) => status === 202).length;
    console.log(
      `${left.length} completions, ${late} of them 202; ${KILLS} kills, ${posts.lost} answers lost (stand-in)`,
    );
    expect(statuses.filter((status) => status === 200 || status === 202)).toHaveLength(left.length);
  });

  it('leave no job open once all parts are back', () => posts.expectFinished());

  it('leave one version of each record in its group, with its text', () => posts.expectWritten(byPeople));

  it('write no version twice, by the logs of both services', async () => {
    const once = Array.from({ length: JOBS }, () => 1);
    expect(countedByStream(await readLog(world(), 'core'), /^translationresult-/, 'TranslationWritten')).toEqual(once);
    const log = await readLog(world(), 'translation');
    expect(countedByStream(log, /^job-/, 'JobFinished')).toEqual(once);
    expect(countedByStream(log, /^job-/, 'TranslationWritten')).toEqual(once);
  });
};
