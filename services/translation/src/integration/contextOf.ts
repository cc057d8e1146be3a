import type { Delivery } from '@almanac/messaging';
import type { CommandContext } from '@almanac/write-side';

/** Who acts where a delivery calls for a commit. */
export const contextOf = ({ language, correlation, source, position, n }: Delivery): CommandContext => ({
  principal: 'system',
  language,
  correlation,
  causation: `${source}/${position}/${n}`,
});
