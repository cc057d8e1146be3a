import { commands } from '@almanac/infra/operator-commands';
import { CommanderError } from 'commander';
import { front } from './front.ts';
import { jsonOf, told } from './mistakes.ts';

/** Runs a command line, as the npm script. Returns its output and its exit code. */
const typed = async (words: readonly string[], script?: string) => {
  let said = '';
  const write = (text: string): void => {
    said += text;
  };
  try {
    const output = { writeOut: write, writeErr: write };
    await front({ output, script }).parseAsync(words, { from: 'user' });
    return { said, code: 0 };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { said, code: told(error).code };
  }
};

const TOP = ['import', 'user', 'mcp', 'history', 'ops', 'bench', 'engine', 'sdk', 'completion'];
const USER = ['list', 'add', 'password', 'application-password', 'recovery'];
const OPS = Object.keys(commands);
const ALL = [
  ...TOP.map((name) => ({ words: [name] })),
  ...USER.map((name) => ({ words: ['user', name] })),
  ...OPS.map((name) => ({ words: ['ops', name] })),
];

/** The commands without results: those with commands of their own, processes that run on, and scripts for shells. */
const WITHOUT_RESULTS = ['user', 'mcp', 'ops', 'bench', 'engine', 'completion'];

describe('the help', () => {
  it.each(ALL)('shows usage, effect and exit status: $words', async ({ words }) => {
    const { said, code } = await typed([...words, '--help']);
    const [usage, , effect] = said.split('\n');
    expect([code, usage]).toEqual([0, expect.stringContaining(`Usage: almanac ${words.join(' ')}`)]);
    expect(effect).toMatch(/\w{3}/);
    expect(said).toContain('Exit status:');
  });

  it('shows the usage as the command was begun', async () => {
    const usageOf = async (script: string, ...words: string[]) => (await typed([...words, '--help'], script)).said;
    expect(await usageOf('almanac', 'ops', 'verify')).toContain('Usage: npm run almanac -- ops verify [options]');
    expect(await usageOf('ops', 'ops', 'verify')).toContain('Usage: npm run ops -- verify [options]');
    expect(await usageOf('test', 'ops', 'verify')).toContain('Usage: almanac ops verify [options]');
  });

  it('lists the commands if none is named, which fails', async () => {
    expect(await typed([])).toEqual({ code: 2, said: expect.stringMatching(/Operation:\n {2}ops/) });
    expect(await typed(['ops'])).toEqual({ code: 2, said: expect.stringMatching(/Check:\n {2}verify/) });
    expect(await typed(['user'])).toEqual({ code: 2, said: expect.stringMatching(/Commands:\n {2}list/) });
  });

  it.each(ALL.filter(({ words }) => !WITHOUT_RESULTS.includes(words.join(' '))))(
    'offers results as JSON: $words',
    async ({ words }) => {
      expect((await typed([...words, '--help'])).said).toContain('--json');
    },
  );
});

describe('a mistake in a command line', () => {
  it.each([
    [['ops', 'verfy'], "unknown command 'verfy'", '(Did you mean verify?)'],
    [['usr'], "unknown command 'usr'", '(Did you mean user?)'],
    [['user', 'pasword', 'ada'], "unknown command 'pasword'", '(Did you mean password?)'],
    [['import', 'a.ics', '--stie', 'x'], "unknown option '--stie'", '(Did you mean --site?)'],
    [['ops', 'lag', '--jsn'], "unknown option '--jsn'", '(Did you mean --json?)'],
    [['history', 'event'], "missing required argument 'id'", '--help'],
    [['history', 'event', '1', '2'], 'too many arguments', '--help'],
    [['user', 'add', 'ada'], "required option '--email <address>' not specified", '--help'],
    [
      ['user', 'add', 'ada', '--email', 'a@example.test', '--role', 'boss'],
      'It must be one of: administrator',
      '--help',
    ],
    [
      ['user', 'add', 'ada', '--email', 'a@example.test', '--role', 'editr'],
      'It must be one of: administrator',
      'Did you mean editor?',
    ],
    [['completion', 'bsh'], 'It must be one of: bash, zsh, fish.', 'Did you mean bash?'],
    [['import', 'a.ics', '--in-flight', 'many'], 'It must be a whole number above 0.', '--help'],
    [['import', 'a.ics', '--to', '2026-02-30'], 'It must be a day, such as 2026-12-31.', '--help'],
    [['import', 'a.ics', '--from', '31 June'], 'It must be a day, such as 2026-12-31.', '--help'],
  ])('is named in %j, with a remedy', async (words, fault, hint) => {
    const { said, code } = await typed(words);
    expect(code).toBe(2);
    expect(said).toContain(fault);
    expect(said).toContain(hint);
  });
});

describe('the error message of a command', () => {
  const named = (name: string, more: object = {}): Error => Object.assign(new Error('amiss'), { name, ...more });

  it.each([
    [named('ConfigurationError', { code: 'configuration' }), 2],
    [named('UnreachableError'), 2],
    [named('Error', { code: 'EACCES', syscall: 'open' }), 2],
    [named('MongoServerSelectionError'), 1],
  ])('is one line for a mistake of the user: %p', (error, code) => {
    expect(told(error)).toEqual({ text: 'amiss', code });
  });

  it('repeats the site’s answer about each argument', () => {
    const refused = named('RefusedError', {
      data: { params: { password: 'password must have at least 12 characters.' } },
    });
    expect(told(refused).text).toBe('amiss\n  password must have at least 12 characters.');
  });

  it('has the stack for a fault of the code', () => {
    const { text, code } = told(new TypeError('x is not a function'));
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(/fault of Almanac.*\nTypeError: x is not a function\n {4}at /),
    ]);
  });

  it('is JSON with the code for programs', () => {
    expect(JSON.parse(jsonOf(named('ConfigurationError', { code: 'configuration' })))).toEqual({
      error: { message: 'amiss', code: 'configuration' },
    });
    expect(JSON.parse(jsonOf(new TypeError('x')))).toEqual({ error: { message: 'x' } });
  });
});
