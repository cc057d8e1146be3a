import {
  type Element,
  type ElementOwner,
  ownerOfElement,
  readSourcesOfCalendar,
  readSourcesOfCore,
  SOURCES_AT_ONCE,
  type SourceRecord,
} from '@almanac/contracts';
import { askInternal, type FetchInternal } from '@almanac/service';

const contracts = { core: readSourcesOfCore, calendar: readSourcesOfCalendar } as const;

/**
 * Reads the records of elements from their owners, in the given order; null for a missing record.
 * @throws ServiceUnavailableError if an owner is not available
 */
export const readSources = async (
  fetchInternal: FetchInternal,
  elements: readonly Element[],
): Promise<(SourceRecord | null)[]> => {
  const found = new Map<Element, SourceRecord | null>();
  for (const owner of ['core', 'calendar'] as const) {
    const own = elements.filter(({ type }) => ownerOfElement(type) === owner);
    for (let from = 0; from < own.length; from += SOURCES_AT_ONCE) {
      const asked = own.slice(from, from + SOURCES_AT_ONCE);
      const sources = await askOwner(fetchInternal, owner, asked);
      asked.forEach((element, index) => {
        found.set(element, sources[index] ?? null);
      });
    }
  }
  return elements.map((element) => found.get(element) ?? null);
};

const askOwner = async (
  fetchInternal: FetchInternal,
  owner: ElementOwner,
  elements: readonly Element[],
): Promise<readonly (SourceRecord | null)[]> => {
  const said = await askInternal(fetchInternal, contracts[owner], { send: { elements: [...elements] } });
  if (said.refused !== undefined) throw said.refused;
  return said.body.sources;
};
