import { spawnSync } from 'node:child_process';

const module = JSON.stringify(new URL('memorySaving.ts', import.meta.url));
const OPTION = '--no-memory-saver-mode';
/** V8 looks for garbage soon after the last collection, not after half a minute. */
const HURRY = ['--memory-reducer-delay-ms=200', '--gc-memory-reducer-start-delay-ms=200'];

/** Runs a script in a process of its own, whose options it changes; returns what it printed. */
const run = (script: string, options: readonly string[]): unknown => {
  const setUp = `import { cachedDataVersionTag } from 'node:v8'; import { saveMemory } from ${module};`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...options, '--input-type=module', '--eval', `${setUp}${script}`],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
  );
  return stdout === '' ? stderr : JSON.parse(stdout);
};

describe('the saving of memory', () => {
  it('has the garbage of a process collected once its work has ended', () => {
    const work = `
      let kept = [];
      for (let n = 0; n < 60; n += 1) kept = [...kept, Array.from({ length: 100_000 }, (_, id) => ({ id }))].slice(-10);
      const { length } = kept.flat();
      kept = [];
      saveMemory({ fromMegabytes: 100_000 });
      while (process.memoryUsage().heapUsed > 20_000_000) await new Promise((resolve) => setTimeout(resolve, 50));
      console.log(length);`;
    expect(run(work, [OPTION, ...HURRY])).toBe(1_000_000);
  });

  /** Counts the looks of the saving at the process, and waits for some. */
  const LOOKS = `
    const begun = cachedDataVersionTag();
    const isSaving = () => cachedDataVersionTag() !== begun;
    const { eventLoopUtilization } = performance;
    let looks = 0;
    performance.eventLoopUtilization = (...given) => { looks += 1; return eventLoopUtilization(...given); };
    const looked = async () => { while (looks < 10) await new Promise((resolve) => setTimeout(resolve, 10)); looks = 0; };`;

  it('saves in a busy process that holds much, and ends with the options of the beginning', () => {
    const busy = `
      const seen = [];
      const work = setInterval(() => { const until = Date.now() + 20; while (Date.now() < until); }, 1);
      for (const fromMegabytes of [1, 100_000]) {
        const end = saveMemory({ fromMegabytes });
        await looked();
        seen.push(isSaving());
        end();
        seen.push(isSaving());
      }
      clearInterval(work);
      console.log(JSON.stringify(seen));`;
    expect(run(LOOKS + busy, [OPTION])).toEqual([true, false, false, false]);
  });

  it('does nothing in a process that did not begin with the option: its compiled code would not be valid later', () => {
    const inert = 'saveMemory({ fromMegabytes: 1 }); console.log(looks);';
    expect(run(LOOKS + inert, [])).toBe(0);
  });
});
