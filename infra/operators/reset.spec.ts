import type { RunningSite } from '../all-in-one/compose.ts';
import { ask, caughtUp, folderForSpec, heard, startOn } from './operatorSite.contract.ts';
import { resendCommand } from './resend.ts';
import { resetCommand } from './reset.ts';
import { openServices } from './serviceData.ts';
import { verifyCommand } from './verify.ts';

describe('a subscription that is reset', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  let site: RunningSite | undefined;
  let before: number;
  beforeAll(async () => {
    folder = await folderForSpec();
    site = await startOn(folder.data);
    await ask(site, '/core/v2/tags', { name: 'brass' });
    await caughtUp(folder.data);
    before = await handled();
    await stop();
  });
  afterAll(async () => {
    await stop();
    await folder.remove();
  });

  const stop = async (): Promise<void> => {
    await site?.stop();
    site = undefined;
  };
  /** Returns the number of events that the calendar's subscription has handled since the site started. */
  const handled = async (): Promise<number> => {
    const metrics = await (await fetch(`http://127.0.0.1:${site?.port}/metrics`)).text();
    const [line] = metrics.match(/^almanac_deliveries_total\{.*\} \d+$/gm)?.filter(isHandledCopy) ?? [];
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const isHandledCopy = (line: string): boolean =>
    line.includes('subscription="calendar.copies"') && line.includes('outcome="handled"');
  const reset = async (...args: string[]): Promise<readonly string[]> => {
    const around = heard(folder.data);
    expect(await resetCommand.run(args, around)).toBe(true);
    return around.lines;
  };
  /** Returns the number of events that it handles between a start and a stop of the site. */
  const handledAtStart = async (): Promise<number> => {
    site = await startOn(folder.data);
    await caughtUp(folder.data);
    const count = await handled();
    expect(await ask(site, '/cal/events/v1/tags?hide_empty=false')).toMatchObject({ tags: [{ name: 'brass' }] });
    await stop();
    return count;
  };

  it('handles all published events again at its next start, without a second effect', async () => {
    expect([before > 0, await handledAtStart()]).toEqual([true, 0]);
    expect(await reset('calendar.copies')).toEqual([
      'calendar.copies handles what core published after 0 at its next start.',
    ]);
    expect(await handledAtStart()).toBe(before);
    expect(await verifyCommand.run([], heard(folder.data))).toBe(true);
  });

  it('handles only the events after a position', async () => {
    const [core] = openServices(folder.data, ['core']);
    const last = (await core?.store.last()) ?? 0;
    await core?.close();
    await reset('calendar.copies', 'core', String(last - 1));
    expect(await handledAtStart()).toBe(1);
    await reset('calendar.copies', 'core', String(last));
    expect(await handledAtStart()).toBe(0);
  });

  it('is named, and needs a stopped site', async () => {
    const refused = (...args: string[]) => expect(resetCommand.run(args, heard(folder.data))).rejects;
    await refused().toThrow('The SUBSCRIPTION is missing');
    await refused('calendar.copy').toThrow('There is no subscription calendar.copy that has begun; there are: ');
    await refused('calendar.copies', 'misc').toThrow('no subscription calendar.copies of misc that has begun');
    await refused('calendar.copies', 'core', '999999').toThrow(
      '999999 is no position of core: its log goes from 0 to ',
    );
    await refused('calendar.copies', 'core', '-1').toThrow('-1 is no position of core');
    await expect(resendCommand.run(['core'], heard(folder.data))).rejects.toThrow('npm run ops -- reset');
    await expect(resendCommand.run(['nobody'], heard(folder.data))).rejects.toThrow('There is no service nobody');
    site = await startOn(folder.data);
    await refused('calendar.copies').toThrow('a site runs on it');
  });
});
