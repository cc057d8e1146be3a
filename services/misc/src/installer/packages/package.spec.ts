import { given } from '@almanac/event-sourcing/testing';
import { initialPackage, type PackageEvent, packageDecider, statusOf } from './package.ts';

const switchedOff: PackageEvent = { type: 'PackageSwitchedOff', data: {} };
const on: PackageEvent = { type: 'PackageSwitchedOn', data: {} };
const ended: PackageEvent = { type: 'PackageEntitlementEnded', data: {} };
const returned: PackageEvent = { type: 'PackageEntitlementReturned', data: {} };
const facts = { isNeeded: false };
const setStatus = (status: 'active' | 'inactive') => ({ type: 'SetStatus', status }) as const;
const setEntitled = (isEntitled: boolean) => ({ type: 'SetEntitled', isEntitled }) as const;

describe('the decisions on a package', () => {
  it('switch it off and on, and store nothing if it is in that status already', () => {
    given(packageDecider).when(setStatus('inactive'), facts).then([switchedOff]);
    given(packageDecider, [switchedOff]).when(setStatus('inactive'), facts).then([]);
    given(packageDecider, [switchedOff]).when(setStatus('active'), facts).then([on]);
    given(packageDecider).when(setStatus('active'), facts).then([]);
  });

  it('leave a package on that the site needs', () => {
    given(packageDecider).when(setStatus('inactive'), { isNeeded: true }).thenThrows('installer_package_needed', 409);
    given(packageDecider).when(setEntitled(false), { isNeeded: true }).then([]);
  });

  it('follow the subscription, and then the last choice of a person', () => {
    given(packageDecider).when(setEntitled(true), facts).then([]);
    given(packageDecider).when(setEntitled(false), facts).then([ended]);
    given(packageDecider, [ended]).when(setEntitled(false), facts).then([]);
    given(packageDecider, [switchedOff, ended]).when(setEntitled(true), facts).then([returned]);
    given(packageDecider, [switchedOff, ended, returned]).when(setStatus('inactive'), facts).then([]);
    given(packageDecider, [ended, returned]).when(setStatus('active'), facts).then([]);
  });

  it('let nobody switch on a package that the subscription lacks', () => {
    given(packageDecider, [ended]).when(setStatus('active'), facts).thenThrows('installer_package_not_entitled', 409);
    given(packageDecider, [ended]).when(setStatus('inactive'), facts).then([]);
    expect(statusOf({ ...initialPackage, isEntitled: false })).toBe('inactive');
  });
});
