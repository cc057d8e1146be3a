import { MongoNetworkError, MongoOperationTimeoutError, MongoServerSelectionError } from 'mongodb';
import { DocumentsUnavailableError } from '../errors.ts';

const AWAY = [MongoNetworkError, MongoServerSelectionError, MongoOperationTimeoutError];

/** Waits for the server's answer. @throws DocumentsUnavailableError when it is away */
export const answered = async <Value>(answer: Promise<Value>): Promise<Value> => {
  try {
    return await answer;
  } catch (error) {
    if (AWAY.some((kind) => error instanceof kind)) throw new DocumentsUnavailableError({ cause: error });
    throw error;
  }
};
