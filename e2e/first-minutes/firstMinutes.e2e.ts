import { spawnSync } from 'node:child_process';
import { playFirstMinutes } from './play.ts';

const lacking = () => {
  if (process.env.LONG === undefined) return 'installs from the registry; npm run e2e';
  if (process.platform !== 'linux') return 'wants the script of util-linux';
  return spawnSync('script', ['--version']).error === undefined ? undefined : 'there is no script (util-linux)';
};

const reason = lacking();

describe('the first minutes, from a fresh clone and at a terminal', () => {
  const title = 'a wrong turn at each step is answered with what helps';
  if (reason === undefined) {
    it(`${title} on embedded (SQLite)`, async () => {
      let transcript = '';
      await playFirstMinutes((text) => {
        transcript += text;
      }).catch((error: Error) => {
        throw new Error(`${error.message}\n\nAll that was seen:\n${transcript}`, { cause: error });
      });
      expect(transcript).not.toMatch(/\n {4}at .*\.(?:ts|js):\d+/);
    });
  } else {
    it.skip(`${title}, skipped: ${reason}`, () => undefined);
  }
});
