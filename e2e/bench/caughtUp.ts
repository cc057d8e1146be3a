import { eventually } from '@almanac/testing';
import type { SiteProcess } from '../site.ts';

/** Metrics that count the lag behind the log; a metric that cannot be read is missing. */
const BEHIND = /^almanac_(?:unsigned_commits|effect_lag_commits|subscription_lag_messages)\{.*\} (\d+)$/gm;

/** Waits until signatures, effects and subscriptions of a site have caught up with the log. */
export const caughtUp = async ({ origin }: Pick<SiteProcess, 'origin'>): Promise<void> => {
  const isCaughtUp = async (): Promise<boolean> => {
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    const behind = Array.from(metrics.matchAll(BEHIND), ([, figure]) => Number(figure));
    return behind.length > 0 && behind.every((figure) => figure === 0);
  };
  await eventually(isCaughtUp, { every: 1_000, within: 3_600_000 });
};
