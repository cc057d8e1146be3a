/** `npm run can-deploy -- PART`: fails if a part cannot run beside the released versions of the others. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readContracts } from './contracts.ts';
import { deployFaults } from './deployFaults.ts';
import { documentFaults } from './documentFaults.ts';
import { type PartName, readPart } from './releasableParts.ts';
import { readTaggedParts } from './taggedParts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const USAGE = 'npm run can-deploy -- PART [--against PART=VERSION …]';

/** Returns the versions that `--against` names. @throws Error for another form */
const readVersions = (against: readonly string[]): Map<PartName, string> =>
  new Map(
    against.map((each) => {
      const [name = '', version] = each.split('=', 2);
      if (version === undefined) throw new Error(`--against takes PART=VERSION; got “${each}”`);
      return [readPart(name), version];
    }),
  );

const run = (): number => {
  const { values, positionals } = parseArgs({
    options: { against: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new Error(`usage: ${USAGE}`);
  const part = readPart(name);
  const { released, remove } = readTaggedParts(root, readVersions(values.against));
  try {
    if (released.length === 0) {
      console.log('No part has a tag: nothing was released (or the tags are missing: git fetch --tags).');
      return 0;
    }
    const next = readContracts(root);
    const own = released.find((each) => each.part === part);
    const faults = [
      ...deployFaults(part, next, released),
      ...(own === undefined ? [] : documentFaults(part, next, own.contracts)),
    ];
    const beside = released.map((each) => `${each.part} ${each.version}`).join(', ');
    console.log(faults.length === 0 ? `${part} can be deployed beside ${beside}.` : faults.join('\n'));
    if (faults.length > 0) console.error(`${part} cannot be deployed beside ${beside}.`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    remove();
  }
};

try {
  process.exitCode = run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
