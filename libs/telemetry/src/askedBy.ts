import { AsyncLocalStorage } from 'node:async_hooks';

/** A request from outside, as lines of the log name it. */
export interface AskedBy {
  /** The id under which the gateway tells of it. */
  readonly requestId: string;
  /** The address that it comes from; absent where another part of the site asks for it. */
  readonly ip?: string;
}

const requests = new AsyncLocalStorage<AskedBy>();

/** Does work for a request. */
export const whileAskedBy = <Result>(request: AskedBy, work: () => Result): Result => requests.run(request, work);

/** The request for which the code that asks works; undefined outside of one. */
export const askedBy = (): AskedBy | undefined => requests.getStore();
