import { CommanderError } from 'commander';
import { commands } from '../operators/commands.ts';
import { front } from './front.ts';
import { told } from './mistakes.ts';

/** Runs a command line. Returns its output and its exit code. */
const typed = async (...args: string[]) => {
  let said = '';
  const write = (text: string): void => {
    said += text;
  };
  try {
    await front({ writeOut: write, writeErr: write }).parseAsync(args, { from: 'user' });
    return { said, code: 0 };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { said, code: told(error).code };
  }
};

const USER = ['list', 'add', 'password', 'application-password', 'recovery'];
const ALL = [
  ...['import', 'user', 'history', 'ops', 'bench', 'engine', 'sdk'].map((name) => [name]),
  ...USER.map((name) => ['user', name]),
  ...Object.keys(commands).map((name) => ['ops', name]),
];

describe('the front of the commands', () => {
  it.each(ALL)('helps with %s %s, and shows its usage', async (...words) => {
    const asked = words.filter((word) => word !== undefined);
    const { said, code } = await typed(...asked, '--help');
    const [script, ...rest] = asked;
    expect([code, said.split('\n')[0]]).toEqual([
      0,
      expect.stringContaining(['Usage: npm run', script, '--', ...rest].join(' ')),
    ]);
  });

  it('lists the commands if none is named, and fails', async () => {
    for (const words of [[], ['ops'], ['user']]) {
      const { said, code } = await typed(...words);
      expect([code, said.includes('Commands:')]).toEqual([2, true]);
    }
  });

  it.each([
    [['ops', 'verfy'], "unknown command 'verfy'", '(Did you mean verify?)'],
    [['usr'], "unknown command 'usr'", '(Did you mean user?)'],
    [['user', 'pasword', 'ada'], "unknown command 'pasword'", '(Did you mean password?)'],
    [['import', 'a.ics', '--stie', 'x'], "unknown option '--stie'", '(Did you mean --site?)'],
    [['history', 'event'], "missing required argument 'id'", '--help'],
    [['history', 'event', '1', '2'], 'too many arguments', '--help'],
    [['user', 'add', 'ada'], "required option '--email <address>' not specified", '--help'],
    [
      ['user', 'add', 'ada', '--email', 'a@example.test', '--role', 'boss'],
      'Allowed choices are administrator',
      '--help',
    ],
    [['import', 'a.ics', '--in-flight', 'many'], 'It is no whole number above 0.', '--help'],
    [['import', 'a.ics', '--to', '2026-02-30'], 'It is no day, such as 2026-12-31.', '--help'],
    [['import', 'a.ics', '--from', '31 June'], 'It is no day, such as 2026-12-31.', '--help'],
  ])('names the fault in %j, and suggests a command', async (words, fault, hint) => {
    const { said, code } = await typed(...words);
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
});
