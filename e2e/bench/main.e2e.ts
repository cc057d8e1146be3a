import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const bench = (...words: string[]) => {
  const args = ['infra/cli/main.ts', 'bench', ...words];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { status, said: stderr.trim() };
};

describe('the command that measures the site', () => {
  it.each([[['evnts']], [['append', 'evnts']], [['evnts', '--compare', 'HEAD']], [['__proto__']]])(
    'names the unknown benchmarks in %j, and lists the known ones',
    (words) => {
      const { status, said } = bench(...words);
      expect(status).toBe(2);
      expect(said).toMatch(/^no benchmark: (evnts|__proto__); there are append, start, costs, .*lighthouse$/);
    },
  );

  it('says in one line why commits are not compared', () => {
    expect(bench('append', '--compare', 'HEAD', '--within', 'much')).toEqual({
      status: 1,
      said: 'not compared: --within takes a percentage, not much',
    });
  });
});
