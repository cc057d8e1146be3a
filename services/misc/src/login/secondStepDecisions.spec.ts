import { given } from '@almanac/event-sourcing/testing';
import { type SecondStepEvent, secondStepDecider } from './secondStep.ts';

const changed = (scope: 'off' | 'administrators' | 'everybody'): SecondStepEvent => ({
  type: 'SecondStepChanged',
  data: { scope },
});
const nowhere = { mail: false, app: false };

describe('the choice of sign-ins that need a code', () => {
  it.each([
    ['mails', { mail: true, app: false }],
    ['the outside app', { mail: false, app: true }],
  ])('changes if %s can deliver codes', (_way, deliveries) => {
    given(secondStepDecider)
      .when({ scope: 'everybody' }, deliveries)
      .then([changed('everybody')]);
  });

  it('is refused if no code could be delivered', () => {
    given(secondStepDecider).when({ scope: 'administrators' }, nowhere).thenThrows('login_mfa_no_delivery', 409);
  });

  it('may be none at any time', () => {
    given(secondStepDecider, [changed('everybody')])
      .when({ scope: 'off' }, nowhere)
      .then([changed('off')]);
  });

  it('may stay unchanged, whether or not codes can be delivered now', () => {
    given(secondStepDecider, [changed('everybody')])
      .when({ scope: 'everybody' }, nowhere)
      .then([]);
    given(secondStepDecider).when({ scope: 'off' }, nowhere).then([]);
  });
});
