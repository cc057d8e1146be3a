import { spawnSync } from 'node:child_process';
import { completionScript } from './completion.ts';
import { front } from './front.ts';

/** Returns the candidates of bash for the last word of a command line. */
const completed = (...words: string[]): string[] => {
  const script = `${completionScript(front(), 'bash')}
COMP_WORDS=(almanac ${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length}
_almanac
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
};

describe('the completion of bash', () => {
  it('offers commands, and those of a command', () => {
    expect(completed('')).toEqual(expect.arrayContaining(['import', 'user', 'history', 'ops', 'sdk', '--help']));
    expect(completed('o')).toEqual(['ops']);
    expect(completed('ops', 're')).toEqual(['rebuild', 'replay', 'reset', 'resend', 'restore', 'restored']);
    expect(completed('user', 'list', '--')).toEqual(['--json', '--site', '--user', '--password', '--help']);
  });

  it('offers options after other words', () => {
    expect(completed('import', 'events.ics', '--re')).toEqual(['--report']);
    expect(completed('ops', 'verify', 'core', '--j')).toEqual(['--json']);
  });

  it('takes the words of a command for no other one’s', () => {
    expect(completed('history', 'ops', 'ver')).toEqual([]);
  });
});

describe.each(['bash', 'zsh', 'fish'] as const)('the completion of %s', (shell) => {
  it('has each command, and the apostrophes of help do not end its texts', () => {
    const script = completionScript(front(), shell);
    for (const word of ['rotate-secrets', 'application-password', 'bench']) expect(script).toContain(word);
    expect(script.replaceAll("'\\''", '').replaceAll("\\'", '').split("'").length % 2).toBe(1);
  });
});
