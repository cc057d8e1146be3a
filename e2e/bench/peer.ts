import { createServer } from 'node:http';

/** A bare node:http server that answers every request with the given bytes, as the upper limit of reads. */
process.once('message', (body: string) => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=UTF-8', 'content-length': bytes.length });
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
