import { spawnSync } from 'node:child_process';

/** Prints the id and the options of a process each time it begins. */
const NOTE = `data:text/javascript,process.stdout.write(process.pid+" "+process.execArgv.filter((each)=>/^--(max|heap|no-memory)/.test(each)).join()+"\\n")`;

/** Ends the process where it would begin again; prints the parts of Node's TypeScript parser that it has loaded. */
const END = `data:text/javascript,process.execve=()=>{console.log(process.moduleLoadList.filter((name)=>name.includes('amaro')).length);process.exit()}`;

/** Starts a site whose settings are refused; returns the id of the process and what it has printed. */
const started = (...options: string[]) => {
  const { pid, stdout, status } = spawnSync(process.execPath, [...options, '--import', NOTE, 'main.mjs'], {
    cwd: import.meta.dirname,
    env: { ...process.env, PORT: 'none' },
    encoding: 'utf8',
  });
  return { pid, begun: stdout.split('\n').filter((line) => /^\d+ (?:--max\S*)?$/.test(line)), status };
};

describe('the command of a site in one process', () => {
  it('begins again in the same process, with a small space for new objects', () => {
    const { pid, begun, status } = started();
    expect(begun).toEqual([
      `${pid} `,
      `${pid} --max-semi-space-size=8,--heap-growing-percent=100,--no-memory-saver-mode`,
    ]);
    expect(status).toBe(1);
  });

  it('begins once if the operator has set the space for new objects', () => {
    const { pid, begun } = started('--max-semi-space-size=16');
    expect(begun).toEqual([`${pid} --max-semi-space-size=16`]);
  });

  it.each([
    ['main.mjs', 0],
    ['main.ts', 1],
  ])('begins again from %s, after loading %i TypeScript parsers', (file, parsers) => {
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    const args = ['--import', END, file];
    const { stdout } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, env, encoding: 'utf8' });
    expect(stdout).toBe(`${parsers}\n`);
  });
});
