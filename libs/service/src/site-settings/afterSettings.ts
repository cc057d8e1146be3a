import type { RequestListener } from 'node:http';
import { WAIT_FOR_HEADER } from '@almanac/messaging';
import { type FollowedSettings, isAbout } from './followedSettings.ts';

/** Lets requests wait for the settings that their client has changed just before. */
export const afterSettings =
  (settings: Pick<FollowedSettings, 'waitFor'>, listener: RequestListener): RequestListener =>
  (request, response) => {
    const token = request.headers[WAIT_FOR_HEADER];
    if (!isAbout(token)) return listener(request, response);
    settings.waitFor(token).then(
      () => listener(request, response),
      (error) => response.destroy(error),
    );
  };
