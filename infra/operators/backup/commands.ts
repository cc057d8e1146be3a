import { variablesOf } from '@almanac/service';
import { dataFolderOf, type OperatorCommand, refuseMongodb, required, type Surroundings } from '../operatorCommand.ts';
import { definitionsOf } from '../serviceData.ts';
import { stoppedBrokers } from '../stoppedBrokers.ts';
import { whileStopped } from '../whileStopped.ts';
import { enterNewEpoch, passOnRestores, settleCheckpoints } from './afterRestore.ts';
import { restoreBackup } from './restoreBackup.ts';
import { type MissingMedia, writeBackup } from './writeBackup.ts';

/** `backup`: copies the whole site into a folder while it runs. */
export const backupCommand: OperatorCommand = {
  run: async ([folder], around) => {
    refuseMongodb(around, 'Back MongoDB up with its own tools, and after a restore run: npm run ops -- restored');
    const bar = around.progress('backup', 'files');
    try {
      const target = required(folder, 'The FOLDER');
      const options = { data: dataFolderOf(around), folder: target, at: around.now(), onProgress: bar.update };
      const { manifest, missing } = await writeBackup(options);
      const { services, files } = manifest;
      for (const { name, position } of services)
        around.say(`${name}: ${position} commits`, { service: name, commits: position });
      if (missing !== undefined) sayMissing(around, missing);
      const result = { folder: target, files: files.length, missing_media: missing?.count ?? 0 };
      around.say(`${files.length} files in ${target}. The folder holds the site's secret and its users' data.`, result);
      return true;
    } finally {
      bar.stop();
    }
  },
};

/** Reports media whose files the backup lacks. With a bucket this is as it should be, so the command succeeds. */
const sayMissing = ({ say, environment }: Surroundings, { count, first }: MissingMedia): void => {
  const { MEDIA_BUCKET: bucket } = variablesOf(['MEDIA_BUCKET'], environment);
  const where =
    bucket === undefined
      ? 'If media are in a bucket, back it up with the tools of its provider; otherwise they are lost.'
      : `They are in the bucket ${bucket}: back it up with the tools of its provider.`;
  say(`The backup lacks the files of ${count} media, such as ${first}. ${where}`, { missing_media: count, first });
};

/** `restore`: replaces the data folder with a backup. */
export const restoreCommand: OperatorCommand = {
  run: async ([folder], around) => {
    refuseMongodb(around, 'Restore MongoDB with its own tools, then run: npm run ops -- restored');
    const bar = around.progress('restore', 'files');
    try {
      const source = required(folder, 'The FOLDER');
      const options = { data: dataFolderOf(around), folder: source, at: around.now(), onProgress: bar.update };
      const { manifest, services, settled, replaced } = await restoreBackup(options);
      around.say(`The site is as it was at ${manifest.at}.`, { restored_to: manifest.at });
      for (const service of services) sayEpoch(around, service);
      for (const line of settled) around.say(`  ${line}`, { reader_set_back: line });
      if (replaced !== undefined)
        around.say(`What was there before is in ${replaced}; delete it when you are sure.`, { replaced });
      around.say('Now: npm run ops -- verify, then start the site.');
      return true;
    } finally {
      bar.stop();
    }
  },
};

interface RestoredService {
  readonly name: string;
  readonly position: number;
  readonly epoch: number;
}

const sayEpoch = ({ say }: Surroundings, { name, position, epoch }: RestoredService): void =>
  say(`${name}: ${position} commits; what comes after is of epoch ${epoch}`, {
    service: name,
    commits: position,
    epoch,
  });

/**
 * `restored`: prepares databases that their own tools have restored, some or all of the site's. After an interruption,
 * run the same command again.
 */
export const restoredCommand: OperatorCommand = {
  run: async (names, around) => {
    required(names[0], 'The SERVICE');
    const restored = definitionsOf(names).map(({ name }) => name);
    const brokers = stoppedBrokers(around);
    await brokers?.refuseRunning();
    return whileStopped(around, async (services) => {
      for (const service of services.filter(({ name }) => restored.includes(name))) {
        const published = (await brokers?.publishedEpoch(service.name)) ?? 1;
        sayEpoch(around, await enterNewEpoch(service, { at: around.now(), published }));
      }
      await passOnRestores(services);
      for (const line of await settleCheckpoints(services)) around.say(`  ${line}`, { reader_set_back: line });
      await brokers?.forgetGroups(restored);
      return true;
    });
  },
};
