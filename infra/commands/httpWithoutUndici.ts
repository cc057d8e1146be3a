/**
 * Exports `node:http` without its members from undici, which take a twentieth of a start: an import of `node:http` reads
 * all of its members, and these load undici when they are read (docs/adr/0075).
 */
export const {
  Agent,
  ClientRequest,
  createServer,
  get,
  globalAgent,
  IncomingMessage,
  maxHeaderSize,
  METHODS,
  OutgoingMessage,
  request,
  Server,
  ServerResponse,
  setGlobalProxyFromEnv,
  setMaxIdleHTTPParsers,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} = process.getBuiltinModule('node:http');
