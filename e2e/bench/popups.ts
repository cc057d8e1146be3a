import { type SiteProcess, startSite } from '../site.ts';
import { appendRate } from './appendToLog.ts';
import { ask, post } from './client.ts';
import { benchWrites } from './loads.ts';
import { closedLoop, median } from './measure.ts';
import { processTimeOf } from './processTime.ts';
import { ms, perSecond, report, section } from './report.ts';

const WIDTH = 64;
const RUN_MS = 3_000;
const TEXT_BYTES = 20 * 1_024;

/** Compares openings of a popup by new visitors with bare appends to a log of the same kind. */
const benchOpenings = async (site: SiteProcess): Promise<void> => {
  const { id } = JSON.parse(await post(site, '/popup/v1/popups', { title: 'Offer', status: 'publish' }));
  const url = `${site.root}/popup/v1/analytics?event=open&pid=${id}`;
  let visitor = 0;
  const open = async (): Promise<void> => {
    await ask(url, { status: 204, headers: { 'user-agent': `Reader/${visitor++}` } });
  };
  const run = async () => {
    const bare = await appendRate('full', WIDTH);
    const pid = site.process.pid as number;
    const [before, first] = [processTimeOf(pid), visitor];
    const load = await closedLoop({ width: WIDTH, ms: RUN_MS }, open);
    const cpu = (processTimeOf(pid) - before) / (visitor - first);
    return { bare, load, cpu, ratio: load.perSecond / bare };
  };
  const { bare, load, cpu, ratio } = await median(3, (one) => one.ratio, run);
  report({
    what: `openings of a popup, ${WIDTH} in flight, durability full, without limits`,
    figure: `${perSecond(load.perSecond)}, p50 ${ms(load.p50)}, p99 ${ms(load.p99)}, ${ms(cpu)} of a processor each`,
    against: `bare appends to a log ${perSecond(bare)}`,
    ratio,
  });
};

export const contentOf = (bytes: number): string => {
  const part = (turn: number) =>
    `<!-- core:paragraph --><p>Paragraph ${turn}: neighbours met by the <strong>harbour</strong> and talked about it at <a href="/walk/">length</a>.</p><!-- /core:paragraph -->\n\n`;
  let content = '';
  for (let turn = 0; content.length < bytes; turn++) content += part(turn);
  return content;
};

/** Measures openings of popups and the rendering of content. */
export const benchPopups = async (folder: string): Promise<void> => {
  section('Popups and rendered content through the gateway of a site on disk (one process)');
  const site = await startSite({
    DATA: folder,
    LOG_LEVEL: 'error',
    LIMITS: 'rendered-content=1000000/60,popup-day=999999999/86400',
  });
  try {
    await post(site, '/core/v2/settings', { popup_limits: { visitor: 0, address: 0, site: 0 } }, 200);
    await benchOpenings(site);
    const content = contentOf(TEXT_BYTES);
    await benchWrites(`rendered content of ${TEXT_BYTES / 1_024} KB`, () =>
      post(site, '/builder/rendered_content', { content }, 200),
    );
  } finally {
    await site.stop();
  }
};
