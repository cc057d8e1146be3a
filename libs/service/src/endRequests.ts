import { siteStopping } from '@almanac/rest';
import type { OpenListener } from './openListener.ts';

/**
 * Ends the requests of a service that stops: serves for a while longer as not ready, then ends long writes, and waits
 * for other requests.
 * @param stopping ends the long writes of the service
 * @param ms milliseconds for which it serves as not ready
 */
export const endRequests = async (
  listener: Pick<OpenListener, 'drain' | 'close'>,
  stopping: AbortController,
  ms: number,
): Promise<void> => {
  await listener.drain(ms);
  stopping.abort(siteStopping());
  await listener.close();
};
