import { memoryEntries, openEpoch } from '@almanac/messaging';
import { findLostLog } from './lostLog.ts';

describe('a log on MongoDB', () => {
  const logWith = (...lasts: number[]) => ({
    store: { last: async () => lasts.shift() ?? 0 },
    entries: memoryEntries(),
  });
  const has = (messages: number) => async () => messages;

  it('is lost if it is empty and its topic has messages', async () => {
    expect(await findLostLog(logWith(), has(3))).toBe('the log is empty, but its topic has 3 messages');
  });

  it('is not lost at a first start, with commits, or if another replica has just begun it', async () => {
    expect(await findLostLog(logWith(), has(0))).toBeUndefined();
    expect(await findLostLog(logWith(1), has(3))).toBeUndefined();
    expect(await findLostLog(logWith(0, 1), has(3))).toBeUndefined();
  });

  it('is not lost if an operator has restored it empty', async () => {
    const log = logWith();
    await openEpoch(log.entries, { end: 0, at: '2031-01-01T12:00:00Z' });
    expect(await findLostLog(log, has(3))).toBeUndefined();
  });

  it('is not known to be lost while the brokers do not answer', async () => {
    await expect(findLostLog(logWith(), () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  });
});
