import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { HttpError, useNotify, useTranslate } from 'react-admin';
import { type Row, request } from '../shell/client.ts';

/** Returns a function that says why something was refused; faults of fields stand at their fields. */
export const useRefusal = () => {
  const notify = useNotify();
  return (error: unknown): void => {
    const isOfFields = error instanceof HttpError && Object.keys(error.body?.errors ?? {}).length > 0;
    const message = error instanceof Error ? error.message : 'ra.notification.http_error';
    notify(isOfFields ? 'ra.message.invalid_form' : message, { type: 'error' });
  };
};

/** Returns a function that does something and says that it is done, or why not. It resolves to undefined then. */
export const useAction = () => {
  const notify = useNotify();
  const translate = useTranslate();
  const refuse = useRefusal();
  return async <Result>(work: () => Promise<Result>, done?: string): Promise<Result | undefined> => {
    try {
      const result = await work();
      if (done !== undefined) notify(translate(done), { type: 'success' });
      return result;
    } catch (error) {
      refuse(error);
      return undefined;
    }
  };
};

/** An answer of the interface that a screen shows. */
export interface ReadAnswer {
  /** Undefined until the first answer. */
  readonly data: Row;
  readonly error: Error | null;
  readonly reload: () => void;
  /** Does something as `useAction` does, and reads again. */
  readonly change: ReturnType<typeof useAction>;
}

/**
 * Reads from the interface while a screen is open.
 * @param path undefined reads nothing
 * @param every milliseconds between two reads; absent: once
 */
export const useAnswer = (
  path: string | undefined,
  query: Readonly<Record<string, unknown>> = {},
  every?: number,
): ReadAnswer => {
  const act = useAction();
  const { data, error, refetch } = useQuery({
    queryKey: ['answer', path, query],
    queryFn: async () => (await request('GET', path ?? '', { query })).data,
    enabled: path !== undefined,
    retry: false,
    ...(every !== undefined && { refetchInterval: every }),
  });
  const reload = useCallback((): void => {
    if (path !== undefined) void refetch();
  }, [path, refetch]);
  const change: ReadAnswer['change'] = async (work, done) => {
    const result = await act(work, done);
    reload();
    return result;
  };
  return { data, error, reload, change };
};
