import { anyPrivateTarget, createOutgoing, publicPolicy } from '@almanac/outgoing';
import type { Say } from '../commands/output.ts';
import { progressLine } from '../commands/progressLine.ts';
import { reachSite } from '../commands/reachSite.ts';
import { createCourse } from '../import/course.ts';
import { writeReport } from '../import/writeReport.ts';
import type { MoveOptions } from './moveOptions.ts';
import { moveSite, oldAddressOf } from './moveSite.ts';
import { findOldSite } from './oldSite.ts';

const MAX_LISTED_LINES = 20;
const STOPPED = 'you stopped it';

/** Moves a site, and shows the result. Returns the exit code. @throws if the move cannot start */
export const runMove = async (address: string, options: MoveOptions, say: Say): Promise<number> => {
  const targets = options.allowPrivateSources ? anyPrivateTarget : options.privateTargets;
  const old = await findOldSite({
    address: oldAddressOf(address),
    user: options.user,
    password: options.password,
    outgoing: createOutgoing({ policy: publicPolicy({ ...(targets !== undefined && { privateTargets: targets }) }) }),
    rest: options.rest,
  });
  const { client, root } = await reachSite({
    ...(options.to !== undefined && { site: options.to }),
    ...(options.toUser !== undefined && { user: options.toUser }),
    ...(options.toPassword !== undefined && { password: options.toPassword }),
  });
  const course = createCourse();
  const line = progressLine('Moving', 'records');
  const onSignal = (): void => {
    // a second signal ends the process at once
    if (course.stopped !== undefined) process.exit(130);
    course.stop(STOPPED);
  };
  process.on('SIGINT', onSignal);
  try {
    const report = await moveSite({
      old,
      site: client,
      width: options.inFlight,
      isDryRun: options.dryRun,
      isFinal: options.final,
      course,
      onProgress: (_, done, total) => line.update(done, total),
    });
    line.stop();
    say(`${options.dryRun ? 'Would move' : 'Moved'} ${old.address} to ${root}`);
    if (course.stopped !== undefined) say(`Stopped before the end: ${course.stopped}. The same command continues.`);
    say(report.text(MAX_LISTED_LINES), { ...report, stopped: course.stopped ?? null });
    if (options.report !== undefined) say(`\nAll of it is in ${writeReport(options.report, report.text())}`);
    if (course.stopped === STOPPED) return 130;
    return course.stopped === undefined && report.failed.length === 0 ? 0 : 1;
  } finally {
    line.stop();
    process.off('SIGINT', onSignal);
  }
};
