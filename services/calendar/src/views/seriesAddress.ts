import { pageAddress, type RenderContext } from '@almanac/pages';

/** Returns the address of the list with the upcoming or past occurrences of a series. */
export const seriesAddress = (
  where: Pick<RenderContext, 'site' | 'baseUrl' | 'language'>,
  series: number,
  isPast = false,
): string =>
  `${pageAddress(where, 'events', 'list')}?${new URLSearchParams({ series: String(series), ...(isPast && { when: 'past' }) })}`;
