import type { Element, readSourcesOfCalendar, readSourcesOfCore, SourceRecord } from '@almanac/contracts';
import { contractArgs, type Route, route } from '@almanac/rest';

/** Reads records of one kind for translation; leaves out missing ones. */
export type ReadSources = (ids: readonly number[]) => Promise<readonly SourceRecord[]>;

/** Creates the translation service's route for records of several kinds, in the order requested. */
export const sourcesRoute = (
  contract: typeof readSourcesOfCore | typeof readSourcesOfCalendar,
  kinds: ReadonlyMap<string, ReadSources>,
): Route =>
  route({
    namespace: 'internal',
    path: contract.path.replace('/internal', ''),
    methods: [contract.method],
    summary: contract.description,
    hidden: true,
    args: contractArgs(contract),
    permission: ({ principal }) => principal.kind === 'system',
    handle: async ({ args }) => {
      const found = await readAll(kinds, args.elements);
      return { body: { sources: args.elements.map((element) => found.get(keyOf(element)) ?? null) } };
    },
  });

const keyOf = ({ type, id }: Element): string => `${type}/${id}`;

/** Reads each kind once. */
const readAll = async (
  kinds: ReadonlyMap<string, ReadSources>,
  elements: readonly Element[],
): Promise<ReadonlyMap<string, SourceRecord>> => {
  const reads = [...kinds].map(async ([kind, read]) => {
    const ids = elements.flatMap(({ type, id }) => (type === kind ? [id] : []));
    return ids.length === 0 ? [] : read(ids);
  });
  return new Map((await Promise.all(reads)).flat().map((source) => [keyOf(source), source]));
};
