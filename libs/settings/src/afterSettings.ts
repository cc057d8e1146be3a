import type { RequestListener } from 'node:http';
import { MARKS } from '@almanac/messaging';
import { type FollowedSettings, isAbout } from './followedSettings.ts';

/** Lets requests wait for the settings that their client has changed just before. */
export const afterSettings =
  (settings: Pick<FollowedSettings, 'caughtUp'>, listener: RequestListener): RequestListener =>
  (request, response) => {
    const marks = request.headers[MARKS];
    if (!isAbout(marks)) return listener(request, response);
    settings.caughtUp(marks).then(
      () => listener(request, response),
      (error) => response.destroy(error),
    );
  };
