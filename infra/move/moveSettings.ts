import { RefusedError } from '../import/siteClient.ts';
import { type MovePorts, movedHeaders } from './kindMover.ts';
import { digestOf } from './marks.ts';
import { OldSiteError } from './oldSite.ts';

/** Settings with the same names and values on both sites. */
const NAMES = [
  ...['title', 'description', 'timezone', 'date_format', 'time_format', 'start_of_week', 'posts_per_page'],
  ...['default_ping_status', 'default_comment_status'],
];

const SETTINGS_KIND = 'settings';

/** Moves the settings. A setting that was changed here since the last run stays. */
export const moveSettings = async (ports: MovePorts): Promise<void> => {
  const { old, site, marks, report, isDryRun } = ports;
  const there = await readOld(ports);
  if (there === undefined) return;
  const here = await site.request<Readonly<Record<string, unknown>>>('GET', '/core/v2/settings');
  for (const [index, name] of NAMES.entries()) {
    const value = there[name];
    const oldId = index + 1;
    const mark = marks.get(SETTINGS_KIND, oldId);
    if (value === undefined || (name === 'timezone' && value === '')) {
      report.left.push(`setting ${name}: the old site names none`);
      continue;
    }
    const sent = digestOf(value);
    if (mark !== undefined && mark.stored !== digestOf(here[name])) {
      report.count(SETTINGS_KIND, 'kept');
      report.kept.push(`setting ${name}`);
      continue;
    }
    if (mark?.sent === sent) {
      report.count(SETTINGS_KIND, 'unchanged');
      continue;
    }
    if (isDryRun) {
      report.count(SETTINGS_KIND, 'updated');
      continue;
    }
    try {
      const headers = movedHeaders(old.address);
      const body = { [name]: value };
      const after = await site.request<typeof here>('POST', '/core/v2/settings', body, undefined, headers);
      await marks.set(SETTINGS_KIND, oldId, { id: 1, sent, stored: digestOf(after[name]), revision: 0 });
      report.count(SETTINGS_KIND, 'updated');
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      report.count(SETTINGS_KIND, 'failed');
      report.failed.push(`setting ${name} ${JSON.stringify(value)}: ${error.message}`);
    }
  }
};

const readOld = async ({ old, report }: MovePorts): Promise<Readonly<Record<string, unknown>> | undefined> => {
  try {
    return (await old.get<Readonly<Record<string, unknown>>>('/core/v2/settings')).body;
  } catch (error) {
    if (!(error instanceof OldSiteError)) throw error;
    report.left.push(`settings: ${error.message}`);
    return undefined;
  }
};
