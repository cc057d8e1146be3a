import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/**
 * kafkajs 2.2.4 keeps a timer running at 1 ms on every connection, with a negative delay of which Node warns, though
 * nothing waits to be sent. This runs the timer only while something waits, so that idle connections cost no time.
 */
export const calmTimers = (): void => {
  const queue = RequestQueue.prototype;
  if (queue.scheduleCheckPendingRequests.name === CALM) return;
  const schedule = queue.scheduleCheckPendingRequests;
  const calm = {
    [CALM](this: typeof queue): void {
      if (this.pending.length > 0) schedule.call(this);
    },
  };
  queue.scheduleCheckPendingRequests = calm[CALM] as () => void;
};

const CALM = 'scheduleIfPending';
