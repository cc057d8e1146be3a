import type { ExpensiveAnswers } from './expensiveAnswers.ts';

/**
 * Makes a part of an expensive answer, once for all requests that need it at the time. Calls are never nested.
 * @param key names everything on which the part depends, except for path, language and site
 * @throws DomainError 503 if the client has left, or if the process makes too many answers to begin this one
 */
export type SharePart = <Part>(key: string, make: () => Promise<Part>) => Promise<Part>;

/** The request that an answer is made for. */
interface SharingRequest {
  readonly path: string;
  readonly caller: { readonly language: string; readonly site: string };
  readonly abandoned: () => AbortSignal;
}

interface RunningPart {
  /** The number of parts that were begun before, plus one. */
  readonly begun: number;
  readonly part: Promise<unknown>;
}

/**
 * Shares the parts of the expensive answers of a service while they are made.
 * A request takes only parts that were begun after it, so that a client reads its own writes: it waits for the end of
 * an older part, and shares the next one with all others that waited.
 */
export const createSharedParts = ({ make, requireRoom }: Pick<ExpensiveAnswers, 'make' | 'requireRoom'>) => {
  const running = new Map<string, RunningPart>();
  let begun = 0;

  const begin = <Part>(key: string, makePart: () => Promise<Part>): Promise<Part> => {
    begun += 1;
    const part = make(makePart).finally(() => running.delete(key));
    running.set(key, { begun, part });
    return part;
  };

  /** Returns the parts for one request. */
  return ({ path, caller, abandoned }: SharingRequest): SharePart => {
    const begunBefore = begun;
    let isFirst = true;
    return async <Part>(name: string, makePart: () => Promise<Part>): Promise<Part> => {
      const key = JSON.stringify([path, caller.language, caller.site, name]);
      let other = running.get(key);
      while (other !== undefined && other.begun <= begunBefore) {
        await other.part.catch(() => undefined);
        other = running.get(key);
      }
      abandoned().throwIfAborted();
      if (other === undefined && isFirst) requireRoom();
      isFirst = false;
      // a key always names parts of one type
      return other === undefined ? begin(key, makePart) : (other.part as Promise<Part>);
    };
  };
};
