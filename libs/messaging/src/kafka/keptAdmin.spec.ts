import type { Admin, Kafka } from 'kafkajs';
import { createKeptAdmin } from './keptAdmin.ts';

const brokers = () => {
  const seen = { connected: 0, disconnected: 0 };
  const admin = (): Admin =>
    ({
      connect: async () => void seen.connected++,
      disconnect: async () => void seen.disconnected++,
    }) as unknown as Admin;
  return { seen, kafka: { admin } as Pick<Kafka, 'admin'> };
};

describe('a cached connection of an administrator', () => {
  it('serves one question after another, and several at once', async () => {
    const { seen, kafka } = brokers();
    const kept = createKeptAdmin(kafka);
    expect(seen.connected).toBe(0);
    expect(await Promise.all([kept.ask(async () => 1), kept.ask(async () => 2)])).toEqual([1, 2]);
    expect(await kept.ask(async () => 3)).toBe(3);
    expect(seen).toEqual({ connected: 1, disconnected: 0 });
    await kept.close();
    expect(seen).toEqual({ connected: 1, disconnected: 1 });
  });

  it('is opened anew after a failed one, once for all waiting questions', async () => {
    const { seen, kafka } = brokers();
    const kept = createKeptAdmin(kafka);
    const fail = () => Promise.reject(new Error('gone'));
    const failed = await Promise.allSettled([kept.ask(fail), kept.ask(fail)]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await kept.ask(async () => 'answered')).toBe('answered');
    expect(seen).toEqual({ connected: 2, disconnected: 1 });
  });

  it('need not be closed if it was never opened', async () => {
    const { seen, kafka } = brokers();
    await createKeptAdmin(kafka).close();
    expect(seen).toEqual({ connected: 0, disconnected: 0 });
  });
});
