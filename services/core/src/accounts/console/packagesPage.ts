import { listPackagesOfMisc, switchPackageOfMisc } from '@almanac/contracts';
import { type Html, html } from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { parameter, type SignedIn } from '../sign-in/administrationPage.ts';
import { packagesView as view } from '../sign-in/consoleViews.ts';
import { askAs } from './askAs.ts';
import { actionForm, isName } from './consoleForms.ts';
import { consoleAnswer, notice, refusal, refused } from './consoleFrame.ts';

type Package = ReturnType<typeof listPackagesOfMisc.parseAnswer>[number];

const LONGEST_SLUG = 100;

/** Shows the packages, each with its switch. */
export const showPackages = (page: SignedIn): Promise<RestResponse> => listed(page);

/** Switches a package off or on. */
export const switchPackage = async (page: SignedIn): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const [slug, status] = [parameter(page, 'slug'), parameter(page, 'status')];
  if (!isName(slug, LONGEST_SLUG) || (status !== 'active' && status !== 'inactive'))
    return listed(page, undefined, 400);
  const said = await askAs(page, switchPackageOfMisc, { at: { slug }, send: { status } });
  if (said.refused !== undefined) return listed(page, refusal(said.refused), said.refused.status);
  const { name } = said.body;
  const done =
    said.body.status === 'active'
      ? text('{name} is switched on.', { name })
      : text('{name} is switched off.', { name });
  return listed(page, notice(html`<p>${done}</p>`));
};

const listed = async (page: SignedIn, above?: Html, status = 200): Promise<RestResponse> => {
  const { text } = page.renderContext;
  const said = await askAs(page, listPackagesOfMisc);
  if (said.refused !== undefined) return refused(page, view, said.refused);
  const main = html`${above}<p>${text('While a package is off, its part of the interface is not there and its work stops. Its data stay: switched on, everything is as it was.')}</p>
<ul class="cards">
${said.body.map((each) => item(page, each))}</ul>`;
  return consoleAnswer(page, view, main, { status });
};

const item = (page: SignedIn, { slug, name, description, version, status, reason }: Package): Html => {
  const { text } = page.renderContext;
  const isOn = status === 'active';
  const label = isOn ? text('Switch off') : text('Switch on');
  const fields = { slug, status: isOn ? 'inactive' : 'active' };
  return html`<li>
<h2>${name}</h2>
<p><span class="tag">${isOn ? text('on') : text('off')}</span> <span class="soft">${version}</span></p>
<p>${description}</p>
${
  reason === 'subscription'
    ? html`<p>${text('The subscription of the site does not have it.')}</p>`
    : actionForm(page, view, { label, about: name, fields, isSecond: isOn })
}</li>
`;
};
