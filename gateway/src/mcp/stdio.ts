import { finished } from 'node:stream/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { basicAuthorization, createAskInterface } from './askInterface.ts';
import { createMcpServer } from './server.ts';
import { createToolCatalog } from './toolCatalog.ts';

export interface StdioOptions {
  /** The REST root of the site, without a slash at its end. */
  readonly root: string;
  /** The account as which the server acts, with an application password; undefined for a visitor. */
  readonly account: { readonly login: string; readonly password: string } | undefined;
  readonly namespaces: readonly string[];
  readonly now: () => Date;
}

/** Serves the protocol on standard input and output until the input ends. */
export const serveStdio = async ({ root, account, namespaces, now }: StdioOptions): Promise<void> => {
  const headers = account && { authorization: basicAuthorization(account.login, account.password) };
  const server = createMcpServer({
    catalog: createToolCatalog({ namespaces, now }),
    language: '',
    ask: createAskInterface({ root, headers: headers ?? {} }),
    login: account?.login,
  });
  await server.connect(new StdioServerTransport());
  await finished(process.stdin);
  await server.close();
};
