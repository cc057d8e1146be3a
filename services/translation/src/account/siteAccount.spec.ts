import { given } from '@almanac/event-sourcing/testing';
import { type AccountCommand, accountDecider, type SiteAccountEvent } from './siteAccount.ts';

const [here, there] = ['https://site.test', 'https://elsewhere.test'];
const register = { type: 'RegisterSite', site: 'S', user: 5, url: here } as const;
const registered: SiteAccountEvent = { type: 'SiteRegistered', data: { site: 'S', user: 5, url: here } };
const unplaced: SiteAccountEvent = { type: 'SiteRegistered', data: { site: 'S', user: 5, url: '' } };
const detect = { type: 'DetectClone', url: there } as const;
const detected: SiteAccountEvent = { type: 'CloneDetected', data: { url: there } };
const resolve = (as: 'copy' | 'moved', url: string | undefined = there): AccountCommand => ({
  type: 'ResolveClone',
  as,
  url,
});
const resolved = (as: 'copy' | 'moved'): SiteAccountEvent => ({ type: 'CloneResolved', data: { as, url: there } });

describe('the registration of a site', () => {
  it('is done once, by one manager', () => {
    given(accountDecider).when(register).then([registered]);
    given(accountDecider, [registered]).when(register).then([]);
    given(accountDecider, [registered])
      .when({ ...register, user: 6 })
      .thenThrows('i18n_site_registered', 409);
  });

  it('stores, when repeated, an address that was missing', () => {
    given(accountDecider, [unplaced]).when(register).then([registered]);
    given(accountDecider, [unplaced])
      .when({ ...register, url: '' })
      .then([]);
  });
});

describe('a site at another address', () => {
  it('is noted once for each address', () => {
    given(accountDecider, [registered]).when(detect).then([detected]);
    given(accountDecider, [registered, detected]).when(detect).then([]);
    given(accountDecider, [registered, detected])
      .when({ ...detect, url: 'https://third.test' })
      .then([{ type: 'CloneDetected', data: { url: 'https://third.test' } }]);
  });

  it('is not noted without a registration, at the registered address, or without a registered address', () => {
    given(accountDecider).when(detect).then([]);
    given(accountDecider, [registered])
      .when({ ...detect, url: here })
      .then([]);
    given(accountDecider, [unplaced]).when(detect).then([]);
    given(accountDecider, [registered, detected, resolved('moved')])
      .when(detect)
      .then([]);
    given(accountDecider, [registered, detected, resolved('copy')])
      .when(detect)
      .then([]);
  });

  it('is declared as a move, or as a copy that may register', () => {
    given(accountDecider, [registered, detected])
      .when(resolve('moved'))
      .then([resolved('moved')]);
    given(accountDecider, [registered, detected, resolved('moved')])
      .when({ ...detect, url: here })
      .then([{ type: 'CloneDetected', data: { url: here } }]);
    given(accountDecider, [registered])
      .when(resolve('copy'))
      .then([detected, resolved('copy')]);
    const again = { ...register, user: 6, url: there };
    given(accountDecider, [registered, detected, resolved('copy')])
      .when(again)
      .then([{ type: 'SiteRegistered', data: { site: 'S', user: 6, url: there } }]);
  });

  it.each([
    ['not registered', [], there, 'i18n_site_not_registered'],
    ['a copy already', [registered, resolved('copy')], there, 'i18n_site_not_registered'],
    ['at home', [registered], here, 'i18n_site_not_cloned'],
    ['moved already', [registered, resolved('moved')], there, 'i18n_site_not_cloned'],
    ['without an address now', [registered, detected], undefined, 'i18n_site_not_cloned'],
    ['registered without an address', [unplaced], there, 'i18n_site_not_cloned'],
  ] as const)('is not declared for one that is %s', (_what, events, url, code) => {
    given(accountDecider, [...events])
      .when({ type: 'ResolveClone', as: 'moved', url })
      .thenThrows(code, 409);
  });
});
