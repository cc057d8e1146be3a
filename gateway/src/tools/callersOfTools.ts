import type { IncomingMessage } from 'node:http';
import type { Caller } from '../caller.ts';

/** Names the caller for whom the gateway itself sends a request. */
const CALL_HEADER = 'x-almanac-call';

export interface CallersOfTools {
  /** Returns the caller of a request: of a tool's request, the caller of the tool. */
  readonly callerOf: (request: IncomingMessage) => Caller;
  /** Returns the header with which requests count as those of a caller, until `end` is called. */
  readonly begin: (caller: Caller) => { readonly header: Readonly<Record<string, string>>; readonly end: () => void };
}

/**
 * Creates the callers of a gateway that answers calls of tools by requests to itself. They have the caller's address
 * and limits; an id that nobody can guess and that ends with the call proves their origin.
 */
export const createCallersOfTools = (callerOf: CallersOfTools['callerOf'], newId: () => string): CallersOfTools => {
  const running = new Map<string, Caller>();
  return {
    callerOf: (request) => {
      const id = request.headers[CALL_HEADER];
      return (typeof id === 'string' ? running.get(id) : undefined) ?? callerOf(request);
    },
    begin: (caller) => {
      const id = newId();
      running.set(id, caller);
      return { header: { [CALL_HEADER]: id }, end: () => void running.delete(id) };
    },
  };
};
