import type { OpenListener } from '../openListener.ts';
import type { ServiceApp } from '../service.ts';

/**
 * Ends the requests of a service that stops: serves for a while longer as not ready, then ends what may run for minutes,
 * and waits for the others.
 * @param ms milliseconds for which it serves as not ready
 */
export const endRequests = async (
  listener: Pick<OpenListener, 'drain' | 'close'>,
  app: Pick<ServiceApp, 'endLongRequests'>,
  ms: number,
): Promise<void> => {
  await listener.drain(ms);
  app.endLongRequests?.();
  await listener.close();
};
