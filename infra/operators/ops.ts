import { parseArgs } from 'node:util';
import { rebuildDocuments, verifyDocuments } from '@almanac/aggregates';
import { ConfigurationError } from '@almanac/service';
import { SingleBar } from 'cli-progress';
import { openServices, type ServiceData } from './serviceData.ts';

const USAGE = `Operators' commands on the data folder (DATA, default ./data); the site may run meanwhile.

  npm run ops -- verify  [SERVICE …]   the log is dense, versions contiguous, keys unique, documents equal their folds
  npm run ops -- rebuild [SERVICE …]   makes all documents anew beside the live ones, then switches readers over`;

/** A command on one service; false when what it looked at is not sound. */
type Command = (service: ServiceData) => Promise<boolean>;

const verify: Command = async (service) => {
  const { commits, events, documents, faults } = await withProgress(service, verifyDocuments);
  console.log(`${service.name}: ${commits} commits, ${events} events, ${documents} documents: ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
};

const rebuild: Command = async (service) => {
  const begun = performance.now();
  const { commits, events } = await withProgress(service, rebuildDocuments);
  const rate = Math.round(events / ((performance.now() - begun) / 1_000));
  console.log(`${service.name}: ${commits} commits, ${events} events folded again (${rate}/s), readers switched`);
  return true;
};

const commands: Readonly<Record<string, Command>> = { verify, rebuild };

/** Runs something long with a bar that shows how far in the log it is. */
const withProgress = async <Report>(
  service: ServiceData,
  work: (options: Parameters<typeof rebuildDocuments>[0]) => Promise<Report>,
): Promise<Report> => {
  const bar = new SingleBar({ format: `${service.name} [{bar}] {value}/{total} commits`, clearOnComplete: true });
  if (process.stderr.isTTY) bar.start(await service.store.last(), 0);
  try {
    return await work({
      ...service,
      onProgress: ({ position, last }) => {
        bar.setTotal(last);
        bar.update(position);
      },
    });
  } finally {
    bar.stop();
  }
};

const main = async (): Promise<boolean> => {
  const [name = '', ...services] = parseArgs({ allowPositionals: true }).positionals;
  const command = commands[name];
  if (command === undefined) throw new ConfigurationError(USAGE);
  let sound = true;
  for (const service of openServices(process.env.DATA ?? './data', services)) {
    try {
      sound = (await command(service)) && sound;
    } finally {
      service.close();
    }
  }
  return sound;
};

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
