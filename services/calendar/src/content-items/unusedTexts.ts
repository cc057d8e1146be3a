import type { RestRequest } from '@almanac/rest';

/** Returns the texts of records that no requested member of a list needs; an excerpt may come from the content. */
export const unusedTexts = ({ wants }: Pick<RestRequest, 'wants'>): string[] => [
  ...(wants('content') || wants('excerpt') ? [] : ['content']),
  ...(wants('excerpt') ? [] : ['excerpt']),
];

/** Returns the same for a list in `cal/events/v1`, whose records are in a member `plural`. */
export const unusedTextsIn = ({ wants }: Pick<RestRequest, 'wants'>, plural: string): string[] => [
  ...(wants(`${plural}.description`) ? [] : ['content']),
  ...(wants(`${plural}.excerpt`) ? [] : ['excerpt']),
];
