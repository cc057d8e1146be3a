import { ConfigurationError } from '../environment.ts';
import { type Log, silentLog } from '../log.ts';
import { retry } from './retry.ts';

const recording = () => {
  const said: string[] = [];
  const log = { ...silentLog, warn: (_fields: object, text: string) => void said.push(text) } as unknown as Log;
  return { said, log };
};
const now = { at: 0 };
const time = {
  now: () => now.at,
  sleep: async (ms: number) => {
    now.at += ms;
  },
};

describe('a retry', () => {
  it('repeats until it works, and logs every ten seconds what it waits for', async () => {
    const { said, log } = recording();
    let tries = 0;
    const answer = await retry({ what: 'MongoDB', log, signal: new AbortController().signal, time }, async () => {
      tries++;
      if (tries < 42) throw new Error('away');
      return tries;
    });
    expect([answer, said]).toEqual([42, ['waiting for MongoDB', 'waiting for MongoDB', 'waiting for MongoDB']]);
  });

  it('ends with a fault of the configuration, which stays', async () => {
    const { said, log } = recording();
    const asking = { what: 'MongoDB', log, signal: new AbortController().signal, time };
    const fault = new ConfigurationError('MONGODB_URL: cannot be used');
    await expect(retry(asking, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(said).toEqual([]);
  });

  it('ends with the signal', async () => {
    const { log } = recording();
    const ending = new AbortController();
    const waiting = retry({ what: 'MongoDB', log, signal: ending.signal, time }, async () => {
      ending.abort(new Error('stopped'));
      throw new Error('away');
    });
    await expect(waiting).rejects.toThrow('stopped');
  });
});
