import { EventEmitter } from 'node:events';
import { createBodyWatch } from './bodyPace.ts';

const pace = { every: 500, least: 1, whole: 500 };

/** Creates an exchange of an upload whose answer has been written: a refusal closes its connection. */
const upload = () => {
  const socket = { bytesRead: 0 };
  const destroy = jest.fn();
  const request = { method: 'POST', headers: { 'content-type': 'image/png', 'content-length': '9000000' }, socket };
  const upstream = { writableNeedDrain: false };
  const response = Object.assign(new EventEmitter(), { headersSent: true, writableFinished: true });
  const exchange = { request: { ...request, complete: false, readableLength: 0, destroy }, response, upstream };
  createBodyWatch(pace, {} as never, undefined)(exchange as never);
  return { socket, upstream, destroy };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the pace of a body', () => {
  it('is not judged by the time in which its service held it, even if the service takes it again at that moment', () => {
    const { socket, upstream, destroy } = upload();
    socket.bytesRead = 1_000;
    upstream.writableNeedDrain = true;
    jest.advanceTimersByTime(2 * pace.every + 10);
    upstream.writableNeedDrain = false;
    jest.advanceTimersByTime(pace.every);
    expect(destroy).not.toHaveBeenCalled();
  });

  it('is judged again from the next time on', () => {
    const { upstream, destroy } = upload();
    upstream.writableNeedDrain = true;
    jest.advanceTimersByTime(pace.every + 10);
    upstream.writableNeedDrain = false;
    jest.advanceTimersByTime(2 * pace.every + 10);
    expect(destroy).toHaveBeenCalledTimes(1);
  });
});
