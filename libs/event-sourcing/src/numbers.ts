import type { Entries } from '@almanac/documents';

/** Numeric ids are allocated in blocks; a service owns every eighth block of each space (docs/architecture.md §2). */
const BLOCK_SIZE = 1_000;
const OWNERS = 8;

const NUMBER_BLOCK_KIND = 'number-block';

/** The spaces of ids, each unique in itself: records of the interface, terms, users. */
export type NumberSpace = 'records' | 'terms' | 'users';

/** Allocates ids that are unique in the whole site, without a request to another service. */
export interface Numbers {
  next(space: NumberSpace): Promise<number>;
}

/** The highest id that no process of the site may allocate; state of the process, as the site's languages are. */
let reserved = 0;

/** Reserves all ids up to one for records that keep the ids of another site (docs/moving.md). */
export const reserveIds = (upTo: number): void => {
  reserved = upTo;
};

/**
 * Creates the numbers of one process. It takes a block by inserting it under its unique name, so two processes of a
 * service never share one. The rest of a block is lost when the process ends.
 * @param owner the service's number, 0 to 7 (`libs/contracts`)
 */
export const createNumbers = (entries: Entries, owner: number): Numbers => {
  const blocks = new Map<NumberSpace, Promise<{ next: number; end: number }>>();

  const takeBlock = async (space: NumberSpace): Promise<{ next: number; end: number }> => {
    let turn = Math.max(await nextTurn(entries, space), Math.ceil(reserved / (OWNERS * BLOCK_SIZE)));
    while (!(await entries.insert(NUMBER_BLOCK_KIND, blockId(space, turn), {}))) turn++;
    const first = (turn * OWNERS + owner) * BLOCK_SIZE + 1;
    return { next: first, end: first + BLOCK_SIZE };
  };

  const forget = (space: NumberSpace, taking: Promise<unknown>): void => {
    if (blocks.get(space) === taking) blocks.delete(space);
  };

  const take = (space: NumberSpace) => {
    const taking = takeBlock(space);
    blocks.set(space, taking);
    taking.catch(() => forget(space, taking));
    return taking;
  };

  const next = async (space: NumberSpace): Promise<number> => {
    const taking = blocks.get(space) ?? take(space);
    const block = await taking;
    if (block.next > reserved && block.next < block.end) return block.next++;
    forget(space, taking);
    return next(space);
  };

  return { next };
};

const SPACES: readonly NumberSpace[] = ['records', 'terms', 'users'];

const blockId = (space: NumberSpace, turn: number): string => `${space}/${String(turn).padStart(9, '0')}`;

const nextTurn = async (entries: Entries, space: NumberSpace): Promise<number> => {
  const [newest] = await entries.list<object>(NUMBER_BLOCK_KIND, { prefix: `${space}/`, limit: 1, reverse: true });
  return newest === undefined ? 0 : Number(newest.id.slice(space.length + 1)) + 1;
};

/**
 * Skips a number of blocks in each space: a restored service must not reuse ids that it allocated after its backup
 * (docs/architecture.md §3).
 * @param replaced the entries of the data that the backup replaces, if these can still be read
 */
export const skipNumbers = async (entries: Entries, blocks: number, replaced: Entries = entries): Promise<void> => {
  for (const space of SPACES) {
    const turn = Math.max(await nextTurn(entries, space), await nextTurn(replaced, space));
    await entries.insert(NUMBER_BLOCK_KIND, blockId(space, turn + blocks - 1), {});
  }
};
