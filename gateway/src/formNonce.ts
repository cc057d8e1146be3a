import type { IncomingMessage } from 'node:http';
import { wholeBody } from './wholeBody.ts';

const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

/** Bytes of a form that is looked into. */
const LARGEST = 1024 * 1024;

/** A member of a request's form; undefined where there is none. Other bodies are not read. */
export const formNonce = async (request: IncomingMessage, name: string): Promise<string | undefined> => {
  const length = Number(request.headers['content-length'] ?? 0);
  if (!FORM.test(request.headers['content-type'] ?? '') || length === 0 || length > LARGEST) return undefined;
  const form = (await wholeBody(request, LARGEST))?.toString();
  return form?.includes(name) ? new URLSearchParams(form).getAll(name).at(-1) : undefined;
};
