import { spawnSync } from 'node:child_process';

const PROGRAM = `
import { formatDate, parseDateText, toUtc } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};
const now = Date.parse('2026-03-04T20:16:17Z');
const texts = ['next wednesday 4pm', '2026-03-08 02:30', '2026-07-05', '+1 month', '2027-10-03T10:11:12+02:00'];
console.log(texts.map((text) => parseDateText(text, { zone: 'America/New_York', now }).wallClock).join());
console.log(toUtc('2026-03-29 02:30:00', 'Europe/Paris'), formatDate('D j M H:i', '2026-03-29 02:30:00', 'en'));
`;

const runIn = (zone: string): string => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, TZ: zone, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  return stdout || stderr;
};

describe('the process’s own zone', () => {
  it.each(['UTC', 'America/New_York', 'Asia/Tokyo', 'Europe/Paris'])('changes nothing when it is %s', (zone) => {
    expect(runIn(zone)).toBe(
      '2026-03-11 16:00:00,2026-03-08 03:30:00,2026-07-05 00:00:00,2026-04-04 15:16:17,2027-10-03 04:11:12\n' +
        '2026-03-29 01:30:00 Sun 29 Mar 02:30\n',
    );
  });
});
