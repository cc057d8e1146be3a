import { readLagOfMisc } from '@almanac/contracts';
import { html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { SignedIn } from '../sign-in/administrationPage.ts';
import { lagView as view } from '../sign-in/consoleViews.ts';
import { askAs } from './askAs.ts';
import { consoleAnswer, refused } from './consoleFrame.ts';
import { consoleTable } from './consoleTable.ts';
import { liveRegion } from './live/live.ts';

type Reader = ReturnType<typeof readLagOfMisc.parseAnswer>[number];

const LOOKS_EVERY = 5_000;

/** Shows the lag of all readers of the logs. */
export const showLag = async (page: SignedIn): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const said = await askAs(page, readLagOfMisc);
  if (said.refused !== undefined) return refused(page, view, said.refused);
  const table = consoleTable({
    caption: text('Readers'),
    heads: [text('Reader'), text('Service'), text('Reads'), text('Behind'), text('State')],
    rows: said.body.map((reader) => [
      reader.reader ?? text('all of them'),
      reader.service,
      reader.source,
      behindText(page, reader),
      reader.fault ?? stateText(page, reader),
    ]),
  });
  const intro = html`<p>${text('Each reader follows what a service has written. Behind 0, it has handled everything; a number that grows means that it is too slow or has stopped.')}</p>\n`;
  return consoleAnswer(page, view, html`${intro}${liveRegion(page, table)}`, { live: { every: LOOKS_EVERY } });
};

const behindText = ({ renderContext: { text } }: SignedIn, { behind, unit }: Reader): string => {
  if (behind === null) return text('unknown');
  const count = String(behind);
  return unit === 'messages' ? text('{count} messages', { count }) : text('{count} commits', { count });
};

const stateText = ({ renderContext: { text } }: SignedIn, { behind }: Reader): string => {
  if (behind === null) return text('unknown');
  return behind === 0 ? text('up to date') : text('working');
};
