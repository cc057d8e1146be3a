import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { type Row, request } from '../shell/client.ts';

/** An answer of the interface that a screen shows. */
export interface ReadAnswer {
  /** Undefined until the first answer. */
  readonly data: Row;
  readonly error: Error | null;
  readonly reload: () => void;
}

/**
 * Reads from the interface while a screen is open.
 * @param every milliseconds between two reads; absent: once
 */
export const useAnswer = (path: string, query: Readonly<Record<string, unknown>> = {}, every?: number): ReadAnswer => {
  const { data, error, refetch } = useQuery({
    queryKey: ['answer', path, query],
    queryFn: async () => (await request('GET', path, { query })).data,
    retry: false,
    ...(every !== undefined && { refetchInterval: every }),
  });
  return { data, error, reload: useCallback(() => void refetch(), [refetch]) };
};

/** Returns a function that does something and says that it is done, or why not. It resolves to undefined then. */
export const useAction = () => {
  const notify = useNotify();
  const translate = useTranslate();
  return async <Result>(work: () => Promise<Result>, done?: string): Promise<Result | undefined> => {
    try {
      const result = await work();
      if (done !== undefined) notify(translate(done), { type: 'success' });
      return result;
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
      return undefined;
    }
  };
};
