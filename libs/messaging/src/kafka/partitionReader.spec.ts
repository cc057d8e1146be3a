import { BufferedCheckpoint } from '../bufferedCheckpoint.ts';
import { effects } from '../bus.contract.ts';
import type { Delivery } from '../bus.ts';
import { checkpointId, createCheckpoint, readCheckpoint } from '../checkpoint.ts';
import { type Envelope, toMessage } from '../cloudEvent.ts';
import { createConsumer } from '../consumer.ts';
import { createDeadLetters } from '../deadLetters.ts';
import { noObserver } from '../observer.ts';
import { noOpening } from '../personal/sealing.ts';
import { delivery } from '../testing/delivery.ts';
import { memoryEntries } from '../testing/memoryEntries.ts';
import { testEvent } from '../testing/testLog.ts';
import { systemTime } from '../time.ts';
import { type Incoming, PartitionReader } from './partitionReader.ts';

const NAME = 'calendar.copies';

const incoming = (one: Delivery, envelope: Envelope = { commitId: `commit-${one.position}` }): Incoming => {
  const { key, value, headers } = toMessage(one, envelope);
  const buffers = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)]);
  return { key: Buffer.from(key), value: Buffer.from(value), headers: Object.fromEntries(buffers), offset: '7' };
};

const world = async () => {
  const entries = memoryEntries();
  const [errors, repeats]: [string[], number[]] = [[], []];
  const made = effects(NAME);
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, text: string) => void errors.push(text),
  };
  const observer = { ...noObserver, repeated: (_: string, { position }: Delivery) => void repeats.push(position) };
  const letters = createDeadLetters(entries, NAME);
  const parts = { time: systemTime, log, observer };
  const consumer = createConsumer({
    ...parts,
    subscription: { ...made, sources: ['core'], takes: [testEvent] },
    letters,
    opening: noOpening,
    attempts: 1,
  });
  const reader = async (restores: readonly number[] = []): Promise<PartitionReader> => {
    const checkpoint = createCheckpoint(entries, checkpointId(NAME, 'core', 3));
    const buffered = new BufferedCheckpoint(
      { checkpoint, time: systemTime, reached: () => undefined },
      await checkpoint.takeOver(),
    );
    return new PartitionReader({
      ...parts,
      subscription: NAME,
      source: 'core',
      partition: 3,
      checkpoint: buffered,
      restores,
      consumer,
    });
  };
  return { entries, made, letters, errors, repeats, reader, signal: new AbortController().signal };
};

describe('a reader of a partition', () => {
  it('skips repeats, also those that its former owner had done', async () => {
    const { reader, made, repeats, signal } = await world();
    const first = await reader();
    for (const position of [1, 2, 5, 2, 5]) await first.take(incoming(delivery(position)), signal);
    await first.keep();
    const second = await reader();
    for (const position of [2, 5, 6]) await second.take(incoming(delivery(position)), signal);
    expect(made.arrived.map(({ position }) => position)).toEqual([1, 2, 5, 6]);
    expect(repeats).toEqual([2, 5, 2, 5]);
  });

  it('cannot move the checkpoint once another instance has taken the partition over', async () => {
    const { reader, entries, signal } = await world();
    const [paused, owner] = [await reader(), await reader()];
    for (const position of [1, 2, 3]) await owner.take(incoming(delivery(position)), signal);
    await owner.keep();
    await paused.take(incoming(delivery(1)), signal);
    await expect(paused.keep()).rejects.toThrow(expect.objectContaining({ code: 'stale-term' }));
    expect(await readCheckpoint(entries, 'calendar.copies/core/3')).toMatchObject({
      position: 3,
      commitId: 'commit-3',
    });
  });

  it('delivers a replayed message without reading or moving the checkpoint', async () => {
    const { reader, made, entries, signal } = await world();
    const one = await reader();
    await one.take(incoming(delivery(9)), signal);
    await one.take(incoming(delivery(4), { replayed: true }), signal);
    await one.keep();
    expect(made.arrived.map(({ position }) => position)).toEqual([9, 4]);
    expect(await readCheckpoint(entries, 'calendar.copies/core/3')).toMatchObject({ position: 9 });
  });

  it('adds a replayed message behind the dead letters of its key', async () => {
    const { reader, made, letters, signal } = await world();
    await letters.add(delivery(2), 'cannot be');
    await (await reader()).take(incoming(delivery(4), { replayed: true }), signal);
    expect([made.size, (await letters.list()).length]).toEqual([0, 2]);
  });

  it('treats positions of a later epoch as new, and those of an earlier one as repeats', async () => {
    const { reader, made, signal } = await world();
    const one = await reader();
    await one.take(incoming(delivery(9)), signal);
    await one.take(incoming(delivery(7, { epoch: 2 })), signal);
    await one.take(incoming(delivery(10)), signal);
    expect(made.arrived.map(({ epoch, position }) => [epoch, position])).toEqual([
      [1, 9],
      [2, 7],
    ]);
  });

  it('skips events that a restore has undone, replayed ones too', async () => {
    const { reader, made, signal } = await world();
    const one = await reader([10]);
    for (const position of [9, 10, 11, 12]) await one.take(incoming(delivery(position)), signal);
    await one.take(incoming(delivery(13), { replayed: true }), signal);
    for (const position of [11, 12]) await one.take(incoming(delivery(position, { epoch: 2 })), signal);
    expect(made.arrived.map(({ epoch, position }) => [epoch, position])).toEqual([
      [1, 9],
      [1, 10],
      [2, 11],
      [2, 12],
    ]);
  });

  it('stops if another commit has the position of the checkpoint', async () => {
    const { reader, made, signal } = await world();
    const one = await reader();
    await one.take(incoming(delivery(5, { n: 1 })), signal);
    await one.take(incoming(delivery(5, { n: 2 })), signal);
    const contradicted = expect.objectContaining({ code: 'log-contradicted' });
    await expect(one.take(incoming(delivery(5, { n: 3 }), { commitId: 'another' }), signal)).rejects.toThrow(
      contradicted,
    );
    expect(made.size).toBe(2);
  });

  it('skips messages that are no event of its source, and reports them', async () => {
    const { reader, made, errors, signal } = await world();
    const one = await reader();
    const good = incoming(delivery(1));
    const strange: Incoming[] = [
      { key: null, value: null, offset: '1' },
      { ...good, value: Buffer.from('{') },
      { ...good, headers: { ...good.headers, ce_id: 'one' } },
      incoming(delivery(1, { source: 'calendar' })),
    ];
    for (const message of [...strange, good]) expect(await one.take(message, signal)).toBe(true);
    expect([made.size, errors.length]).toEqual([1, 4]);
  });

  it('leaves the checkpoint before a message that the signal interrupts', async () => {
    const { reader, made, entries } = await world();
    const one = await reader();
    expect(await one.take(incoming(delivery(1)), AbortSignal.abort())).toBe(false);
    await one.keep();
    expect(made.size).toBe(0);
    expect(await readCheckpoint(entries, 'calendar.copies/core/3')).toMatchObject({ position: 0 });
  });
});
