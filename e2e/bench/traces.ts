import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ratioText } from './compare/pairedRatio.ts';
import { report, section } from './report.ts';
import { compareSites, eventWork, PAIRS, REQUESTS } from './sitePairs.ts';

/** Starts a collector that drops all traces; it runs in this process, so it costs the site nothing. */
const startSink = async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}`, stop };
};

/** Compares the processor time of a site that records traces with one that does not. */
export const benchTraces = async (): Promise<void> => {
  section(
    `Traces: processor time of an embedded site, ${PAIRS} pairs of sites, ${REQUESTS} requests each, 95 % interval`,
  );
  const sink = await startSink();
  const tenth = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.address };
  const all = { ...tenth, OTEL_TRACES_SAMPLER: 'parentbased_always_on' };
  try {
    for (const [kept, environment] of Object.entries({ all, 'a tenth': tenth })) {
      const { ratios: compared } = await compareSites({ before: {}, after: environment }, eventWork);
      for (const [what, ratio] of compared) {
        report({ what: `${what}, ${kept} of the traces kept`, figure: `${ratioText(ratio)} of what it is without` });
      }
    }
  } finally {
    sink.stop();
  }
};
