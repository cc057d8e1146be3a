import { suggestion } from '@almanac/service/nearest-name';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { version } from '../version.ts';
import type { AskInterface } from './askInterface.ts';
import { CallRefusedError, requestOf } from './callArguments.ts';
import { permittedTools } from './permittedTools.ts';
import { refusalText } from './refusals.ts';
import { resultTexts } from './results.ts';
import type { ToolCatalog } from './toolCatalog.ts';
import type { InterfaceTool } from './tools.ts';

export interface McpServerOptions {
  readonly catalog: ToolCatalog;
  /** The language of descriptions, and of calls without a language. */
  readonly language: string;
  readonly ask: AskInterface;
  /** The account as which `ask` sends requests; undefined for a visitor. */
  readonly login: string | undefined;
}

const ABOUT = { name: 'almanac', title: 'Almanac', version };

/** Creates a Model Context Protocol server for one caller. Its tools are operations of the interface. */
export const createMcpServer = ({ catalog, language, ask, login }: McpServerOptions): Server => {
  const server = new Server(ABOUT, { capabilities: { tools: {} }, instructions: instructionsFor(login) });

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const tools = [...(await catalog(language, ask)).values()];
    return { tools: (await permittedTools(tools, login !== undefined, ask)).map(describedTool) };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    const tools = await catalog(language, ask);
    const name = params.name.slice(0, 100);
    const tool = tools.get(name);
    if (tool === undefined)
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name}.${suggestion(name, [...tools.keys()])}`);
    const args = params.arguments ?? {};
    try {
      const answer = await ask(requestOf(tool, args), signal);
      if (answer.status >= 400) return textResult([refusalText(tool, answer, login)], true);
      return textResult(resultTexts(tool, args, answer), false);
    } catch (error) {
      if (error instanceof CallRefusedError) return textResult([error.message], true);
      throw error;
    }
  });

  return server;
};

const instructionsFor = (login: string | undefined): string =>
  [
    'The tools read and change the calendar site. Dates are local times, such as 2026-11-27 19:00:00.',
    login === undefined
      ? 'You are a visitor: you read what is public.'
      : `You act as ${login}, with the rights of that account.`,
    'Lists have pages: send page and per_page. Name members in _fields to get short results.',
  ].join(' ');

const describedTool = (tool: InterfaceTool): Tool => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: {
    type: 'object',
    properties: { ...tool.properties },
    ...(tool.required.length > 0 && { required: [...tool.required] }),
    additionalProperties: false,
  },
  annotations: {
    title: tool.title,
    readOnlyHint: tool.method === 'GET',
    destructiveHint: tool.method === 'DELETE',
    idempotentHint: tool.method === 'GET',
    openWorldHint: false,
  },
});

const textResult = (texts: readonly string[], isError: boolean): CallToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
  ...(isError && { isError }),
});
