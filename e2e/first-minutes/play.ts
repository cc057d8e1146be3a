import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '@almanac/infra/free-port';
import { root } from '../engines/root.ts';
import { FAIR_FILE } from '../printed/fairFile.ts';
import { CTRL_C, type Place, Typed } from './terminal.ts';

/** Node version below the minimum of 20, as an npm package for this platform. */
const OLD_NODE = `node-${process.platform}-${process.arch}@18.20.8`;

/** Plays the first try of Almanac by a person who makes a mistake at each step. */
class FirstMinutes {
  readonly #parent = mkdtempSync(join(tmpdir(), 'almanac-first-'));
  readonly #clone = join(this.#parent, 'almanac');
  readonly #show: (text: string) => void;
  #environment: Record<string, string | undefined> = {};
  #running: Typed | undefined;

  constructor(show: (text: string) => void) {
    this.#show = show;
  }

  async play(): Promise<void> {
    // the environment of a person's shell, without this repository's packages
    const path = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.includes('node_modules'));
    this.#environment = { PATH: path.join(delimiter), HOME: process.env.HOME, LANG: 'C.UTF-8' };
    this.#environment.PORT = String(await freePort());
    try {
      await this.#arrive();
      await this.#install();
      const password = await this.#start();
      await this.#look(password);
      await this.#importEvents(password);
      await this.#stop();
      await this.#comeBack();
    } finally {
      await this.#running?.stop();
      rmSync(this.#parent, { recursive: true, force: true });
    }
  }

  #place(more: Readonly<Record<string, string>> = {}, folder = this.#clone): Place {
    return { folder, environment: { ...this.#environment, ...more }, show: this.#show };
  }

  #told(text: string): void {
    this.#show(`\n# ${text}\n`);
  }

  /** Types a command that ends by itself; checks its output and exit code. */
  async #type(command: string, says: RegExp, code = 0, place = this.#place()): Promise<string> {
    const typed = new Typed(command, place);
    await typed.sees(says);
    const ended = await typed.ends();
    if (ended !== code) throw new Error(`“${command}” ended with ${ended} instead of ${code}:\n${typed.seen}`);
    return typed.seen;
  }

  async #arrive(): Promise<void> {
    this.#told('the wrong folder');
    const outside = this.#place({}, this.#parent);
    await this.#type('npm start', /package\.json/, 254, outside);
    await this.#type(`git clone --quiet --no-hardlinks file://${root} almanac && ls almanac`, /README\.md/, 0, outside);

    this.#told('a Node that is too old');
    const old = join(this.#parent, 'old');
    const got = spawnSync('npm', ['install', '--silent', '--no-save', '--prefix', old, OLD_NODE], { encoding: 'utf8' });
    if (got.status !== 0) throw new Error(`${OLD_NODE} is not to be had: ${got.stderr}`);
    const folder = join(old, 'node_modules', OLD_NODE.split('@')[0] ?? '', 'bin');
    const PATH = [folder, this.#environment.PATH].join(delimiter);
    await this.#type('npm start', /needs Node 20 or newer.*v18.*Nothing has been changed/s, 1, this.#place({ PATH }));
    await this.#type('ls node_modules', /No such file/, 2);

    this.#told('a slip of the finger');
    await this.#type('npm strat', /Unknown command: "strat"/, 1);
  }

  async #install(): Promise<void> {
    this.#told('impatience: Ctrl-C while it installs');
    const typed = new Typed('npm start', this.#place());
    await typed.sees(/Installing dependencies/);
    typed.press(CTRL_C);
    if ((await typed.ends()) === 0) throw new Error('an interrupted installation passes for a whole one');

    this.#told('a mistyped setting');
    await this.#type('DURABILITY=ful npm start', /DURABILITY/, 1);
  }

  /** Starts the site. @returns the displayed application password */
  async #start(): Promise<string> {
    this.#told('impatience again: Ctrl-C while the sample is loaded');
    const typed = new Typed('npm start', this.#place());
    await typed.sees(/This is the first start.*For programs/s);
    typed.press(CTRL_C);
    await typed.ends();

    this.#told('once more, and now in patience');
    this.#running = new Typed('npm start', this.#place());
    const [, password = ''] = await this.#running.sees(/For programs: admin, application password (\w+)/);
    await this.#running.sees(/A first start was interrupted and goes on.*Ctrl-C stops it/s);

    this.#told('a second one beside it: on the same data; then on others, but the same port');
    await this.#type('npm start', /data folder .* is used by another process.*Stop that first/s, 1);
    await this.#type('DATA=./other npm start', new RegExp(`${this.#environment.PORT} .*(?:taken|in use|used)`, 's'), 1);
    return password;
  }

  async #look(password: string): Promise<void> {
    const events = `http://localhost:${this.#environment.PORT}/en/json/cal/events/v1/events`;
    const body = `-H 'content-type: application/json' -d '{"title": "Harbour concert", "start_date": "tomorrow 7pm", "end_date": "tomorrow 9pm"}'`;
    this.#told('a look, a wrong address, a wrong password, a date that is none, and a right one');
    await this.#type(`curl -s '${events}?per_page=1&_fields=total'`, /"total":12/);
    await this.#type(`curl -s '${events.replace('events/v1', 'evnts/v1')}'`, /rest_no_route/);
    await this.#type(`curl -s -u admin:wrong ${events} ${body}`, /"status":401/);
    const wrong = body.replace('tomorrow 7pm', 'tomorow 7pm');
    await this.#type(`curl -s -u admin:'${password}' ${events} ${wrong}`, /start_date/);
    await this.#type(`curl -s -u admin:'${password}' ${events} ${body}`, /"title":"Harbour concert"/);
  }

  async #importEvents(password: string): Promise<void> {
    writeFileSync(join(this.#clone, 'fair.ics'), FAIR_FILE);
    this.#told('commands: names, words and files that there are not');
    await this.#type('npm run imprt -- fair.ics', /Missing script: "imprt"/, 1);
    await this.#type('npm run ops -- verfy', /unknown command 'verfy'.*Did you mean verify/s, 2);
    await this.#type('npm run import -- fiar.ics', /fiar\.ics is not there/, 2);
    await this.#type('DATA=./dta npm run ops -- verify', /dta holds no data/, 2);

    this.#told('asked for a password: a wrong one, then the right one');
    const wrong = await this.#askedImport('wrong');
    if (wrong.code === 0) throw new Error(`a wrong password was taken:\n${wrong.seen}`);
    const right = await this.#askedImport(password);
    if (right.code !== 0) throw new Error(`the right password was not taken:\n${right.seen}`);
    if (right.seen.includes(password)) throw new Error('the password was shown');
    await this.#type('npm run ops -- verify', /calendar: .* 0 faults/);
  }

  async #askedImport(password: string) {
    const typed = new Typed('npm run import -- fair.ics', this.#place());
    await typed.sees(/Login at .*: /);
    typed.press('admin\r');
    await typed.sees(/Application password of admin \(not shown\): /);
    typed.press(`${password}\r`);
    return { code: await typed.ends(), seen: typed.seen };
  }

  async #stop(): Promise<void> {
    this.#told('an account while the site runs, and Ctrl-C at the site');
    await this.#type('npm run user -- list', /used by another process.*--site/s, 2);
    this.#running?.press(CTRL_C);
    await this.#running?.ends();
    this.#running = undefined;
  }

  async #comeBack(): Promise<void> {
    this.#told('the link was lost: a password that is too short, then a good one');
    for (const [password, code] of [
      ['short', 2],
      ['seven herons at the harbour', 0],
    ] as const) {
      const typed = new Typed('npm run user -- password admin', this.#place());
      await typed.sees(/New password of admin.*\(not shown\): /);
      typed.press(`${password}\r`);
      await typed.sees(/The same again: /);
      typed.press(`${password}\r`);
      const ended = await typed.ends();
      if (ended !== code) throw new Error(`“${typed.command}” ended with ${ended} instead of ${code}:\n${typed.seen}`);
    }
    this.#told('and the next day');
    this.#running = new Typed('npm start', this.#place());
    await this.#running.sees(/Almanac is open.*Ctrl-C stops it/s);
    if (/first start/.test(this.#running.seen)) throw new Error('a second start passes for a first one');
  }
}

/**
 * Plays the first five minutes from a fresh clone, at a terminal; installs from the package registry.
 * @param show receives the transcript as it comes
 * @throws Error for unexpected output
 */
export const playFirstMinutes = (show: (text: string) => void): Promise<void> => new FirstMinutes(show).play();
