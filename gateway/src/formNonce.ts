import type { IncomingMessage } from 'node:http';

const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

/** Bytes of a form that is looked into. */
const LARGEST = 1024 * 1024;

/** The whole of a body of known length, put back so that it is sent on as it came. */
const peek = async (request: IncomingMessage, length: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  while (size < length && !request.destroyed) {
    const chunk = request.read() as Buffer | null;
    if (chunk === null) await readable(request);
    else size += chunks.push(chunk) && chunk.length;
  }
  const whole = Buffer.concat(chunks);
  if (!request.destroyed) request.unshift(whole);
  return whole;
};

const readable = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const proceed = (): void => {
      request.off('readable', proceed).off('close', proceed);
      resolve();
    };
    request.on('readable', proceed).on('close', proceed);
  });

/** A member of a request's form; undefined where there is none. Other bodies are not read. */
export const formNonce = async (request: IncomingMessage, name: string): Promise<string | undefined> => {
  const length = Number(request.headers['content-length'] ?? 0);
  if (!FORM.test(request.headers['content-type'] ?? '') || length === 0 || length > LARGEST) return undefined;
  const form = (await peek(request, length)).toString();
  return form.includes(name) ? new URLSearchParams(form).getAll(name).at(-1) : undefined;
};
