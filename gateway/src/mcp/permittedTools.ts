import type { AskInterface } from './askInterface.ts';
import type { InterfaceTool } from './tools.ts';

/** Maximum number of concurrent requests for rights. */
const MAX_CONCURRENT = 8;

/** An id and slug of no record: the answer shows the rights to any record, as far as they follow from the role. */
const NO_RECORD = String(2 ** 31 - 1);

/**
 * Returns the tools that a caller may use: all that read and, of those that write, the ones whose method is in the
 * `Allow` header of their path (docs/interface/server.md §9.1). A visitor has only tools without sign-in.
 * @param isSignedIn true if `ask` sends credentials
 */
export const permittedTools = async (
  tools: readonly InterfaceTool[],
  isSignedIn: boolean,
  ask: AskInterface,
): Promise<InterfaceTool[]> => {
  if (!isSignedIn) return tools.filter(({ needsSignIn }) => !needsSignIn);
  const paths = [...new Set(tools.filter(({ method }) => method !== 'GET').map(({ path }) => path))];
  const allowed = new Map<string, readonly string[] | undefined>();
  for (let at = 0; at < paths.length; at += MAX_CONCURRENT) {
    const some = paths.slice(at, at + MAX_CONCURRENT);
    const methods = await Promise.all(some.map((path) => allowedMethods(path, ask)));
    for (const [index, path] of some.entries()) allowed.set(path, methods[index]);
  }
  return tools.filter(({ method, path }) => method === 'GET' || (allowed.get(path)?.includes(method) ?? true));
};

/** Returns the methods that a caller may use; undefined if the path decides nothing. */
const allowedMethods = async (path: string, ask: AskInterface): Promise<string[] | undefined> => {
  const { status, headers } = await ask({ method: 'OPTIONS', target: path.replaceAll(/\{\w+\}/g, NO_RECORD) });
  const allow = headers.get('allow');
  return status === 200 && allow !== null ? allow.split(', ') : undefined;
};
