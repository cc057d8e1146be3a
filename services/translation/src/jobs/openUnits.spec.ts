import { unitHash } from '@almanac/content-model';
import { translationOf } from '../testing.contract.ts';
import { openUnits } from './openUnits.ts';
import { memory, memoryKey } from './units.ts';

const pair = 'en/fr-ca';
const texts = ['Come.', 'Harvest Fair', 'Unknown'];

/** Returns the memory of a text, with a translation by each of these jobs. */
const remembered = (text: string, jobIds: readonly number[]) =>
  jobIds.map((job) => ({
    collection: memory,
    id: `${job}/${text}`,
    version: 1,
    body: { id: `${job}/${text}`, key: memoryKey(pair, unitHash(text)), job_id: job, target: `${text} by ${job}` },
  }));

/** Opens a batch of two jobs. Returns their initial targets, and the number of queries to the memory. */
const opened = async (...known: readonly ReturnType<typeof remembered>[]) => {
  const { documents } = translationOf();
  await documents.write(known.flat());
  const find = jest.spyOn(documents, 'find');
  const job = { pair, job: undefined, units: texts.map((text, n) => ({ id: `unit-${n}`, text })) };
  const jobs = await openUnits(documents, [job, job]);
  return { targets: jobs.map((units) => units.map(({ target }) => target)), asked: find.mock.calls.length };
};

describe('the units of a batch', () => {
  it('begin with the newest targets of their texts, for one query of the memory', async () => {
    const { targets, asked } = await opened(remembered('Come.', [3, 5, 4]), remembered('Harvest Fair', [2]));
    const begun = ['Come. by 5', 'Harvest Fair by 2', ''];
    expect([targets, asked]).toEqual([[begun, begun], 1]);
  });

  it('begin so, too, if a text was translated more often than the memory answers at once', async () => {
    const often = Array.from({ length: 1_200 }, (_, n) => n + 10);
    const { targets } = await opened(remembered('Come.', often), remembered('Harvest Fair', [2]));
    expect(targets[0]).toEqual(['Come. by 1209', 'Harvest Fair by 2', '']);
  });
});
