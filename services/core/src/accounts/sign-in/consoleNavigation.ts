import { can } from '@almanac/identity';
import { type Html, html } from '@almanac/pages';
import { administrationAddress, type SignedIn } from './administrationPage.ts';
import { type ConsoleView, consoleViews } from './consoleViews.ts';

/** Links to the pages that the user may see; nothing if there are none. */
export const consoleNavigation = (page: SignedIn, current?: ConsoleView): Html | undefined => {
  const { text } = page.renderContext;
  const open = consoleViews.filter(({ capability }) => can(page.user, capability));
  if (open.length === 0) return undefined;
  const item = (name: string, label: string, isCurrent: boolean) =>
    html`<li><a href="${administrationAddress(page.renderContext, name)}"${isCurrent && html` aria-current="page"`}>${label}</a></li>\n`;
  return html`<nav class="console" aria-label="${text('Administration')}">
<ul>
${item('', text('Account'), current === undefined)}${open.map((view) => item(view.name, text(view.title), view === current))}</ul>
</nav>\n`;
};
