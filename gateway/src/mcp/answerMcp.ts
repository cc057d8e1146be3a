import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { createMcpServer, type McpServerOptions } from './server.ts';

export interface McpRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Maximum number of messages in a batch, which the protocol had until 2025-06-18. */
const MAX_MESSAGES = 10;

/**
 * Answers one POST of the protocol over HTTP ("Streamable HTTP"). Each request is complete by itself: there are no
 * sessions and no streams, so that any replica answers it (docs/adr/0056).
 * @param signal ends the calls of a client that has disconnected; the promise then stays pending
 */
export const answerMcp = async (
  options: McpServerOptions,
  { headers, body }: McpRequest,
  signal: AbortSignal,
): Promise<Response> => {
  if (isLongBatch(body)) return refusedMessage(400, `Send at most ${MAX_MESSAGES} messages together.`);
  const server = createMcpServer(options);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  signal.addEventListener('abort', () => void server.close(), { once: true });
  await server.connect(transport);
  // the transport reads no address
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body });
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
};

const isLongBatch = (body: string): boolean => {
  try {
    const messages: unknown = JSON.parse(body);
    return Array.isArray(messages) && messages.length > MAX_MESSAGES;
  } catch (error) {
    // the transport answers invalid JSON
    if (!(error instanceof SyntaxError)) throw error;
    return false;
  }
};

const refusedMessage = (status: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code: ErrorCode.InvalidRequest, message }, id: null }, { status });
