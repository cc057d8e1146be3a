import type { Collection } from '../documents.ts';
import { TooMuchReadError } from '../errors.ts';
import { CharacterLimit, withinReadLimit } from '../readLimit.ts';
import type { Make } from './make.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1, indexes: [['id']] };
const LENGTH = 400_000;
const IDS = [1, 2, 3, 4, 5];

/** Requirements for limits of reads, and for texts that are left out. */
export const readLimitsContract = (make: Make): void => {
  const filled = async () => {
    const opened = await make([notes]);
    const body = (id: number) => ({ id, title: `Note ${id}`, text: '"'.repeat(LENGTH) });
    await opened.documents.write(IDS.map((id) => ({ collection: notes, id, version: 1, body: body(id) })));
    return opened;
  };

  it('reads documents up to the limit, and refuses to read more', async () => {
    const { documents, dispose } = await filled();
    // a quotation mark is two characters of JSON
    const within = (documentCount: number) => new CharacterLimit(documentCount * (2 * LENGTH + 100));
    const find = (limit: number) => documents.find(notes, { limit });
    expect(await withinReadLimit(within(3), () => find(3))).toHaveLength(3);
    await expect(withinReadLimit(within(3), () => find(4))).rejects.toThrow(TooMuchReadError);
    expect(await withinReadLimit(within(5), () => documents.getMany(notes, IDS))).toHaveLength(5);
    await expect(withinReadLimit(within(3), () => documents.getMany(notes, IDS))).rejects.toThrow(TooMuchReadError);
    expect(await find(5)).toHaveLength(5);
    await dispose();
  });

  it('counts all reads of a limit together', async () => {
    const { documents, dispose } = await filled();
    const limit = new CharacterLimit(3 * 2 * LENGTH + 300);
    const read = () => documents.find(notes, { limit: 2 });
    await withinReadLimit(limit, read);
    await expect(withinReadLimit(limit, read)).rejects.toThrow(TooMuchReadError);
    await dispose();
  });

  it('leaves long texts of members out, which do not count then', async () => {
    const { documents, dispose } = await filled();
    const find = () => documents.find(notes, { limit: 2, without: ['title', 'text', 'missing'] });
    expect(await withinReadLimit(new CharacterLimit(200), find)).toEqual([
      { id: 1, title: 'Note 1', text: '' },
      { id: 2, title: 'Note 2', text: '' },
    ]);
    await dispose();
  });
};
