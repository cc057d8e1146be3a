import { createDeadLetters, type Delivery } from '@almanac/messaging';
import { deadLettersCommand, discardCommand, replayCommand } from './deadLetters.ts';
import { lagCommand } from './lag.ts';
import { folderForSpec, heard, openEmptyData } from './operatorSite.contract.ts';
import type { ServiceData } from './serviceData.ts';

const delivery = (position: number, key: string): Delivery => ({
  source: 'core',
  epoch: 1,
  position,
  n: 0,
  type: 'core.tag-changed.v1',
  key,
  data: {},
  at: '2026-01-01T00:00:00.000Z',
  principal: 'system',
  language: 'en',
  correlation: 'c',
});

describe('the commands for dead letters', () => {
  let folder: Awaited<ReturnType<typeof folderForSpec>>;
  let calendar: ServiceData;
  beforeEach(async () => {
    folder = await folderForSpec();
    calendar = await openEmptyData(folder.data, 'calendar');
  });
  afterEach(async () => {
    await calendar.close();
    await folder.remove();
  });

  const addLetters = async (): Promise<void> => {
    const letters = createDeadLetters(calendar.entries, 'calendar.copies');
    await letters.add(delivery(7, 'tag-1'), 'Error: cannot be');
    await letters.addBehind(delivery(9, 'tag-1'));
    await letters.add(delivery(8, 'tag-2'), 'Error: neither');
  };

  const left = async (): Promise<number[]> => {
    const letters = createDeadLetters(calendar.entries, 'calendar.copies');
    await letters.refresh('core');
    await letters.drain('core', async () => undefined);
    return (await letters.list()).map((letter) => letter.delivery.position);
  };

  it('list dead letters with their reasons', async () => {
    const nothing = heard(folder.data);
    expect(await deadLettersCommand.run([], nothing)).toBe(true);
    expect(nothing.lines).toEqual(['There are no dead letters.']);
    await addLetters();
    await createDeadLetters(calendar.entries, 'relay/calendar').add(delivery(1, 'a/b'), 'too large');
    const lag = heard(folder.data);
    await lagCommand.run([], lag);
    expect(lag.lines.filter((line) => line.includes('held back'))).toEqual([
      'calendar.copies: keys held back by dead letters: 2',
      'relay/calendar: keys held back by dead letters: 1',
    ]);
    const some = heard(folder.data);
    expect(await deadLettersCommand.run(['calendar'], some)).toBe(false);
    expect(some.lines.slice(0, 2)).toEqual([
      'calendar.copies: 3 waiting',
      '  tag-1  core.tag-changed.v1  core 7/0 (epoch 1)  2026-01-01T00:00:00.000Z  Error: cannot be',
    ]);
    expect(some.lines).toContain('relay/calendar: 1 waiting');
    expect(some.results).toHaveLength(4);
    expect(some.results[0]).toMatchObject({
      subscription: 'calendar.copies',
      key: 'tag-1',
      reason: 'Error: cannot be',
    });
    expect(lag.results).toContainEqual({ reader: 'calendar.copies', held_back_keys: 2 });
    await expect(deadLettersCommand.run(['calender'], some)).rejects.toThrow(
      /^There is no service calender; there are core, .* Did you mean calendar\?$/,
    );
  });

  it('retry one key or all', async () => {
    await addLetters();
    expect(await left()).toEqual([7, 9, 8]);
    await replayCommand.run(['calendar.copies', 'tag-2'], heard(folder.data));
    expect(await left()).toEqual([7, 9]);
    const all = heard(folder.data);
    await replayCommand.run(['calendar.copies'], all);
    expect(all.lines).toEqual(['2 events with 1 keys are tried again as soon as the site runs.']);
    expect(all.results).toEqual([{ subscription: 'calendar.copies', events: 2, keys: 1 }]);
    expect(await left()).toEqual([]);
  });

  it('give up the first of a key', async () => {
    await addLetters();
    const given = heard(folder.data);
    await discardCommand.run(['calendar.copies', 'tag-1'], given);
    expect(given.lines[0]).toContain('Given up: tag-1  core.tag-changed.v1  core 7/0');
    const letters = createDeadLetters(calendar.entries, 'calendar.copies');
    expect((await letters.list()).map((letter) => letter.delivery.position)).toEqual([9, 8]);
    expect(await left()).toEqual([8]);
  });

  it('list their actions if asked for another one', async () => {
    await expect(replayCommand.run(['calendar.copies'], heard(folder.data))).rejects.toThrow('none at all');
    await addLetters();
    await expect(replayCommand.run(['other'], heard(folder.data))).rejects.toThrow('those of: calendar.copies');
    await expect(discardCommand.run(['calendar.copies', 'x'], heard(folder.data))).rejects.toThrow('tag-1, tag-2');
    await expect(discardCommand.run(['calendar.copies'], heard(folder.data))).rejects.toThrow('The KEY is missing');
  });
});
