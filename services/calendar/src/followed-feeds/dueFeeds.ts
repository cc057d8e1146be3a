import { type Commands, streamOf } from '@almanac/event-sourcing';
import { runAll } from '@almanac/messaging';
import type { Calendar } from '../calendar.ts';
import { type FeedSchedule, forgetFeed, readSchedule, readSchedules, scheduleNext } from './feedMemory.ts';
import { type FollowedFeed, followedFeedDecider, followedFeeds } from './followedFeed.ts';

/** The number of feeds that run at the same time. */
const LANES = 4;
/** An address of no site, for feeds that were never asked for. */
const NO_SITE = 'https://site.invalid';

const isDue = ({ paused }: FollowedFeed, schedule: FeedSchedule | undefined, now: number): boolean => {
  if (schedule === undefined) return !paused;
  return schedule.dueAt <= now && (schedule.isAsked || !paused);
};

/** Milliseconds until a run is repeated that a fault of the site has ended. */
const REPEAT_MS = 60_000;

/**
 * Returns a function that runs the feeds that are due. A feed is due until its run has ended, so a run that is killed is
 * run again.
 */
export const dueFeeds = (calendar: Calendar, commands: Commands): ((signal: AbortSignal) => Promise<void>) => {
  const { documents, entries, now } = calendar;

  const runDue = async (feed: FollowedFeed, signal: AbortSignal): Promise<void> => {
    const schedule = await readSchedule(entries, feed.id);
    const asked = schedule?.body ?? { site: NO_SITE, isAsked: false, isConfirmed: false };
    const { site, isConfirmed } = asked;
    const revision = schedule?.revision ?? 0;
    const next = (wait: number, rest: Omit<FeedSchedule, 'dueAt'>) =>
      scheduleNext(entries, feed.id, { ...rest, dueAt: now().getTime() + wait }, revision);
    const cause = `${streamOf(followedFeedDecider, feed.id)}-${now().toISOString()}`;
    try {
      // the packages that read iCalendar load with the first run (docs/adr/0075)
      const { runFeed } = await import('./runFeed.ts');
      const wait = await runFeed({ calendar, commands, feed, cause, site, signal }, isConfirmed);
      await next(wait, { site, isAsked: false, isConfirmed: false });
    } catch (error) {
      const [isFollowed] = await documents.getMany(followedFeeds, [feed.id]);
      // it was deleted during its run
      if (isFollowed === undefined) return forgetFeed(entries, feed.id);
      if (!signal.aborted) await next(REPEAT_MS, asked);
      throw error;
    }
  };

  return async (signal) => {
    const feeds = await documents.find<FollowedFeed>(followedFeeds, {});
    if (feeds.length === 0) return;
    const schedules = await readSchedules(entries);
    const at = now().getTime();
    const due = feeds.filter((feed) => isDue(feed, schedules.get(feed.id), at));
    const laneOf = (lane: number) => due.filter((_, index) => index % LANES === lane);
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      runAll(laneOf(lane).map((feed) => () => runDue(feed, signal))),
    );
    const ended = await Promise.allSettled(lanes);
    await runAll(
      ended.map((each) => () => (each.status === 'rejected' ? Promise.reject(each.reason) : Promise.resolve())),
    );
  };
};
