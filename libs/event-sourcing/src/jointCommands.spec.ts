import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@almanac/event-store';
import type { RunOptions } from './commands.ts';
import { type Commands, createCommands, type Outcome, type UnitOfWork } from './index.ts';
import {
  asked,
  name,
  type ServiceUnderTest,
  serviceUnderTest,
  type Venue,
  venue,
} from './serviceUnderTest.contract.ts';

let service: ServiceUnderTest;
beforeEach(() => {
  service = serviceUnderTest();
});

type Item = (commands: Commands) => Promise<Outcome<Venue>>;

const create = (unit: UnitOfWork, id: number, wanted = `Venue ${id}`) =>
  unit.append(venue, id, [{ type: 'VenueCreated', data: { name: wanted } }]);
const creating =
  (id: number, context: object = {}, options?: RunOptions): Item =>
  (commands) =>
    commands.run({ ...asked, ...context }, (unit) => create(unit, id), options);
const failing: Item = (commands) =>
  commands.run(asked, async (unit) => {
    await create(unit, 99);
    throw new RangeError('not this one');
  });
/** Returns the streams that each commit of the log appends to. */
const log = async (): Promise<string[][]> =>
  (await service.store.readLog(0)).map((commit) => commit.events.map((event) => event.stream));
const ends = (settled: readonly PromiseSettledResult<Outcome<unknown>>[]): unknown[] =>
  settled.map((end) => (end.status === 'fulfilled' ? end.value.position : (end.reason as Error).message));

describe('a batch of commands', () => {
  it('is one commit, answered to each item', async () => {
    const settled = await service.commands.runJointly([creating(1), creating(2), creating(3)]);
    expect(ends(settled)).toEqual([1, 1, 1]);
    expect(settled[2]).toMatchObject({ value: { result: { name: 'Venue 3' } } });
    expect(await log()).toEqual([['venue-1', 'venue-2', 'venue-3']]);
  });

  it('runs in list order, each item after the decision of the one before', async () => {
    const order: string[] = [];
    const item =
      (id: number, wait: number): Item =>
      async (commands) => {
        order.push(`${id} starts`);
        await sleep(wait);
        const outcome = await commands.run(asked, async (unit) => {
          await sleep(wait);
          order.push(`${id} decides`);
          return create(unit, id);
        });
        order.push(`${id} ends`);
        return outcome;
      };
    await service.commands.runJointly([item(1, 9), item(2, 4), item(3, 0)]);
    const decided = ['1 starts', '1 decides', '2 starts', '2 decides', '3 starts', '3 decides'];
    expect(order).toEqual([...decided, '1 ends', '2 ends', '3 ends']);
  });

  it('lets other work of the process run between two items, in deciding and in answering', async () => {
    let turn = 0;
    const count = (): void => {
      turn++;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const [decided, answered] = [new Set<number>(), new Set<number>()];
    const item =
      (id: number): Item =>
      async (commands) => {
        const outcome = await commands.run(asked, async (unit) => {
          decided.add(turn);
          return create(unit, id);
        });
        answered.add(turn);
        return outcome;
      };
    await service.commands.runJointly([item(1), item(2), item(3), item(4)]);
    clearImmediate(counting);
    expect([decided.size, answered.size]).toEqual([4, 4]);
    expect(await log()).toHaveLength(1);
  });

  it('is split into several commits if one would be too long, each answered before the next decision', async () => {
    const long = 'x'.repeat(100 * 1_024);
    const order: string[] = [];
    const item =
      (id: number): Item =>
      async (commands) => {
        const outcome = await commands.run(asked, (unit) => {
          order.push(`${id} decides`);
          return create(unit, id, long);
        });
        order.push(`${id} ends`);
        return outcome;
      };
    expect(ends(await service.commands.runJointly([item(1), item(2), item(3), item(4)]))).toEqual([1, 1, 1, 2]);
    expect(await log()).toEqual([['venue-1', 'venue-2', 'venue-3'], ['venue-4']]);
    expect(order.slice(3)).toEqual(['1 ends', '2 ends', '3 ends', '4 decides', '4 ends']);
  });

  it('shows later items the decisions of earlier ones', async () => {
    const seen: unknown[] = [];
    const looking: Item = (commands) =>
      commands.run(asked, async (unit) => {
        seen.push((await unit.load(venue, 1)).name, await unit.holder('slug', 'harbour'));
        return create(unit, 2);
      });
    const taking: Item = (commands) =>
      commands.run(asked, async (unit) => {
        await unit.take('slug', 'harbour', 'venue-1');
        return create(unit, 1);
      });
    expect(ends(await service.commands.runJointly([taking, looking]))).toEqual([1, 1]);
    expect(seen).toEqual(['Venue 1', 'venue-1']);
  });

  it('lets an item fail alone if it throws, or a check refuses it', async () => {
    const check = () => {
      throw new RangeError('cannot be published');
    };
    const settled = await service.commands.runJointly([creating(1), failing, creating(2, {}, { check }), creating(3)]);
    expect(ends(settled)).toEqual([1, 'not this one', 'cannot be published', 1]);
    expect(await log()).toEqual([['venue-1', 'venue-3']]);
  });

  it('goes on when an item ends without a command, before or after one that is refused', async () => {
    const reading: Item = async () => ({ result: venue.initialState, position: undefined });
    const throwing: Item = () => {
      throw new RangeError('at once');
    };
    const recovering: Item = (commands) => failing(commands).catch(() => creating(4)(commands));
    const nothing: Item = (commands) => commands.run(asked, (unit) => unit.append(venue, 1, []));
    const items = [reading, throwing, creating(1), recovering, nothing];
    expect(ends(await service.commands.runJointly(items))).toEqual([undefined, 'at once', 1, 1, undefined]);
    expect(await log()).toEqual([['venue-1', 'venue-4']]);
    expect(await service.commands.runJointly([])).toEqual([]);
  });

  it('ends one commit if an item continues a stream of an earlier one, and each answers with its own', async () => {
    const naming =
      (wanted: string): Item =>
      async (commands) => {
        const { position } = await name({ commands } as ServiceUnderTest, 1, wanted);
        return {
          position,
          result: await service.commands.run(asked, (unit) => unit.load(venue, 1)).then((o) => o.result),
        };
      };
    const settled = await service.commands.runJointly([naming('first'), creating(2), naming('second'), creating(3)]);
    expect(settled.map((end) => (end as PromiseFulfilledResult<Outcome<Venue>>).value.result.name)).toEqual([
      'first',
      'Venue 2',
      'second',
      'Venue 3',
    ]);
    expect(await log()).toEqual([
      ['venue-1', 'venue-2'],
      ['venue-1', 'venue-3'],
    ]);
  });

  it('separates commits of different principals and languages, and those with an id of their own', async () => {
    const settled = await service.commands.runJointly([
      creating(1),
      creating(2, { language: 'fr-ca' }),
      creating(3, { language: 'fr-ca', commitId: 'known' }),
      creating(4, { language: 'fr-ca' }),
      creating(5, { principal: 'user:2' }),
    ]);
    expect(ends(settled)).toEqual([1, 2, 3, 4, 5]);
    expect(await service.store.findCommit('known')).toMatchObject({ position: 3, meta: { language: 'fr-ca' } });
  });

  it('lets an item commit on its own in its further work', async () => {
    const two: Item = async (commands) => {
      const first = await creating(1)(commands);
      await creating(2)(commands);
      return first;
    };
    const atOnce: Item = async (commands) => (await Promise.all([creating(3)(commands), creating(4)(commands)]))[0];
    expect(ends(await service.commands.runJointly([two, atOnce]))).toEqual([expect.any(Number), expect.any(Number)]);
    expect((await log()).flat().sort()).toEqual(['venue-1', 'venue-2', 'venue-3', 'venue-4']);
  });
});

describe('a batch whose joint commit is refused', () => {
  /** Creates a store that refuses commits of more than one event. */
  const refusing = (error: () => Error): EventStore => ({
    ...service.store,
    append: async (commit, options) => {
      if (commit.events.length > 1) throw error();
      return service.store.append(commit, options);
    },
  });
  const refusal = (code: string) => Object.assign(new Error(code), { code });

  it.each(['commit-too-large', 'unserialisable', 'unstorable', 'document-too-large', 'key-taken'])(
    'is decided again, one commit for each item, after the refusal %s',
    async (code) => {
      const { runJointly } = createCommands({ ...service, store: refusing(() => refusal(code)) });
      expect(ends(await runJointly([creating(1), failing, creating(2)]))).toEqual([1, 'not this one', 2]);
      expect(await log()).toEqual([['venue-1'], ['venue-2']]);
    },
  );

  it('is decided again after a conflict, and only items with a lasting conflict fail', async () => {
    const deciding = async (unit: UnitOfWork): Promise<Venue> => {
      if ((await unit.load(venue, 2)).status === 'live') throw new RangeError('taken meanwhile');
      return create(unit, 2);
    };
    let first = true;
    const overtaken: Item = (commands) =>
      commands.run(asked, async (unit) => {
        const decided = await deciding(unit);
        if (first) await service.commands.run(asked, (other) => create(other, 2, 'Theirs'));
        first = false;
        return decided;
      });
    const settled = await service.commands.runJointly([creating(1), overtaken, creating(3)]);
    expect(ends(settled)).toEqual([2, 'taken meanwhile', 3]);
    expect(await log()).toEqual([['venue-2'], ['venue-1'], ['venue-3']]);
  });

  it('is refused to every item if the store is away, or its outcome unknown', async () => {
    const { runJointly } = createCommands({ ...service, store: refusing(() => refusal('outcome-unknown')) });
    expect(ends(await runJointly([creating(1), creating(2)]))).toEqual(['outcome-unknown', 'outcome-unknown']);
    expect(await log()).toEqual([]);
  });
});
